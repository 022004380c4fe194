/** Everything that a look at a page says about it, ready to be written. */
import { type Capture, type CaptureFailureRecord, CaptureId, newId, type VerdictRecord } from "@tessera/model";
import { type Body, type CheckRecord, type CheckWork, type FollowedBlock, packBody, type Store } from "@tessera/store";
import { trainingOf } from "../catalogue/train.ts";
import type { TracedBlock } from "../trace/page-job.ts";
import type { TraceWorkers } from "../workers/trace-workers.ts";
import type { DecidedLook, PageLook } from "./look-by-fetcher.ts";
import { noticesOfTrouble, notifyFollowers, type Told } from "./notify-followers.ts";
import { observe, observeTrouble } from "./observe.ts";
import { htmlOf, traceBlocks } from "./trace-page.ts";

/** Everything but when the page is due next. */
export type LookRecord = Omit<CheckRecord, "dueAt">;

export interface RecordParts {
  readonly store: Store;
  readonly workers: TraceWorkers;
  readonly now: () => number;
}

/** After so many failures in a row it is the page and not the moment: its blocks are unreachable. */
const FAILURES_UNTIL_UNREACHABLE = 3;

export async function recordOfLook(work: CheckWork, decided: DecidedLook, parts: RecordParts): Promise<LookRecord> {
  const { look, decision: fetcher } = decided;
  const base: LookRecord = { ...NOTHING, now: parts.now(), fetcher };
  switch (look.kind) {
    case "page": {
      const page = ofPage(work, look, base.now);
      return { ...base, ...page, ...(await trainingOf(work, page, parts)) };
    }
    case "unchanged":
      return { ...base, ...(await ofUnchanged(work, look, { ...parts, at: base.now })), ...cookiesOf(look.cookies) };
    case "failed":
      return { ...base, ...ofFailure(work, look.failure, base.now) };
  }
}

const NOTHING = {
  capture: null,
  trouble: null,
  bodies: [],
  looks: [],
  unchanged: [],
  told: [],
  deliveries: [],
  events: [],
} as const;

type Parts = Partial<LookRecord>;

function ofPage(work: CheckWork, look: Extract<PageLook, { kind: "page" }>, now: number): Parts {
  const { result, picture, pictures } = look;
  const capture = captureOf(work, look, now);
  const pagePicture = picture && packBody(picture);
  const seen = seenBlocks(work, result.blocks, {
    captureId: capture.id,
    now,
    pictureOf: (_, { verdict }) => (verdict.kind === "found" ? (pictures.get(verdict.path) ?? null) : null),
  });
  const bodies = [result.html, result.layout, pagePicture].filter((body): body is Body => body !== null);
  return {
    ...seen,
    capture: { ...capture, picture: pagePicture?.hash ?? null },
    title: result.title,
    bodies: [...bodies, ...seen.bodies],
    ...cookiesOf(look.capture.cookies),
  };
}

function captureOf(work: CheckWork, { capture, result }: Extract<PageLook, { kind: "page" }>, now: number): Capture {
  return {
    id: newId(CaptureId, now),
    pageId: work.page.id,
    at: now,
    fetcher: capture.by,
    finalUrl: capture.finalUrl,
    status: capture.status,
    headers: { ...capture.headers },
    sourceHash: capture.bodyHash,
    html: result.html.hash,
    layout: result.layout?.hash ?? null,
    picture: null,
    transferBytes: capture.bytesOnWire,
    tookMs: Math.max(0, Math.round(capture.timing.totalMs)),
    change: result.change,
  };
}

/** The page is as it was; blocks that were last looked for in it go on, others are looked for in the stored page. */
async function ofUnchanged(
  work: CheckWork,
  look: Extract<PageLook, { kind: "unchanged" }>,
  { store, workers, at: now }: RecordParts & { readonly at: number },
): Promise<Parts> {
  const { previous, blocks } = work;
  if (!previous) return {};
  const waiting = blocks.filter((followed) => needsLook(followed, previous.id));
  const unchanged = blocks
    .filter((followed) => !waiting.includes(followed))
    .flatMap(({ latest }) => (latest ? [latest.id] : []));
  const pictured = picturesOf(work, look);
  if (waiting.length === 0) return { unchanged, ...pictured };
  const layout = previous.layout && (await store.bodies.read(previous.layout));
  const page = { html: await htmlOf(store, previous.id), layout, finalUrl: previous.finalUrl, previous: null };
  const result = await traceBlocks(page, waiting, { store, workers });
  const options = { captureId: previous.id, now, pictureOf: () => null };
  const seen = seenBlocks({ ...work, blocks: waiting }, result.blocks, options);
  const bodies = [...(pictured.bodies ?? []), ...seen.bodies];
  return { unchanged, ...pictured, ...seen, bodies, pictures: [...(pictured.pictures ?? []), ...seen.pictures] };
}

