/**
 * What a sheet spares against loading the pages that its blocks come from: [page-fragmentation] section 11, with the
 * markup of the blocks and of the whole pages. What the pages would load besides (images, scripts) is not counted, as
 * raw captures do not know its size; with it the share would be higher still.
 */
import { avoidedShare } from "@tessera/engine";
import type { PersonId, SheetId } from "@tessera/model";
import type { FollowView, Store } from "@tessera/store";
import { contentOf } from "../changes/stored-content.ts";

export interface Savings {
  readonly pages: number;
  readonly totalBytes: number;
  readonly shownBytes: number;
  /** From 0 to 1: A of the paper. */
  readonly avoidedShare: number;
}

/** Null where the sheet is not this person's. */
export async function savingsOf(store: Store, owner: PersonId, id: SheetId): Promise<Savings | null> {
  const sheet = await store.sheets.find(owner, id);
  if (!sheet) return null;
  const byPage = Map.groupBy(
    sheet.tiles.flatMap(({ views }) => views),
    ({ page }) => page.id,
  );
  const pages = await Promise.all([...byPage.values()].map((views) => chosenParts(store, owner, views)));
  const known = pages.filter((page) => page !== null);
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
  return {
    pages: known.length,
    totalBytes: sum(known.map(({ total }) => total)),
    shownBytes: sum(known.flatMap(({ chosen }) => chosen)),
    avoidedShare: Math.max(0, avoidedShare(known)),
  };
}

/** The sizes of one page and of its blocks; null before its first capture. */
async function chosenParts(store: Store, owner: PersonId, views: readonly FollowView[]) {
  const latest = views[0]?.page.latestCaptureId;
  const capture = latest && (await store.captures.find(owner, latest));
  const html = capture && (await store.bodies.readPacked(capture.html));
  if (!html) return null;
  const contents = await Promise.all(outermost(views).map(({ latestFound }) => contentOf(store, latestFound)));
  return { total: html.sizeBytes, chosen: contents.map((content) => Buffer.byteLength(content?.html ?? "")) };
}

/** One view for each block that lies in no other: nested choices are sent once. */
function outermost(views: readonly FollowView[]): readonly FollowView[] {
  const blocks = [...new Map(views.map((view) => [view.block.id, view])).values()];
  const isInside = ({ block }: FollowView, other: FollowView, at: number): boolean =>
    block.path.startsWith(`${other.block.path}/`) ||
    (block.path === other.block.path && at > blocks.indexOf(other) && block.id !== other.block.id);
  return blocks.filter((view, at) => !blocks.some((other) => other !== view && isInside(view, other, at)));
}
