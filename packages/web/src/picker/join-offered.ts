/** Offered blocks joined into one tile: each followed by itself, one tile for all of them, and the way back. */
import type { TilePlace } from "@tessera/model";
import type { TileReply } from "@tessera/model/api";
import { sizeOfParts } from "@tessera/model/first-size";
import { roomFor } from "@tessera/model/groups";
import { ask } from "../api/ask.ts";
import { forTile } from "../follow/for-tile.ts";
import type { Placed } from "../grid/grid-places.ts";
import { followedAt, type Offered, titleOffered } from "./fragment-marks.ts";
import { followOffered, type Opening } from "./picked-page.svelte.ts";
import { pushedBy } from "./settle-tile.ts";
import type { TargetSheet } from "./target-sheet.svelte.ts";

export interface Joining {
  readonly opening: Extract<Opening, { kind: "open" }>;
  readonly offered: Offered;
  /** In the order of the page. */
  readonly nodes: readonly number[];
  readonly sheet: TargetSheet;
  readonly isDone: () => void;
}

interface Joined {
  readonly sheetId: string;
  readonly tileId: string;
  /** Followed for this only. */
  readonly started: readonly string[];
  /** What made way for the new tile. */
  readonly replaced: readonly TileReply[];
  /** Where those lay that were moved for it. */
  readonly before: readonly Placed[];
}

const BETWEEN = " · ";
const MAX_TITLE = 300;

export function joinOffered(joining: Joining): {
  readonly run: () => Promise<Joined>;
  readonly undo: (done: Joined) => Promise<void>;
} {
  const started: string[] = [];
  return {
    run: () => forTile(started, () => join(joining, started)).finally(joining.isDone),
    undo: (done) => takeApart(done).finally(joining.isDone),
  };
}

/** What is followed for it is added to `started`. */
async function join({ opening, offered, nodes, sheet }: Joining, started: string[]): Promise<Joined> {
  const target = sheet.sheet;
  if (!target) throw new RangeError("there is no sheet to put it on");
  const followIds: string[] = [];
  for (const node of nodes) {
    const known = followedAt(offered, node);
    const block = [...offered.fragments, ...offered.changing].find((each) => each.node === node);
    if (known) followIds.push(known.followId);
    else if (block) {
      const { id } = await followOffered(opening, { path: block.path, title: titleOffered(offered, node) });
      followIds.push(id);
      started.push(id);
    }
  }
  const replaced = target.tiles.filter((tile) => makesWay(tile, followIds));
  const title = nodes
    .map((node) => titleOffered(offered, node) || followedAt(offered, node)?.title)
    .filter((name) => name)
    .join(BETWEEN);
  const style = title ? { title: title.slice(0, MAX_TITLE) } : {};
  const others = target.tiles.filter((other) => !replaced.includes(other));
  const place = placeFor(replaced, others, followIds.length);
  const pushed = pushedBy(place, others);
  const before = others
    .filter(({ id }) => pushed.some((each) => each.id === id))
    .map(({ id, place }) => ({ id, place }));
  await putPlaces(target.id, pushed);
  try {
    const body = { followIds, place, style };
    const { id: tileId } = await ask("POST /sheets/:id/joined", { params: { id: target.id }, body });
    return { sheetId: target.id, tileId, started, replaced, before };
  } catch (failure) {
    await putPlaces(target.id, before).catch(() => {});
    throw failure;
  }
}

/** As the server has it: a tile that shows nothing but these. */
function makesWay({ content, follows }: TileReply, followIds: readonly string[]): boolean {
  return (content.kind === "follow" || content.kind === "joined") && follows.every(({ id }) => followIds.includes(id));
}

/** Where the first of those lay that make way, and as high as there are parts. */
function placeFor(replaced: readonly TileReply[], others: readonly TileReply[], parts: number): TilePlace {
  const size = sizeOfParts(parts);
  const [first] = replaced;
  if (first) return { ...first.place, height: Math.max(first.place.height, size.height) };
  return roomFor(others, size);
}

async function putPlaces(sheetId: string, places: readonly Placed[]): Promise<void> {
  if (places.length === 0) return;
  await ask("PUT /sheets/:id/places", { params: { id: sheetId }, body: { places: [...places] } });
}

async function takeApart({ sheetId, tileId, started, replaced, before }: Joined): Promise<void> {
  await ask("DELETE /tiles/:id", { params: { id: tileId } });
  await putPlaces(sheetId, before);
  if (replaced.length > 0) {
    const tiles = replaced.map(({ followId, content, place, screens, style }) => ({
      ...{ followId, content, place, screens, style },
    }));
    await ask("POST /sheets/:id/returns", { params: { id: sheetId }, body: { tiles } });
  }
  for (const id of started) await ask("DELETE /follows/:id", { params: { id } });
}