/** A page that is rendered again and is the same gives those a picture that had none: a follow's first observation. */
function picturesOf(
  { previous, blocks }: CheckWork,
  { picture, pictures }: Extract<PageLook, { kind: "unchanged" }>,
): Parts {
  const whole = picture && previous?.picture === null ? packBody(picture) : null;
  const missing = blocks.flatMap(({ block, latest }) => {
    const bytes = latest?.verdict.kind === "found" && latest.picture === null ? pictures.get(block.path) : undefined;
    return latest && bytes ? [{ observationId: latest.id, body: packBody(bytes) }] : [];
  });
  if (!whole && missing.length === 0) return {};
  return {
    bodies: [...missing.map(({ body }) => body), ...(whole ? [whole] : [])],
    pictures: missing.map(({ observationId, body }) => ({ observationId, picture: body.hash })),
    ...(whole && previous ? { pagePicture: { captureId: previous.id, picture: whole.hash } } : {}),
  };
}

/** The block was not looked for in this capture, is to be found again, or waits for its second look. */
function needsLook({ block, latest, follows }: FollowedBlock, captureId: CaptureId): boolean {
  if (!latest || block.seenCaptureId !== captureId || latest.verdict.kind === "unreachable") return true;
  return latest.looks === 1 && latest.change !== "first" && follows.some(({ quiet }) => quiet.secondLook);
}

interface SeenOptions {
  readonly captureId: CaptureId;
  readonly now: number;
  readonly pictureOf: (followed: FollowedBlock, seen: TracedBlock) => Uint8Array | null;
}

function seenBlocks(work: CheckWork, seen: readonly TracedBlock[], options: SeenOptions) {
  const byId = new Map(seen.map((block) => [block.blockId, block]));
  const observed = work.blocks.flatMap((followed) => {
    const block = byId.get(followed.block.id);
    if (!block) return [];
    const picture = options.pictureOf(followed, block);
    const { look, bodies, picture: missing } = observe(followed, { ...options, seen: block, picture });
    const { notices, settledFor } = block;
    const told = notifyFollowers({ page: work.page, followed, look, notices, settledFor, now: options.now });
    return [{ look, bodies, told, missing }];
  });
  return {
    pictures: observed.flatMap(({ missing }) => missing ?? []),
    looks: observed.map(({ look }) => look),
    bodies: observed.flatMap(({ bodies }) => bodies),
    ...together(observed.map(({ told }) => told)),
  };
}

function ofFailure(work: CheckWork, failure: CaptureFailureRecord, now: number): Parts {
  const isLasting = failure.retry === "never" || work.page.failures + 1 >= FAILURES_UNTIL_UNREACHABLE;
  if (!isLasting) return { trouble: failure };
  const verdict: VerdictRecord =
    failure.code === "blocked" ? { kind: "blocked", reason: "error" } : { kind: "unreachable", failure };
  const observed = work.blocks.map((followed) => {
    const look = observeTrouble(followed, verdict, now);
    const notices = noticesOfTrouble(followed, verdict.kind);
    return { look, told: notifyFollowers({ page: work.page, followed, look, notices, settledFor: [], now }) };
  });
  return {
    trouble: failure,
    looks: observed.map(({ look }) => look),
    ...together(observed.map(({ told }) => told)),
  };
}

function together(all: readonly Told[]): Told {
  return {
    told: all.flatMap(({ told }) => told),
    deliveries: all.flatMap(({ deliveries }) => deliveries),
    events: all.flatMap(({ events }) => events),
  };
}

function cookiesOf(cookies: string | undefined): { readonly cookies?: string } {
  return cookies === undefined ? {} : { cookies };
}
