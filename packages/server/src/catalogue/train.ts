/** Training of the pages that the owner offers: with every new capture, over a window of the latest ones. */
import { HISTORY_WINDOW } from "@tessera/engine";
import { BodyHash, type Capture, CaptureId } from "@tessera/model";
import { PageBlocks } from "@tessera/model/api";
import type { Body, CheckRecord, CheckWork, Store } from "@tessera/store";
import { z } from "zod";
import type { PageBlocksJob } from "../trace/page-blocks.ts";
import { TraceFailure, type TraceWorkers } from "../workers/trace-workers.ts";

/** What is kept with the entry of the catalogue. */
export const Training = z.object({
  version: z.literal(1),
  /** HTML of the captures that were trained on, oldest first. */
  window: z.array(BodyHash).max(HISTORY_WINDOW),
  /** The capture whose elements the paths name. */
  captureId: CaptureId,
  blocks: PageBlocks,
});
export type Training = z.infer<typeof Training>;

export interface TrainParts {
  readonly store: Pick<Store, "bodies">;
  readonly workers: Pick<TraceWorkers, "pageBlocks">;
}

type Looked = Partial<Pick<CheckRecord, "capture" | "bodies">>;

/** What a check adds to the record of an offered page; nothing where it is not offered. */
export async function trainingOf(
  { catalogue }: CheckWork,
  { capture, bodies = [] }: Looked,
  parts: TrainParts,
): Promise<{ readonly training?: Training }> {
  if (!catalogue || !capture) return {};
  const known = readTraining(catalogue.training);
  // a redesign makes what was trained before it worthless
  const before = capture.change?.kind === "redesign" ? [] : (known?.window ?? []);
  const kept = await stillStored(parts.store, before.slice(1 - HISTORY_WINDOW));
  const html = bodies.find(({ hash }) => hash === capture.html);
  const layout = bodies.find(({ hash }) => hash === capture.layout);
  return html ? train(capture, { captures: [...kept, html], layout }, parts.workers) : {};
}

/** What was learned, where it is of this version. */
export function readTraining(stored: unknown): Training | null {
  const training = Training.safeParse(stored);
  return training.success ? training.data : null;
}

async function stillStored(store: TrainParts["store"], hashes: readonly BodyHash[]): Promise<readonly Body[]> {
  const bodies = await Promise.all(hashes.map((hash) => store.bodies.readPacked(hash)));
  return bodies.filter((body) => body !== null);
}

async function train(
  capture: Capture,
  job: PageBlocksJob,
  workers: TrainParts["workers"],
): Promise<{ readonly training?: Training }> {
  try {
    const blocks = await workers.pageBlocks(job);
    return { training: { version: 1, window: job.captures.map(({ hash }) => hash), captureId: capture.id, blocks } };
  } catch (failure) {
    // a page that is too much to train on is checked all the same
    if (failure instanceof TraceFailure) return {};
    throw failure;
  }
}
