/** A plan becomes what a person has: sheets with what is on them at once, and follows that wait for their first check. */
import {
  type Follow,
  type FollowId,
  followsOf,
  isOwn,
  NEW_TILES,
  newId,
  type OwnContent,
  type PendingFollow,
  PendingFollowId,
  type PersonId,
  roomFor,
  type Sheet,
  SheetId,
  SheetStyle,
  type Tile,
  TileId,
  type TileSize,
  TileStyle,
} from "@tessera/model";
import type { ArchiveCounts } from "@tessera/model/api";
import { CapReached, type Listing, type Records, type Slice, type Store } from "@tessera/store";
import type { Principal } from "../people/principal.ts";
import { newFeedKey } from "../people/tokens.ts";
import { putOnSheet } from "./put-on-sheet.ts";
import { ownCounts } from "./reading/archive.ts";
import { type ImportNote, noteOf, readableNotes } from "./reading/import-note.ts";
import type { ImportPlan, PlannedFollow, PlannedSheet } from "./reading/import-plan.ts";

export interface PlacedPlan {
  /** Null where the file names nothing that could be there at once. */
  readonly imported: ArchiveCounts | null;
  readonly waiting: number;
  readonly waitingFeeds: number;
  readonly notes: readonly ImportNote[];
}

export interface Placing {
  readonly who: Principal;
  readonly now: number;
  /** Only say what it would do. */
  readonly isDryRun: boolean;
}

/** As much as there is room for; where there is none at all, the store refuses it. */
export async function placePlan(store: Store, plan: ImportPlan, placing: Placing): Promise<PlacedPlan> {
  return store.atOnce(async (records) => {
    const room = await records.caps.room(placing.who.person.id);
    const placed = await placeSheets(records, plan.sheets, { ...placing, room });
    const waits = await addFollows(records, plan, { ...placing, room: room.wishes });
    const notes = readableNotes([...plan.notes, ...placed.notes, ...waits.notes], plan.format);
    const imported = plan.sheets.length > 0 ? placed.counts : null;
    const waitingFeeds = waits.taken.filter(({ feedTile }) => feedTile !== undefined).length;
    return { imported, waiting: waits.taken.length, waitingFeeds, notes };
  });
}

type SheetRoom = Readonly<Record<"sheets" | "tiles", number>>;

const NO_COUNTS: ArchiveCounts = {
  ...{ follows: 0, sheets: 0, tiles: 0, observations: 0, corrections: 0, channels: 0 },
  ...{ pages: 0, blocks: 0, captures: 0, feeds: 0, links: 0, notes: 0, tags: 0 },
};

async function placeSheets(
  records: Records,
  sheets: readonly PlannedSheet[],
  placing: Placing & { readonly room: SheetRoom },
): Promise<{ readonly counts: ArchiveCounts; readonly notes: readonly ImportNote[] }> {
  const own = await records.sheets.list(placing.who.person.id);
  const notes: ImportNote[] = [];
  const contents: OwnContent[] = [];
  let made = 0;
  for (const planned of sheets) {
    const known = own.find(({ title }) => title === planned.title) ?? null;
    // the first is tried, so that a person who may have none more is told so
    if (!known && made > 0 && made >= placing.room.sheets) {
      notes.push(noteOf(planned.title, "no-room"));
      continue;
    }
    if (known) notes.push(noteOf(planned.title, "sheet-extended"));
    else made++;
    const position = Math.max(-1, ...own.map((sheet) => sheet.position)) + made;
    const placed = await placeSheet(records, planned, { ...placing, known, position });
    contents.push(...placed.contents);
    notes.push(...placed.notes);
  }
  return { counts: { ...NO_COUNTS, sheets: made, tiles: contents.length, ...ownCounts(contents) }, notes };
}

interface PlacingOne extends Placing {
  readonly room: SheetRoom;
  /** The person's sheet of this title. */
  readonly known: Sheet | null;
  readonly position: number;
}

