/** What was traced, beside what was observed before: new observations, or the latest ones going on. */
import {
  type Block,
  type Capture,
  type CaptureFailureRecord,
  CaptureId,
  newId,
  type Observation,
  ObservationId,
  type Redesign,
  type VerdictRecord,
} from "@tessera/model";
import {
  type Body,
  type CheckRecord,
  type CheckWork,
  type FollowedBlock,
  type ObservedBlock,
  packBody,
} from "@tessera/store";
import { rateAfterChange } from "../timing/change-rate.ts";
import type { TracedBlock, TracedContent } from "../trace/page-job.ts";
import { isWaiting, type Pictures, type Traced } from "./trace.ts";
import type { TracedPage } from "./trace-blocks.ts";

/** What a check showed of a page, before anybody is notified. */
export interface Observed {
  readonly now: number;
  readonly blocks: readonly ObservedFollow[];
  /** Observations that go on because their page did. */
  readonly unchanged: CheckRecord["unchanged"];
  readonly bodies: readonly Body[];
  readonly capture: Capture | null;
  /** The outline of the capture. */
  readonly layers?: string | null;
  /** Where the capture is a redesign of the page. */
  readonly redesign: Redesign | null;
  readonly title?: string;
  readonly cookies?: string;
  readonly failure: CaptureFailureRecord | null;
  /** Pictures for what was stored without one. */
  readonly pictures: NonNullable<CheckRecord["pictures"]>;
  readonly pagePicture?: CheckRecord["pagePicture"];
}

/** A block with what it was now; `traced` is null where its page could not be captured. */
export interface ObservedFollow {
  readonly followed: FollowedBlock;
  readonly observed: ObservedBlock;
  readonly traced: TracedBlock | null;
}

/** After so many failures in a row it is the page and not the moment: its blocks are unreachable. */
const FAILURES_UNTIL_UNREACHABLE = 3;
const NOTHING = {
  blocks: [],
  unchanged: [],
  bodies: [],
  capture: null,
  redesign: null,
  failure: null,
  pictures: [],
} as const;

export function compare(work: CheckWork, traced: Traced, now: number): Observed {
  switch (traced.kind) {
    case "page":
      return comparePage(work, traced, now);
    case "unchanged":
      return compareUnchanged(work, traced, now);
    case "failed":
      return compareFailure(work, traced.failure, now);
  }
}

function comparePage(work: CheckWork, traced: Extract<Traced, { kind: "page" }>, now: number): Observed {
  const { page, pictures } = traced;
  const capture = captureOf(work, traced, now);
  const picture = pictures.page && packBody(pictures.page);
  const drawings = traced.capture.drawings ? packBody(traced.capture.drawings) : null;
  const redesign = redesignOf(work, page, now);
  const observed = observeAll(work.blocks, page.blocks, {
    captureId: capture.id,
    now,
    redesign,
    pictureOf: ({ verdict }) => (verdict.kind === "found" ? (pictures.blocks.get(verdict.path) ?? null) : null),
  });
  const bodies = [page.html, page.layout, picture, drawings, traced.images].filter(
    (body): body is Body => body !== null,
  );
  return {
    ...NOTHING,
    now,
    ...observed,
    capture: { ...capture, picture: picture?.hash ?? null, drawings: drawings?.hash ?? null },
    layers: page.layers,
    redesign,
    title: page.title,
    bodies: [...bodies, ...observed.bodies],
    ...cookiesOf(traced.capture.cookies),
  };
}

function captureOf(
  work: CheckWork,
  { capture, page, images, isOfPrivateHost }: Extract<Traced, { kind: "page" }>,
  now: number,
): Capture {
  return {
    id: newId(CaptureId, now),
    pageId: work.page.id,
    at: now,
    fetcher: capture.by,
    finalUrl: capture.finalUrl,
    status: capture.status,
    headers: { ...capture.headers },
    sourceHash: capture.bodyHash,
    html: page.html.hash,
    layout: page.layout?.hash ?? null,
    picture: null,
    images: images?.hash ?? null,
    drawings: null,
    transferBytes: capture.bytesOnWire,
    loaded: capture.loaded ?? null,
    feed: capture.feed ?? null,
    tookMs: Math.max(0, Math.round(capture.timing.totalMs)),
    change: page.change,
    isOfPrivateHost,
  };
}

/** A wall in front of a page is no redesign of it, and neither is the page that comes back behind the wall. */
function redesignOf({ blocks }: CheckWork, { change, blocks: traced }: TracedPage, now: number): Redesign | null {
  if (change?.kind !== "redesign") return null;
  const verdicts = [...traced.map(({ verdict }) => verdict), ...blocks.map(({ latest }) => latest?.verdict)];
  return verdicts.some((verdict) => verdict?.kind === "blocked") ? null : { at: now, similarity: change.similarity };
}

