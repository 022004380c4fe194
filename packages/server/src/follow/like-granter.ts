/**
 * One address of many on which a block is to be followed: one attempt, and what became of it written down together with
 * the follow itself, so that nothing is followed twice and nothing is lost, wherever the program ends.
 */
import {
  type CaptureFailureRecord,
  type FollowId,
  type LikeLocator,
  newId,
  type PendingFollow,
  roomFor,
  type SheetId,
  type Template,
  type TemplatePage,
  TileId,
  type TileSize,
  TileStyle,
} from "@tessera/model";
import {
  CapReached,
  type ClaimedPendingFollow,
  type FollowView,
  type NewFollow,
  type PendingFollowOutcome,
  type Records,
} from "@tessera/store";
import type { CheckParts } from "../check/check-page.ts";
import { TraceFailure } from "../workers/trace-workers.ts";
import { firstSize } from "./first-size.ts";
import { followLike, type LikeOutcome } from "./follow-like.ts";

/** Somebody watches: what is out of reach for longer is theirs to try again. */
const MAX_ATTEMPTS = 3;
const RETRY_MS = 30_000;
/** A server that says so of a page which nobody has seen is believed at once. */
const GONE: ReadonlySet<number> = new Set([404, 410]);

interface LikeWish extends PendingFollow {
  readonly wish: LikeLocator;
}

export function isLike(wish: PendingFollow): wish is LikeWish {
  return wish.wish.kind === "like";
}

/** Settles the claim, whatever comes of it. */
export async function grantLike(
  claimed: ClaimedPendingFollow,
  wish: LikeWish,
  parts: CheckParts,
): Promise<PendingFollowOutcome> {
  const { store } = parts;
  const original = await store.follows.find(wish.personId, wish.wish.followId);
  if (!original || original.follow.deletedAt !== null) {
    return settle(claimed, wish, { page: { state: "missing", error: "the block is no longer followed" }, parts });
  }
  try {
    const outcome = await followLike({ original, source: wish.source, insists: wish.wish.insists }, parts);
    return await settleOutcome(claimed, wish, { outcome, original, parts });
  } catch (failure) {
    if (failure instanceof CapReached) {
      return settle(claimed, wish, { page: { state: "no-room", error: failure.message }, parts });
    }
    if (failure instanceof TraceFailure) return unreachable(claimed, wish, { failure: failure.toRecord(), parts });
    await unreachable(claimed, wish, { failure: OURS, parts });
    throw failure;
  }
}

const OURS: CaptureFailureRecord = { code: "crashed", retry: "later", message: "something failed here" };

async function settleOutcome(
  claimed: ClaimedPendingFollow,
  wish: LikeWish,
  {
    outcome,
    original,
    parts,
  }: { readonly outcome: LikeOutcome; readonly original: FollowView; readonly parts: CheckParts },
): Promise<PendingFollowOutcome> {
  switch (outcome.kind) {
    case "unreachable":
      return unreachable(claimed, wish, { failure: outcome.failure, parts });
    case "other-layout":
    case "missing":
      return settle(claimed, wish, { page: { state: outcome.kind, similarity: outcome.similarity }, parts });
    case "already": {
      const { followId, similarity } = outcome;
      return settle(claimed, wish, { page: { state: "already", followId, similarity }, parts });
    }
    case "found":
    case "asks": {
      const state = outcome.kind === "found" ? "followed" : "asks";
      const { start, similarity } = outcome;
      const { observation: latestFound } = start;
      // a page that no browser has rendered has the block as large as the other has it
      const size = firstSize({ ...start, latestFound }, original);
      return settle(claimed, wish, { page: { state, followId: start.follow.id, similarity }, start, size, parts });
    }
  }
}

/** Tried again for a while, then left to the person. */
async function unreachable(
  claimed: ClaimedPendingFollow,
  wish: LikeWish,
  { failure, parts }: { readonly failure: CaptureFailureRecord; readonly parts: CheckParts },
): Promise<PendingFollowOutcome> {
  const why = { failure: failure.code, error: failure.message.slice(0, 1_000) };
  const isOver = failure.retry === "never" || GONE.has(failure.status ?? 0);
  const isLast = isOver || wish.attempts + 1 >= MAX_ATTEMPTS;
  if (isLast) return settle(claimed, wish, { page: { state: "unreachable", ...why }, parts });
  const outcome = { kind: "again", error: why.error, dueAt: parts.now() + RETRY_MS * 2 ** wish.attempts } as const;
  return settle(claimed, wish, { page: { state: "waiting", ...why }, outcome, parts });
}