/** Onto the sheet of this title, made where there is none; what is on it already is not put there again. */
async function placeSheet(
  records: Records,
  { title, tiles }: PlannedSheet,
  { who: { person }, now, isDryRun, room, known, position }: PlacingOne,
): Promise<{ readonly contents: readonly OwnContent[]; readonly notes: readonly ImportNote[] }> {
  const present = known ? ((await records.sheets.find(person.id, known.id))?.tiles ?? []) : [];
  const there = new Set(
    present
      .map(({ tile }) => tile.content)
      .filter(isOwn)
      .map(keyOf),
  );
  const notes = tiles.filter((content) => there.has(keyOf(content))).map((content) => thereAlready(content, title));
  const fresh = tiles.filter((content) => !there.has(keyOf(content)));
  const contents = fresh.slice(0, Math.max(0, room.tiles - present.length));
  const left = fresh.length - contents.length;
  if (left > 0) notes.push(noteOf(title, "tiles-no-room", { count: left }));
  if (isDryRun) return { contents, notes };
  const sheet = known ?? newSheet({ title, position, personId: person.id, now });
  if (!known) await records.sheets.add(sheet);
  const placed = present.map(({ tile }) => tile);
  for (const content of contents) {
    const place = roomFor(placed, SIZES[content.kind]);
    const tile = newTile({ sheetId: sheet.id, content, place }, now);
    placed.push(tile);
    await records.tiles.add(person.id, tile);
  }
  return { contents, notes };
}

function thereAlready(content: OwnContent, sheet: string): ImportNote {
  return noteOf(content.title ?? content.kind, "tile-there", { what: sheet });
}

/** What it says, whatever order its fields are stored in. */
function keyOf(content: OwnContent): string {
  return JSON.stringify(content, (_, value: unknown) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  );
}

/** Links that were kept elsewhere are many. */
const SIZES: Readonly<Record<OwnContent["kind"], TileSize>> = { ...NEW_TILES, links: { width: 4, height: 5 } };

function newSheet({ title, position, personId, now }: NewSheet): Sheet {
  return {
    ...{ id: newId(SheetId, now), personId, title, position, style: SheetStyle.parse({}) },
    ...{ feedKey: newFeedKey(), createdAt: now, updatedAt: now, deletedAt: null, version: 1 },
  };
}

type NewSheet = Pick<Sheet, "title" | "position" | "personId"> & { readonly now: number };

function newTile({ sheetId, content, place }: Pick<Tile, "sheetId" | "content" | "place">, now: number): Tile {
  // a search box says what it is by itself
  const style = TileStyle.parse(content.kind === "search" ? { showTitle: false } : {});
  return { id: newId(TileId, now), sheetId, followId: null, content, place, style, version: 1 };
}

async function addFollows(
  records: Records,
  { follows, sheets }: ImportPlan,
  { who: { person }, now, isDryRun, room }: Placing & { readonly room: number },
): Promise<{ readonly taken: readonly PlannedFollow[]; readonly notes: readonly ImportNote[] }> {
  if (follows.length === 0) return { taken: [], notes: [] };
  const known = await knownOf(records, person.id);
  const shown = await shownOn(records, person.id, new Set(follows.flatMap((follow) => follow.sheets)));
  const notes: ImportNote[] = [];
  const fresh: PlannedFollow[] = [];
  for (const follow of follows) {
    const { kind, followId = null } = known(follow);
    if (kind === "fresh") fresh.push(follow);
    else notes.push(noteOf(follow.name, kind));
    if (followId === null || isDryRun) continue;
    const titles = follow.sheets.filter((title) => !shown.get(title)?.has(followId));
    const isPut = await putOn(records, { id: followId, personId: person.id }, { ...follow, titles, now });
    if (!isPut) notes.push(noteOf(follow.name, "no-room"));
  }
  const taken = fresh.slice(0, sheets.length > 0 ? room : Math.max(1, room));
  for (const { name } of fresh.slice(taken.length)) notes.push(noteOf(name, "no-room"));
  if (!isDryRun || room === 0) await records.wishes.add(wishesOf(taken, person.id, now));
  return { taken, notes };
}

