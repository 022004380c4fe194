/** What a person makes of their follows beside the texts: tags, sheets with tiles on them, and notes and links of their own. */
import {
  type FollowId,
  newId,
  type PersonId,
  type Sheet,
  SheetId,
  SheetStyle,
  type Tile,
  TileContent,
  TileId,
  TileStyle,
} from "@tessera/model";
import type { Store } from "@tessera/store";
import { Language } from "./corpus.ts";

const PAGE = 100;
/** Every second follow has the common tag, and every fiftieth the rare one as well. */
const COMMON = { tag: "often", every: 2 };
const RARE = { tag: "seldom", every: 50 };
/** A tenth of the follows are on sheets. */
const PLACED = 10;
const SHEETS = 20;
const NOTES = 100;
const LINK_TILES = 100;
const LINES_OF_NOTE = 20;
const LINKS = 20;

export const TAGS = { common: COMMON.tag, rare: RARE.tag };

/** One of them, in quotes: without these the first would mean those with two digits as well. */
export function someSheet(language: Language): string {
  return `"${titleOf(language.below(SHEETS))}"`;
}

/** Where a store has none of it yet: one that was kept before there was any gets it too. False where it is all there. */
export async function addPlaces(store: Store, owner: PersonId): Promise<boolean> {
  if ((await store.sheets.list(owner)).some(({ title }) => title === titleOf(0))) return false;
  const now = Date.now();
  const follows = await followsOf(store, owner);
  for (const [number, id] of follows.entries()) {
    const tags = [COMMON, RARE].flatMap(({ tag, every }) => (number % every === 0 ? [tag] : []));
    if (tags.length > 0) await store.follows.change(owner, id, { tags }, { now });
  }
  const sheets = Array.from({ length: SHEETS }, (_, number) => sheetOf(owner, number, now));
  const placed = follows.filter((_, number) => number % PLACED === 0);
  const contents = [...placed, ...written(new Language(4))];
  const tiles = contents.map((content, number) => tileOf(sheets[number % SHEETS]!, { content, number, now }));
  const none = { bodies: [], pages: [], captures: [], blocks: [], observations: [], channels: [] };
  await store.archives.restore({ ...none, follows: [], corrections: [], sheets, tiles }, now);
  return true;
}

async function followsOf(store: Store, owner: PersonId): Promise<readonly FollowId[]> {
  const ids: FollowId[] = [];
  for (let after: string | undefined; ; ) {
    const { items, next } = await store.follows.list(owner, { limit: PAGE, after });
    ids.push(...items.map(({ follow }) => follow.id));
    if (next === null) return ids;
    after = next;
  }
}

/** Of the words of the texts, so that the same questions find something in them. */
function written(language: Language): readonly TileContent[] {
  const lines = (count: number): string[] => Array.from({ length: count }, () => language.line());
  const notes = Array.from({ length: NOTES }, (_, at) => ({
    ...{ kind: "note", title: `Note ${at}`, text: lines(LINES_OF_NOTE).join("\n") },
  }));
  const links = Array.from({ length: LINK_TILES }, (_, at) => ({
    kind: "links",
    title: `Links ${at}`,
    groups: [{ links: lines(LINKS).map((title, number) => ({ title, url: `https://site${number}.example/${at}` })) }],
  }));
  return [...notes, ...links].map((content) => TileContent.parse(content));
}

function titleOf(number: number): string {
  return `Sheet${number}`;
}

function sheetOf(personId: PersonId, number: number, now: number): Sheet {
  return {
    ...{ id: newId(SheetId, now), personId, title: titleOf(number), position: number, style: SheetStyle.parse({}) },
    ...{ feedKey: crypto.randomUUID(), createdAt: now, updatedAt: now, deletedAt: null, version: 1 },
  };
}

interface Placing {
  /** A follow, or what the person wrote. */
  readonly content: FollowId | TileContent;
  readonly number: number;
  readonly now: number;
}

function tileOf({ id: sheetId }: Sheet, { content, number, now }: Placing): Tile {
  const isFollow = typeof content === "string";
  return {
    ...{ id: newId(TileId, now), sheetId, followId: isFollow ? content : null },
    content: isFollow ? { kind: "follow" } : content,
    place: { x: 0, y: number, width: 1, height: 1 },
    ...{ style: TileStyle.parse({}), version: 1 },
  };
}
