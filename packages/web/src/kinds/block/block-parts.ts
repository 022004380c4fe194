/** Parts of a tile of blocks that most of them do without, or that nobody needs before the tile is seen. */
import type { FollowTileReply } from "@tessera/model/api";
import type { MenuItem } from "../../components/Menu.svelte";
import { latePart } from "../../shell/late.ts";
import type { RunCommand } from "../../tile/kind.ts";
import type { Restyle } from "./block-menu.ts";

export const joined = latePart(() => import("../../tile/JoinedBody.svelte"));
export const guess = latePart(() => import("../../tile/TileGuess.svelte"));
export const movedStrip = latePart(() => import("../../tile/TileMoved.svelte"));
export const thenState = latePart(() => import("../../tile/TileThen.svelte"));
export const menu = latePart(() => import("./block-menu.ts"));

type Items = readonly MenuItem[];

export function blockMenu(tile: FollowTileReply, run: RunCommand, onrestyle: Restyle): Items | Promise<Items> {
  const part = menu();
  const itemsOf = (loaded: Awaited<typeof part>): Items => loaded.blockMenu(tile, run, onrestyle);
  return part instanceof Promise ? part.then(itemsOf) : itemsOf(part);
}