interface PuttingOn extends Pick<PendingFollow, "feedTile"> {
  /** Of the sheets. */
  readonly titles: readonly string[];
  readonly now: number;
}

/** False where there is no room. */
async function putOn(
  records: Records,
  follow: Pick<Follow, "id" | "personId">,
  { titles, feedTile = null, now }: PuttingOn,
): Promise<boolean> {
  try {
    const size = NEW_TILES.feed;
    for (const title of titles) await putOnSheet(records, follow, { title, feedTile, size, now });
    return true;
  } catch (failure) {
    if (failure instanceof CapReached) return false;
    throw failure;
  }
}

interface Knowledge {
  readonly kind: "fresh" | "followed-already" | "waits-already";
  /** The follow of the feed. */
  readonly followId?: FollowId;
}

/** A feed is followed once; of a page there may be many blocks, and who has none of them yet cannot say which these are. */
async function knownOf({ follows, wishes }: Records, person: PersonId): Promise<(follow: PlannedFollow) => Knowledge> {
  const [followed, waiting] = [new Map<string, FollowId>(), new Set<string>()];
  await each(
    (slice) => follows.list(person, slice),
    ({ page, follow }) => followed.set(page.source.url, follow.id),
  );
  await each(
    (slice) => wishes.list(person, slice),
    (wish) => waiting.add(keyOfWish(wish)),
  );
  return (follow) => {
    const followId = follow.feedTile === undefined ? undefined : followed.get(follow.source.url);
    if (followId !== undefined) return { kind: "followed-already", followId };
    return { kind: waiting.has(keyOfWish(follow)) ? "waits-already" : "fresh" };
  };
}

/** What is shown on the sheets of these titles, in whichever tile: nobody is given it there once more. */
async function shownOn(
  { sheets }: Records,
  person: PersonId,
  titles: ReadonlySet<string>,
): Promise<ReadonlyMap<string, ReadonlySet<FollowId>>> {
  const shown = new Map<string, ReadonlySet<FollowId>>();
  for (const { id, title } of await sheets.list(person)) {
    // what comes goes to the first of a title
    if (!titles.has(title) || shown.has(title)) continue;
    const tiles = (await sheets.find(person, id))?.tiles ?? [];
    shown.set(title, new Set(tiles.flatMap(({ tile }) => followsOf(tile))));
  }
  return shown;
}

/** A feed can wait for several tiles. */
function keyOfWish({ source, wish, sheets, feedTile = null }: Waiting): string {
  const tile = feedTile === null ? null : [sheets, feedTile];
  return JSON.stringify([source.url, Object.entries(wish).sort(([one], [other]) => (one < other ? -1 : 1)), tile]);
}

type Waiting = Pick<PendingFollow | PlannedFollow, "source" | "wish" | "sheets" | "feedTile">;

const SLICE = 200;

async function each<T>(list: (slice: Slice) => Promise<Listing<T>>, take: (item: T) => void): Promise<void> {
  for (let after: string | undefined; ; ) {
    const { items, next } = await list({ limit: SLICE, after });
    for (const item of items) take(item);
    if (next === null) return;
    after = next;
  }
}

const MAX_SHEETS = 20;

function wishesOf(follows: readonly PlannedFollow[], personId: PersonId, now: number): readonly PendingFollow[] {
  return follows.map(({ name: _, sheets, conditions, quietLines, ...wanted }) => ({
    ...wanted,
    id: newId(PendingFollowId, now),
    personId,
    conditions: conditions.slice(0, 50),
    quietLines: quietLines.slice(0, 100),
    sheets: [...new Set(sheets)].slice(0, MAX_SHEETS),
    attempts: 0,
    dueAt: now,
    error: null,
    createdAt: now,
  }));
}
