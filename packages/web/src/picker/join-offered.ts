/** Offered blocks joined into one tile: each followed by itself, one tile for all of them, and the way back. */
import type { TilePlace } from "@tessera/model";
import type { TileReply } from "@tessera/model/api";
import { freePlace } from "@tessera/model/grid";
import { ask } from "../api/ask.ts";
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
  readonly tileId: string;
  /** Followed for this only. */
  readonly started: readonly string[];
  /** What made way for the new tile. */
  readonly replaced: readonly TileReply[];
}

const BETWEEN = " · ";
const MAX_TITLE = 300;
const PART_ROWS = 3;
const MAX_ROWS = 12;

export function joinOffered(joining: Joining): {
  readonly run: () => Promise<Joined>;
  readonly undo: (done: Joined) => Promise<void>;
} {
  return {
    run: () => join(joining).finally(joining.isDone),
    undo: (done) => takeApart(joining, done).finally(joining.isDone),
  };
}

async function join({ opening, offered, nodes, sheet }: Joining): Promise<Joined> {
  const target = sheet.sheet;
  if (!target) throw new RangeError("there is no sheet to put it on");
  const followIds: string[] = [];
  const started: string[] = [];
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
  const replaced = target.tiles.filter(
    ({ content, follows }) => content.kind !== "board" && follows.every(({ id }) => followIds.includes(id)),
  );
  const title = nodes
    .map((node) => titleOffered(offered, node) || followedAt(offered, node)?.title)
    .filter((name) => name)
    .join(BETWEEN);
  const style = title ? { title: title.slice(0, MAX_TITLE) } : {};
  const others = target.tiles.filter((other) => !replaced.includes(other));
  const place = placeFor(replaced, others, followIds.length);
  const params = { id: target.id };
  const pushed = pushedBy(place, others);
  if (pushed.length > 0) await ask("PUT /sheets/:id/places", { params, body: { places: pushed } });
  const tile = await ask("POST /sheets/:id/joined", { params, body: { followIds, place, style } });
  return { tileId: tile.id, started, replaced };
}

/** Where the first of those lay that make way, and as high as there are parts. */
function placeFor(replaced: readonly TileReply[], others: readonly TileReply[], parts: number): TilePlace {
  const height = Math.min(parts * PART_ROWS, MAX_ROWS);
  const [first] = replaced;
  if (first) return { ...first.place, height: Math.max(first.place.height, height) };
  return freePlace(
    others.map(({ place }) => place),
    { width: 4, height },
  );
}

async function takeApart({ sheet }: Joining, { tileId, started, replaced }: Joined): Promise<void> {
  await ask("DELETE /tiles/:id", { params: { id: tileId } });
  for (const { followId, content, place, style } of replaced) {
    const params = { id: sheet.sheet?.id ?? "" };
    if (content.kind === "joined") {
      await ask("POST /sheets/:id/joined", { params, body: { followIds: content.followIds, place, style } });
    } else await ask("POST /sheets/:id/tiles", { params, body: { followId, place, style } });
  }
  for (const id of started) await ask("DELETE /follows/:id", { params: { id } });
}
