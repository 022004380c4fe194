/** One page through its editions, as a check gives it to the tracing thread: what one trace learned goes into the next. */
import type { Hash } from "node:crypto";
import {
  BlockId,
  type BlockPath,
  CaptureId,
  FollowId,
  type Observation,
  ObservationId,
  Settings,
  usualOptions,
} from "@tessera/model";
import type { TraceWorkers } from "@tessera/server";
import { rememberedOf, unpackMemory } from "@tessera/store";

type Job = Parameters<TraceWorkers["tracePage"]>[0];
type BlockJob = Job["blocks"][number];
export type Answer = Awaited<ReturnType<TraceWorkers["tracePage"]>>;
type Traced = Extract<Answer["blocks"][number], { kind: "traced" }>;
type Workers = Pick<TraceWorkers, "tracePage" | "learnBlock">;

const HOUR_MS = 3_600_000;
/** Any instant: ids begin with it, and are to be the same in every run. */
const START = Date.UTC(2026, 0, 1);
const OPTIONS = usualOptions(Settings.parse({}), []);

/** A page whose blocks are known by their first edition. */
export class TracedPage {
  readonly #workers: Workers;
  readonly #url: string;
  #blocks: readonly BlockJob[] = [];
  #layers: string | null = null;
  #editions = 0;

  constructor(workers: Workers, url: string) {
    this.#workers = workers;
    this.#url = url;
  }

  /** Elements that cannot be followed are left out. */
  async learn(html: string, paths: readonly string[]): Promise<void> {
    const blocks: BlockJob[] = [];
    for (const [at, path] of paths.entries()) {
      const learned = await this.#workers.learnBlock({
        html,
        layout: null,
        finalUrl: this.#url,
        wish: { kind: "path", path: path as BlockPath },
        pick: { intent: "auto", extent: "one" },
        cutPaths: [],
      });
      if (learned.kind !== "learned") continue;
      const { pick, content } = learned;
      const verdict: Traced["verdict"] = { kind: "found", path: pick.path, confidence: 1, margin: 1, candidates: [] };
      blocks.push({
        block: { id: idOf(BlockId, at), pick },
        remembered: rememberedOf(learned),
        latest: this.#observation(at, { verdict, content }),
        doubts: [],
        before: content.body,
        numbersBefore: content.numbers,
        firstHtml: null,
        followers: [{ ...OPTIONS, id: idOf(FollowId, at), toldNumbers: null, told: null }],
      });
    }
    this.#blocks = blocks;
  }

  /** Traces the next edition. */
  async trace(html: string): Promise<Answer> {
    const previous = this.#layers === null ? null : { layers: this.#layers };
    const page = { html, layout: null, finalUrl: this.#url, previous };
    const answer = await this.#workers.tracePage({ ...page, blocks: this.#blocks });
    this.#editions++;
    this.#layers = answer.layers;
    this.#blocks = this.#blocks.map((job, at) => this.#after(job, answer.blocks[at]!, at));
    return answer;
  }

  #after(job: BlockJob, traced: Answer["blocks"][number], at: number): BlockJob {
    if (traced.kind === "forgotten") throw new Error("a memory of this program cannot be read by it");
    const { verdict, content, remembered } = traced;
    const isSame = job.latest?.verdict.kind === verdict.kind && (content?.difference ?? "none") === "none";
    return {
      ...job,
      remembered: remembered ?? job.remembered,
      latest:
        isSame && job.latest
          ? { ...job.latest, looks: job.latest.looks + 1, verdict }
          : this.#observation(at, { verdict, content }),
      before: content?.body ?? job.before,
      numbersBefore: content?.numbers ?? job.numbersBefore,
    };
  }

  #observation(at: number, { verdict, content }: Pick<Traced, "verdict" | "content">): Observation {
    const now = START + this.#editions * HOUR_MS;
    return {
      id: idOf(ObservationId, this.#editions * 1_000 + at),
      blockId: idOf(BlockId, at),
      captureId: idOf(CaptureId, this.#editions),
      at: now,
      lastAt: now,
      looks: 1,
      quietLooks: 0,
      verdict,
      change: "changed",
      content: content?.body.hash ?? null,
      meaning: content?.meaning ?? null,
      excerpt: content?.excerpt ?? "",
      numbers: [...(content?.numbers ?? [])],
      diff: content?.diff?.hash ?? null,
      picture: null,
      redesign: null,
    };
  }
}

/** The same in every run. */
function idOf<Id>(kind: { parse(id: string): Id }, number: number): Id {
  return kind.parse(`00000000-0000-7000-8000-${String(number).padStart(12, "0")}`);
}

/** Bodies by their content, memories as they are read: how they are packed is no part of an answer. */
export function addAnswer(hash: Hash, answer: Answer): void {
  const written = JSON.stringify(answer, (key, value) => {
    if (key === "remembered" && value !== null) return unpackMemory(value);
    return key === "bytes" || key === "packing" ? undefined : value;
  });
  hash.update(written);
}