/** The page is as it was: blocks that were last traced in it go on. */
function compareUnchanged(work: CheckWork, traced: Extract<Traced, { kind: "unchanged" }>, now: number): Observed {
  const { previous, blocks } = work;
  const cookies = cookiesOf(traced.cookies);
  if (!previous) return { ...NOTHING, now, ...cookies };
  const goingOn = blocks.filter((followed) => !isWaiting(followed, previous.id));
  const pictured = picturesOf(work, traced.pictures);
  const observed = observeAll(blocks, traced.page.blocks, {
    captureId: previous.id,
    now,
    redesign: null,
    pictureOf: () => null,
  });
  return {
    ...NOTHING,
    now,
    ...pictured,
    ...observed,
    unchanged: goingOn.flatMap(({ latest }) => (latest ? [latest.id] : [])),
    bodies: [...pictured.bodies, ...observed.bodies],
    pictures: [...pictured.pictures, ...observed.pictures],
    ...cookies,
  };
}

/** A page that is rendered again and is the same gives those a picture that had none: a follow's first observation. */
function picturesOf(
  { previous, blocks }: CheckWork,
  pictures: Pictures,
): Pick<Observed, "bodies" | "pictures" | "pagePicture"> {
  const whole = pictures.page && previous?.picture === null ? packBody(pictures.page) : null;
  const missing = blocks.flatMap(({ block, latest }) => {
    const isBare = latest?.verdict.kind === "found" && latest.picture === null;
    const bytes = isBare ? pictures.blocks.get(block.path) : undefined;
    return latest && bytes ? [{ observationId: latest.id, body: packBody(bytes) }] : [];
  });
  return {
    bodies: [...missing.map(({ body }) => body), ...(whole ? [whole] : [])],
    pictures: missing.map(({ observationId, body }) => ({ observationId, picture: body.hash })),
    ...(whole && previous ? { pagePicture: { captureId: previous.id, picture: whole.hash } } : {}),
  };
}

function compareFailure(work: CheckWork, failure: CaptureFailureRecord, now: number): Observed {
  // somebody who looked has seen the wall, and can do something about it
  const isSure = failure.retry === "never" || failure.wall !== undefined;
  const isLasting = isSure || work.page.failures + 1 >= FAILURES_UNTIL_UNREACHABLE;
  const verdict: VerdictRecord =
    failure.code === "blocked"
      ? { kind: "blocked", reason: failure.wall ?? "error" }
      : { kind: "unreachable", failure };
  const blocks = isLasting ? work.blocks.map((followed) => withoutPage(followed, verdict, now)) : [];
  return { ...NOTHING, now, failure, blocks };
}

/** What is remembered where the page could not be captured at all: the same for each of its blocks. */
function withoutPage(followed: FollowedBlock, verdict: VerdictRecord, now: number): ObservedFollow {
  const { block, latest } = followed;
  const { id, lessons, path, seenCaptureId, rate } = block;
  const observation: ObservedBlock["observation"] =
    latest?.verdict.kind === verdict.kind
      ? { kind: "same", id: latest.id, verdict, captureId: latest.captureId }
      : {
          kind: "new",
          record: newObservation(block, {
            ...{ captureId: null, now, verdict, change: "verdict", content: null },
            redesign: untoldRedesign(latest),
          }),
        };
  const observed = {
    block: { id, lessons, path, seenCaptureId, verdict: verdict.kind, rate },
    remembered: null,
    observation,
  };
  return { followed, observed, traced: null };
}

interface ObserveOptions {
  readonly captureId: CaptureId;
  readonly now: number;
  readonly redesign: Redesign | null;
  readonly pictureOf: (traced: TracedBlock) => Uint8Array | null;
}

function observeAll(
  blocks: readonly FollowedBlock[],
  traced: readonly TracedBlock[],
  { pictureOf, ...look }: ObserveOptions,
): Pick<Observed, "blocks" | "bodies" | "pictures"> {
  const byId = new Map(traced.map((block) => [block.blockId, block]));
  const all = blocks.flatMap((followed) => {
    const block = byId.get(followed.block.id);
    if (!block) return [];
    return [{ followed, traced: block, ...observe(followed, { ...look, traced: block, picture: pictureOf(block) }) }];
  });
  return {
    blocks: all,
    bodies: all.flatMap(({ bodies }) => bodies),
    pictures: all.flatMap(({ picture }) => picture ?? []),
  };
}

