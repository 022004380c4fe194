/** A checked archive becomes records of one person: all of them in one transaction, on pages that are theirs alone. */
import {
  type Block,
  BlockId,
  type Capture,
  CaptureId,
  type Channel,
  ChannelId,
  CorrectionId,
  contentWith,
  type Follow,
  FollowId,
  followsOf,
  newId,
  type Observation,
  ObservationId,
  type Page,
  PageId,
  type PendingFollow,
  PendingFollowId,
  type Person,
  type Sheet,
  SheetId,
  TileId,
} from "@tessera/model";
import type { ArchiveCounts } from "@tessera/model/api";
import type { ArchivedKind, ArchivedRecords, Body, Records, Store } from "@tessera/store";
import type { z } from "zod";
import type { Principal } from "../people/principal.ts";
import { newFeedKey } from "../people/tokens.ts";
import { allowedTo, missingSecrets, withChannelsOff, withinRoom } from "./allowed-archive.ts";
import { type Archive, type ArchiveRecords, countsOf } from "./reading/archive.ts";
import { type ImportNote, noteOf, readableNotes } from "./reading/import-note.ts";
import type { CheckedArchive } from "./reading/read-archive.ts";

export interface RestoreOptions {
  readonly who: Principal;
  readonly now: number;
  /** Only say what it would do. */
  readonly isDryRun?: boolean;
}

export interface Restored {
  /** Records by kind. */
  readonly imported: ArchiveCounts;
  /** Follows that wait for the first look at their page. */
  readonly waiting: number;
  readonly waitingFeeds: number;
  /** What could not be carried over. */
  readonly notes: readonly ImportNote[];
}

/** Writes everything that the person may have, or nothing. */
export async function restoreArchive(
  store: Store,
  { archive, bodies }: CheckedArchive,
  { who, now, isDryRun = false }: RestoreOptions,
): Promise<Restored> {
  const { person } = who;
  const allowed = allowedTo(who, archive);
  const stored = await store.secrets.of(person.id);
  return store.atOnce(async (records) => {
    const fitting = withinRoom(allowed.archive, await records.caps.room(person.id));
    const off = withChannelsOff(fitting.archive, now);
    const { archive: taken } = off;
    const twice = await hereTwice(records, taken, person);
    if (!isDryRun) {
      const named = new Set<string | null>(namedIn(taken));
      const own = await records.sheets.list(person.id);
      const firstPosition = Math.max(-1, ...own.map(({ position }) => position)) + 1;
      const options = { person, now, firstPosition, bodies: bodies.filter(({ hash }) => named.has(hash)) };
      const idOf = await freeIds(records, taken);
      await records.archives.restore(await recordsOf(taken, idOf, options), now);
      for (const { id, readItems: items } of taken.follows) {
        if (items.length === 0) continue;
        await records.readItems.mark(person.id, idOf("follows", id), { items, isRead: true, by: person.id, now });
      }
      await records.wishes.add(wishesOf(taken, idOf, options));
    }
    const notes = [...allowed.notes, ...fitting.notes, ...off.notes, ...missingSecrets(taken, stored), ...twice];
    const waitingFeeds = taken.wishes.filter(({ feedTile }) => feedTile).length;
    const waiting = taken.wishes.length;
    return { imported: countsOf(taken), waiting, waitingFeeds, notes: readableNotes(notes, "archive") };
  });
}

/** What this person has already under the same id: it was imported before, or never went away. */
async function hereTwice(
  { archives, sheets, follows }: Records,
  archive: ArchiveRecords,
  person: Person,
): Promise<readonly ImportNote[]> {
  const notes: ImportNote[] = [];
  const own = new Set<string>((await sheets.list(person.id)).map(({ id }) => id));
  for (const { id, title } of archive.sheets) if (own.has(id)) notes.push(noteOf(title, "here-twice"));
  const ids = archive.follows.map(({ id }) => id);
  const taken = await archives.taken("follows", ids);
  for (const { id, title } of archive.follows) {
    // somebody else's is no business of this person
    if (taken.has(id) && (await follows.find(person.id, id))) notes.push(noteOf(title, "here-twice"));
  }
  return notes;
}

function namedIn({ captures, observations, sheets }: ArchiveRecords): readonly (string | null)[] {
  return [
    ...captures.flatMap(({ html, layout, picture, images, drawings }) => [html, layout, picture, images, drawings]),
    ...observations.flatMap(({ content, diff, picture }) => [content, diff, picture]),
    ...sheets.map(({ picture }) => picture ?? null),
  ];
}

