/**
 * What a sheet spares against loading the pages that its blocks come from: [page-fragmentation] section 11. The markup of
 * the blocks and of the whole pages, both compressed, as markup is sent; where a browser rendered the page, what it loaded
 * besides too: images, styles, fonts, scripts. A raw capture does not know that, and its page counts without it. A picture in a
 * block counts as an average picture of its page, as it is shown after all. So do styles and fonts: a tile brings those that
 * it needs, which are not counted one by one, and therefore none of them counts as spared.
 */
import { avoidedShare } from "@tessera/engine";
import type { LoadedBytes, PersonId, SheetId } from "@tessera/model";
import { type FollowView, packBody, type Store } from "@tessera/store";
import { contentOf } from "../changes/stored-content.ts";

export interface Savings {
  readonly pages: number;
  /** Pages of which it is known what they load besides their markup. */
  readonly renderedPages: number;
  readonly totalBytes: number;
  /** Of those, what is not markup. */
  readonly loadedBytes: number;
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
    renderedPages: known.filter(({ isRendered }) => isRendered).length,
    totalBytes: sum(known.map(({ total }) => total)),
    loadedBytes: sum(known.map(({ loaded }) => loaded)),
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
  const loaded = capture.loaded ? loadedSum(capture.loaded) : 0;
  const blocks = contents.map((content) => shownSize(content?.html ?? "", capture.loaded));
  const chosen = [...blocks, (capture.loaded?.styles ?? 0) + (capture.loaded?.fonts ?? 0)];
  return { total: html.bytes.length + loaded, loaded, chosen, isRendered: capture.loaded !== null };
}

function loadedSum({ images, styles, fonts, scripts, other }: LoadedBytes): number {
  return images + styles + fonts + scripts + other;
}

/** A block and its pictures, which are no more than those of the page. */
function shownSize(html: string, loaded: LoadedBytes | null): number {
  const markup = packBody(html).bytes.length;
  if (!loaded || loaded.imageCount === 0) return markup;
  const pictures = Math.min(loaded.imageCount, html.split(/<img\b/i).length - 1);
  return markup + Math.round((loaded.images / loaded.imageCount) * pictures);
}

/** One view for each block that lies in no other: nested choices are sent once. */
function outermost(views: readonly FollowView[]): readonly FollowView[] {
  const blocks = [...new Map(views.map((view) => [view.block.id, view])).values()];
  const isInside = ({ block }: FollowView, other: FollowView, at: number): boolean =>
    block.path.startsWith(`${other.block.path}/`) ||
    (block.path === other.block.path && at > blocks.indexOf(other) && block.id !== other.block.id);
  return blocks.filter((view, at) => !blocks.some((other) => other !== view && isInside(view, other, at)));
}
