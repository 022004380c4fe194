/** What somebody does to a sheet that another person shares with them: what they bring, what they may touch, and the note of it. */
import {
  contentWith,
  type FollowId,
  followsOf,
  isOwn,
  type SheetId,
  type Tile,
  TileContent,
  type TileId,
  type TileStylePatch,
} from "@tessera/model";
import { adoptFollow } from "../../follow/adopt-follow.ts";
import { audit } from "../../people/audit.ts";
import type { Principal } from "../../people/principal.ts";
import type { Origin } from "../../people/sessions.ts";
import { REFUSAL_SENTENCES, refusalOf } from "../../show/shown-to-others.ts";
import { ApiError } from "../api-error.ts";
import { othersParts, type Reach } from "../reach.ts";
import { found } from "../replies.ts";
import type { Services } from "../services.ts";
import { rowsForOthers } from "../shared-sheets.ts";

export interface Edit {
  readonly who: Principal;
  readonly reach: Reach;
  readonly sheet: SheetId;
  readonly now: number;
}

interface Shown {
  readonly followId: FollowId | null;
  readonly content: TileContent;
}

/** The same with follows of the owner's in place of those that the editor brings. */
export async function brought<S extends Shown>(shown: S, edit: Edit, services: Services): Promise<S> {
  if (!edit.reach.shared || isOwn(shown.content)) return shown;
  const ids = await broughtFollows(followsOf(shown), edit, services);
  return { ...shown, followId: ids[0] ?? null, content: contentWith(shown.content, ids) };
}

/**
 * What is on the sheet, or was until it was taken off, is the owner's already; what an editor follows, the owner then follows too.
 * Two that the editor has of one block are one of the owner's.
 */
export async function broughtFollows(
  ids: readonly FollowId[],
  { who, reach, sheet, now }: Edit,
  services: Services,
): Promise<FollowId[]> {
  if (!reach.shared) return [...ids];
  const { store } = services;
  const { owner } = reach;
  const { undoMs } = await store.settings.read();
  const { tiles } = found(await store.sheets.find(owner, sheet));
  const takenOff = await store.shares.takenOff(sheet, now - undoMs);
  const here = new Set([...tiles.flatMap(({ tile }) => followsOf(tile)), ...takenOff]);
  const given = new Set<FollowId>();
  for (const id of ids) {
    const isHere = here.has(id);
    const view = found(await store.follows.find(isHere ? owner : who.person.id, id));
    found(view.follow.deletedAt === null);
    const refusal = await refusalOf(view, othersParts(services), "members");
    if (isHere) found(refusal === null);
    if (refusal)
      throw new ApiError("gadget-refused", { detail: REFUSAL_SENTENCES[refusal], more: { reason: refusal } });
    given.add(isHere ? id : found(await adoptFollow(view, { by: owner, now }, services.checks)));
  }
  return [...given];
}

/** The tile, with those of its follows that the editor sees. One that is private to its owner is not theirs to change. */
export async function reachedParts(
  id: TileId,
  { owner, shared }: Reach,
  services: Services,
): Promise<{ readonly tile: Tile; readonly shown: readonly FollowId[] }> {
  const { store } = services;
  const tile = found(await store.tiles.find(owner, id));
  const all = followsOf(tile);
  if (!shared || all.length === 0) return { tile, shown: all };
  const { tiles } = found(await store.sheets.find(owner, tile.sheetId));
  const view = found(tiles.find((each) => each.tile.id === id));
  const shown = (await rowsForOthers(view, services)).map(({ follow }) => follow.id);
  if (shown.length === 0)
    throw new ApiError("sheet-shared", { reason: "private-tile", detail: "This tile is private to its owner." });
  return { tile, shown };
}

/** What a tile is to show. What the editor does not see of it stays on it, below the rest, and takes room there. */
export async function broughtContent(
  content: TileContent,
  { tile, shown }: { readonly tile: Tile; readonly shown: readonly FollowId[] },
  edit: Edit,
  services: Services,
): Promise<TileContent> {
  if (isOwn(content) || content.kind === "follow") return content;
  const ids = await broughtFollows(content.followIds, edit, services);
  const unseen = followsOf(tile).filter((id) => !shown.includes(id) && !ids.includes(id));
  const whole = TileContent.safeParse({ ...content, followIds: [...ids, ...unseen] });
  if (whole.success) return whole.data;
  const issues = whole.error.issues.map(({ path, message }) => ({
    path: ["body.content", ...path].join("."),
    message,
  }));
  throw new ApiError("invalid", { issues, detail: "The tile cannot show all of that." });
}

/** How the tile is to look. Parts that the editor does not see look as they did. */
export function broughtStyle(
  style: TileStylePatch,
  { tile, shown }: { readonly tile: Tile; readonly shown: readonly FollowId[] },
): TileStylePatch {
  if (!style.parts) return style;
  const unseen = followsOf(tile).filter((id) => !shown.includes(id));
  const kept = Object.entries(tile.style.parts ?? {}).filter(([id]) => unseen.includes(id as FollowId));
  return kept.length === 0 ? style : { ...style, parts: { ...style.parts, ...Object.fromEntries(kept) } };
}

export type Did = "renamed" | "restyled" | "added" | "moved" | "changed" | "joined" | "separated" | "removed";

/** Of the same by the same editor: each drag is an edit, and what else is in the log would drown. */
const NOTED_EVERY_MS = 3_600_000;
/** More of them in an hour are noted again. */
const LOOKED_BACK = 200;

/** So that the owner can see who did what. */
export async function noteEdit(
  { who, reach, sheet, now }: Edit,
  { did, origin }: { readonly did: Did; readonly origin: Origin },
  { store }: Services,
): Promise<void> {
  if (!reach.shared) return;
  const detail = { sheet: reach.shared.title, sheetId: sheet, by: who.person.name, did };
  const hour = now - (now % NOTED_EVERY_MS);
  const before = await store.audit.list({ person: reach.owner, action: "sheet-edited", limit: LOOKED_BACK });
  const isNoted = before.items.some(
    ({ at, detail: noted }) => at >= hour && noted.sheetId === sheet && noted.by === detail.by && noted.did === did,
  );
  if (isNoted) return;
  await audit(store, { personId: reach.owner, action: "sheet-edited", address: origin.address, detail, at: now });
}