const KINDS = {
  pages: PageId,
  captures: CaptureId,
  blocks: BlockId,
  observations: ObservationId,
  channels: ChannelId,
  follows: FollowId,
  corrections: CorrectionId,
  sheets: SheetId,
} as const satisfies Partial<Record<ArchivedKind, z.ZodType<string>>>;

type Kind = keyof typeof KINDS;
/** The id that a record of the archive has from now on. */
type IdOf = <K extends Kind>(kind: K, id: string) => z.output<(typeof KINDS)[K]>;

/** Ids stay as they are where they are free; where a record has one already, the archived one gets another. */
async function freeIds({ archives }: Records, archive: ArchiveRecords): Promise<IdOf> {
  const renewed = new Map<string, string>();
  for (const kind of Object.keys(KINDS) as Kind[]) {
    const records: readonly { readonly id: string; readonly at?: number; readonly createdAt?: number }[] =
      archive[kind];
    const taken = await archives.taken(
      kind,
      records.map(({ id }) => id),
    );
    // made with the time of the record, because ids sort by it
    for (const { id, at, createdAt } of records) {
      if (taken.has(id)) renewed.set(`${kind} ${id}`, newId(KINDS[kind], at ?? createdAt ?? 0));
    }
  }
  // both are ids of this kind: they were checked with the archive, or have just been made
  return (kind, id) => (renewed.get(`${kind} ${id}`) ?? id) as never;
}

interface Context extends Whose {
  readonly bodies: readonly Body[];
  /** Behind the sheets that the person has. */
  readonly firstPosition: number;
}

interface Whose {
  readonly person: Person;
  readonly now: number;
}

/** Records made at a time before others are served. */
const STEP = 500;

async function inSteps<T, R>(items: readonly T[], make: (item: T) => R): Promise<readonly R[]> {
  const made: R[] = [];
  for (const item of items) {
    made.push(make(item));
    if (made.length % STEP === 0) await new Promise<void>((resolve) => setImmediate(resolve));
  }
  return made;
}

async function recordsOf(
  archive: ArchiveRecords,
  idOf: IdOf,
  { person, now, bodies, firstPosition }: Context,
): Promise<ArchivedRecords> {
  const captures = await inSteps(
    archive.captures,
    (capture): Capture => ({
      ...capture,
      id: idOf("captures", capture.id),
      pageId: idOf("pages", capture.pageId),
    }),
  );
  const observations = await inSteps(
    archive.observations,
    (observation): Observation => ({
      ...observation,
      id: idOf("observations", observation.id),
      blockId: idOf("blocks", observation.blockId),
      captureId: observation.captureId && idOf("captures", observation.captureId),
    }),
  );
  const ofBlock = Map.groupBy(observations, ({ blockId }) => blockId);
  const blocks = archive.blocks.map((block) => blockOf(block, idOf, ofBlock.get(idOf("blocks", block.id)) ?? []));
  const blockOfId = new Map(blocks.map((block) => [block.id, block]));
  const follows = archive.follows.map((follow) => followOf(follow, idOf, { person, now, blockOfId }));
  const blockOfFollow = new Map(follows.map(({ id, blockId }) => [id, blockId]));
  const capturesOf = Map.groupBy(captures, ({ pageId }) => pageId);
  const awake = new Set(follows.filter(({ pausedAt }) => pausedAt === null).map(({ pageId }) => pageId));
  return {
    bodies,
    pages: archive.pages.map((page) => {
      const id = idOf("pages", page.id);
      return { ...pageOf(page, id, { person, now }), ...stateOf(capturesOf.get(id) ?? [], awake.has(id) ? now : null) };
    }),
    captures,
    blocks,
    observations,
    channels: archive.channels.map((channel) => channelOf(channel, idOf, { person, now })),
    follows,
    corrections: archive.corrections.map((correction) => {
      const followId = idOf("follows", correction.followId);
      return {
        ...correction,
        personId: person.id,
        id: idOf("corrections", correction.id),
        followId,
        blockId: blockOfFollow.get(followId) as BlockId,
        captureId: idOf("captures", correction.captureId),
      };
    }),
    sheets: archive.sheets
      .toSorted((one, other) => one.position - other.position)
      .map((sheet, place) => sheetOf({ ...sheet, position: firstPosition + place }, idOf, { person, now })),
    tiles: archive.tiles.map((tile) => ({
      ...tile,
      id: newId(TileId, now),
      sheetId: idOf("sheets", tile.sheetId),
      followId: tile.followId && idOf("follows", tile.followId),
      content: contentWith(
        tile.content,
        followsOf(tile).map((id) => idOf("follows", id)),
      ),
      version: 1,
    })),
  };
}