interface Settling {
  readonly page: Pick<TemplatePage, "state"> & Partial<TemplatePage>;
  readonly start?: NewFollow;
  /** Of its tile. */
  readonly size?: TileSize | undefined;
  readonly outcome?: PendingFollowOutcome;
  readonly parts: CheckParts;
}

/** In one transaction; where there is no room for a tile, the follow is on no sheet and can be put on one later. */
async function settle(
  claimed: ClaimedPendingFollow,
  wish: LikeWish,
  settling: Settling,
): Promise<PendingFollowOutcome> {
  const { store } = settling.parts;
  try {
    return await store.atOnce((records) => settleIn(records, claimed, { wish, settling, isPlaced: true }));
  } catch (failure) {
    if (!(failure instanceof CapReached) || failure.cap !== "tiles") throw failure;
    return store.atOnce((records) => settleIn(records, claimed, { wish, settling, isPlaced: false }));
  }
}

async function settleIn(
  records: Records,
  claimed: ClaimedPendingFollow,
  { wish, settling, isPlaced }: { readonly wish: LikeWish; readonly settling: Settling; readonly isPlaced: boolean },
): Promise<PendingFollowOutcome> {
  const { page, start, size, outcome = { kind: "granted" }, parts } = settling;
  const now = parts.now();
  // somebody else has taken it over, or the order was taken back: nothing is started then
  if (!(await records.wishes.settle(claimed, outcome))) return outcome;
  if (start) await records.follows.start(start);
  const { templateId } = wish.wish;
  if (templateId === null) return outcome;
  const usual = { similarity: null, followId: null, failure: null, error: null };
  const { url } = wish.source;
  const template = await records.templates.settle(templateId, [{ ...usual, ...page, url }], now);
  const followId = page.followId ?? null;
  if (template && followId && isPlaced)
    await place(records, { template, wish, followId, isNew: start !== undefined, size, now });
  return outcome;
}

interface Placing {
  readonly template: Template;
  readonly wish: PendingFollow;
  readonly followId: FollowId;
  readonly isNew: boolean;
  readonly size: TileSize | undefined;
  readonly now: number;
}

/** A row of the table, also of what was followed already; or a tile of what is new. */
async function place(records: Records, { template, wish, followId, isNew, size, now }: Placing): Promise<void> {
  const { target } = template;
  if (target.kind === "board") {
    const below = await rowsAbove(records, template, wish.source.url);
    await records.tiles.addRow(wish.personId, target.tileId, { followId, below, now });
  } else if (target.sheetId !== null && isNew)
    await placeTile(records, { sheetId: target.sheetId, wish, followId, size, now });
}

/** Rows stand in the order of the addresses, in whichever order they are found: what comes before this one, nearest first. */
async function rowsAbove(
  { templates }: Records,
  { id, personId, followId }: Template,
  url: string,
): Promise<readonly FollowId[]> {
  const pages = (await templates.find(personId, id))?.pages ?? [];
  const before = pages.slice(
    0,
    pages.findIndex((page) => page.url === url),
  );
  return [...before.flatMap((page) => page.followId ?? []).reverse(), followId];
}

async function placeTile(
  { sheets, tiles }: Records,
  { sheetId, wish, followId, size, now }: { readonly sheetId: SheetId } & Omit<Placing, "template" | "isNew">,
): Promise<void> {
  const sheet = await sheets.find(wish.personId, sheetId);
  if (!sheet) return;
  await tiles.add(wish.personId, {
    id: newId(TileId, now),
    sheetId,
    followId,
    content: { kind: "follow" },
    place: roomFor(
      sheet.tiles.map(({ tile }) => tile),
      size,
    ),
    style: TileStyle.parse({}),
    version: 1,
  });
}