export interface BlockToObserve {
  readonly traced: TracedBlock;
  readonly captureId: CaptureId;
  readonly picture: Uint8Array | null;
  /** Where the capture is a redesign of the page. */
  readonly redesign: Redesign | null;
  readonly now: number;
}

/** What one block was in a capture, with the bodies that its observation names. */
export function observe(followed: FollowedBlock, { picture: bytes, ...look }: BlockToObserve) {
  const { traced, captureId, now } = look;
  const { block, latest } = followed;
  const { verdict, content, remembered } = traced;
  const picture = bytes && packBody(bytes);
  const { observation, isChange } = observationOf(followed, { ...look, picture });
  const observed: ObservedBlock = {
    block: {
      id: block.id,
      lessons: block.lessons,
      path: verdict.kind === "found" ? verdict.path : block.path,
      seenCaptureId: captureId,
      verdict: verdict.kind,
      rate: isChange && latest ? rateAfterChange(block.rate, latest, now) : block.rate,
    },
    remembered,
    observation,
  };
  // for the observation that goes on, where it had none
  const isMissing = observation.kind === "same" && latest?.picture === null;
  return {
    observed,
    bodies: [content?.body, content?.diff, picture].filter((body) => body !== undefined && body !== null),
    picture: isMissing && picture ? { observationId: observation.id, picture: picture.hash } : null,
  };
}

function observationOf(
  { block, latest, follows }: FollowedBlock,
  { traced, captureId, picture, redesign, now }: Omit<BlockToObserve, "picture"> & { readonly picture: Body | null },
): {
  readonly observation: ObservedBlock["observation"];
  /** True where the block itself reads differently. */
  readonly isChange: boolean;
} {
  const { content, verdict } = traced;
  const isSameVerdict = latest?.verdict.kind === verdict.kind;
  const difference = content?.difference ?? "none";
  if (latest && isSameVerdict && difference === "none") {
    return { observation: { kind: "same", id: latest.id, verdict, captureId, redesign }, isChange: false };
  }
  const change = latest === null ? "first" : isSameVerdict || isNews(difference) ? changeOf(difference) : "verdict";
  const record = newObservation(block, {
    ...{ captureId, now, verdict, change, content, picture },
    redesign: redesign ?? untoldRedesign(latest),
  });
  // volatile parts alone make no history, unless somebody asked to hear of them
  const isQuiet = latest !== null && isSameVerdict && difference === "quiet";
  if (isQuiet && follows.every((follow) => follow.quiet.volatileParts)) {
    const { id, change, diff } = latest;
    const renewed = { ...record, id, change, diff, quietLooks: latest.quietLooks + 1 };
    renewed.redesign ??= latest.redesign;
    return { observation: { kind: "renewed", record: renewed }, isChange: false };
  }
  return { observation: { kind: "new", record }, isChange: isNews(difference) };
}

export interface NewObservation {
  readonly captureId: CaptureId | null;
  readonly now: number;
  readonly verdict: VerdictRecord;
  readonly change: Observation["change"];
  readonly content: TracedContent | null;
  readonly picture?: Body | null;
  readonly redesign?: Redesign | null;
}

/** What an observation says besides, after one that did not find the block: it was a redesign that it got lost in. */
export function untoldRedesign(latest: Observation | null): Redesign | null {
  return (latest?.verdict.kind !== "found" && latest?.redesign) || null;
}

/** Every observation begins here. */
export function newObservation({ id: blockId }: Pick<Block, "id">, seen: NewObservation): Observation {
  const { captureId, now, verdict, change, content, picture, redesign = null } = seen;
  return {
    id: newId(ObservationId, now),
    blockId,
    captureId,
    at: now,
    lastAt: now,
    looks: 1,
    quietLooks: 0,
    verdict,
    change,
    content: content?.body.hash ?? null,
    meaning: content?.meaning ?? null,
    excerpt: content?.excerpt ?? "",
    numbers: [...(content?.numbers ?? [])],
    diff: content?.diff?.hash ?? null,
    picture: picture?.hash ?? null,
    redesign,
  };
}

export function isNews(difference: string | undefined): boolean {
  return difference === "changed" || difference === "moved";
}

function changeOf(difference: string): Observation["change"] {
  // a block that was blank without a browser shows something at last, which nobody has seen change
  if (difference === "first") return "first";
  return difference === "quiet" || difference === "moved" ? difference : "changed";
}

function cookiesOf(cookies: string | undefined): { readonly cookies?: string } {
  return cookies === undefined ? {} : { cookies };
}