function pageOf(
  page: Archive["pages"][number],
  id: Page["id"],
  { person, now }: Whose,
): Omit<Page, "dueAt" | "latestCaptureId"> {
  const { fetcher } = page.source;
  return {
    ...page,
    id,
    host: new URL(page.source.url).host,
    // what an archive says of a page is this person's own: others must never be shown it
    privateTo: person.id,
    fetcher:
      fetcher === "auto"
        ? { fetcher: "http", reason: "first-try", decidedAt: now, probeAt: null }
        : { fetcher, reason: "asked", decidedAt: now, probeAt: null },
    lastCheckedAt: null,
    failures: 0,
    trouble: null,
    redesign: null,
  };
}

function stateOf(captures: readonly Capture[], dueAt: number | null): Pick<Page, "dueAt" | "latestCaptureId"> {
  return { dueAt, latestCaptureId: latestOf(captures)?.id ?? null };
}

function blockOf(block: Archive["blocks"][number], idOf: IdOf, own: readonly Observation[]): Block {
  const id = idOf("blocks", block.id);
  const latest = latestOf(own);
  const firstCaptureId = idOf("captures", block.firstCaptureId);
  return {
    ...block,
    id,
    pageId: idOf("pages", block.pageId),
    firstCaptureId,
    seenCaptureId: latest?.captureId ?? firstCaptureId,
    latestObservationId: latest?.id ?? null,
    latestFoundId: latestOf(own.filter(({ content }) => content !== null))?.id ?? null,
  };
}

function latestOf<T extends { readonly at: number; readonly id: string }>(records: readonly T[]): T | null {
  return records.reduce<T | null>(
    (best, each) => (!best || each.at > best.at || (each.at === best.at && each.id > best.id) ? each : best),
    null,
  );
}

function followOf(
  { readItems: _, ...follow }: Archive["follows"][number],
  idOf: IdOf,
  { person, now, blockOfId }: Whose & { readonly blockOfId: ReadonlyMap<BlockId, Block> },
): Follow {
  const blockId = idOf("blocks", follow.blockId);
  const block = blockOfId.get(blockId);
  if (!block) throw new RangeError(`the archive was not checked: no block ${blockId}`);
  const { seenObservationId, toldObservationId } = follow;
  return {
    ...follow,
    id: idOf("follows", follow.id),
    personId: person.id,
    pageId: block.pageId,
    blockId,
    channels: follow.channels.map((channel) => idOf("channels", channel)),
    seenObservationId: seenObservationId && idOf("observations", seenObservationId),
    toldObservationId: toldObservationId && idOf("observations", toldObservationId),
    feedKey: newFeedKey(),
    updatedAt: now,
    deletedAt: null,
    version: 1,
  };
}

function channelOf(channel: Archive["channels"][number], idOf: IdOf, { person, now }: Whose): Channel {
  return { ...channel, id: idOf("channels", channel.id), personId: person.id, updatedAt: now, version: 1 };
}

function sheetOf(sheet: Archive["sheets"][number], idOf: IdOf, { person, now }: Whose): Sheet {
  const id = idOf("sheets", sheet.id);
  return { ...sheet, id, personId: person.id, feedKey: newFeedKey(), updatedAt: now, deletedAt: null, version: 1 };
}

/** What became of the others of its kind is not in an archive, so nobody asks what becomes of it. */
function wishesOf({ wishes }: ArchiveRecords, idOf: IdOf, { person, now }: Whose): readonly PendingFollow[] {
  return wishes.map((wish) => ({
    ...wish,
    wish:
      wish.wish.kind === "like"
        ? { ...wish.wish, followId: idOf("follows", wish.wish.followId), templateId: null }
        : wish.wish,
    id: newId(PendingFollowId, wish.createdAt),
    personId: person.id,
    attempts: 0,
    dueAt: now,
    error: null,
  }));
}
