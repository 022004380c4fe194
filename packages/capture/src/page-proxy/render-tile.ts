/** A block as it looks on its page, to be shown on a sheet beside blocks of other pages: inert, and kept to its own tile. */
import { createHash } from "node:crypto";
import { NODE_ATTRIBUTE } from "@tessera/page";
import { CaptureFailure } from "../capture-failure.ts";
import type { SignedLinks } from "./asset/asset-links.ts";
import type { AssetProxy } from "./asset/asset-proxy.ts";
import { filterSheet } from "./css/filter-css.ts";
import { inlineImports } from "./css/inline-imports.ts";
import { type Namespace, namespaceSheet } from "./css/namespace-css.ts";
import { scopeToHost } from "./css/scope-to-host.ts";
import { BLOCK_ATTRIBUTE, inertHtml, WRAPPER_ATTRIBUTE } from "./html/inert-html.ts";
import { parsePage } from "./html/page-node.ts";
import { type PageStyle, stylesOf } from "./page-styles.ts";
import type { ShownCapture } from "./render-picker-page.ts";

/** Which elements of a capture, by their numbers in its tree. */
export interface TileParts {
  readonly nodes: readonly number[];
  /** Inner parts that are cut out. */
  readonly without?: readonly number[];
}

export interface TileOptions {
  readonly assets: AssetProxy;
  /** Unlike that of any other tile in the same document; letters, digits and dashes. */
  readonly tile: string;
  /** `open`: links lead to their pages in a new window; `inert`: they lead nowhere. */
  readonly linkMode?: "open" | "inert";
  /** `page`: as the block looks there; `reader`: what it says, for a style of ours. */
  readonly look?: "page" | "reader";
  /** When the asset links stop working; without it they are stable. */
  readonly expiresAtMs?: number;
}

export interface Tile {
  readonly html: string;
  readonly css: string;
  /** Every asset link in both. */
  readonly assets: readonly string[];
}

const TILE_ATTRIBUTE = "data-tessera-tile";
const MOST_CSS_CHARACTERS = 2_000_000;

/** Throws a RangeError where the page has no such elements. */
export async function renderTile(capture: ShownCapture, parts: TileParts, options: TileOptions): Promise<Tile> {
  const root = parsePage(capture.html);
  if (!root) throw new RangeError("the page is empty");
  const { base, styles } = stylesOf(root, capture.finalUrl);
  const links = options.assets.links(options.expiresAtMs);
  const prefix = `t${createHash("sha256").update(options.tile).digest("hex").slice(0, 8)}-`;
  const tile = options.tile.replace(/[^\w-]/g, "");
  const isPlain = options.look === "reader";
  const page = inertHtml(root, {
    base,
    links,
    blocks: new Set(parts.nodes),
    without: new Set(parts.without),
    isPlain,
    idOf: (id) => prefix + id,
    hrefOf: (url) => (options.linkMode === "open" ? url.href : null),
  });
  const scope = `[${TILE_ATTRIBUTE}="${tile}"]`;
  const css = isPlain ? "" : await tileCss(styles, { base, links, assets: options.assets, scope, prefix });
  return {
    html: `<div ${TILE_ATTRIBUTE}="${tile}">${page.html}</div>`,
    css: `${css}${ownStyle(scope)}`,
    assets: [...links.made],
  };
}

interface StyleContext {
  readonly base: URL;
  readonly links: SignedLinks;
  readonly assets: AssetProxy;
}

async function tileCss(styles: readonly PageStyle[], context: StyleContext & Namespace): Promise<string> {
  const sheets: string[] = [];
  let length = 0;
  for (const style of styles) {
    const css = withMedia(await cssOf(style, context), style.media);
    length += css.length;
    if (length > MOST_CSS_CHARACTERS) break;
    sheets.push(css);
  }
  // All at once: a font of one sheet is used in another.
  return `${namespaceSheet(sheets.join("\n"), context)}\n`;
}

/** A sheet that cannot be had is left out: the block is then plainer, but it is there. */
async function cssOf(style: PageStyle, { base, links, assets }: StyleContext): Promise<string> {
  const load = async (url: URL) => {
    try {
      return (await assets.load({ url, kind: "style" })).body.toString("utf8");
    } catch (failure) {
      if (failure instanceof CaptureFailure) return "";
      throw failure;
    }
  };
  if (style.kind === "link") return inlineImports(await load(style.url), load, assets);
  const css = await inlineImports(filterSheet(style.css, { base, links }), load, assets);
  return style.host === null ? css : scopeToHost(css, `[${NODE_ATTRIBUTE}="${style.host}"]`);
}

function withMedia(css: string, media: string): string {
  return media === "" || media.length > 500 || /[<>"\\{}]/.test(media) ? css : `@media ${media}{${css}}`;
}

/**
 * The tile is a box of its own: nothing in it is laid out, painted or clicked outside. Ancestors give the block their
 * fonts, colours and backgrounds, but not their layout, which was made for a whole page; the block fills its tile.
 */
function ownStyle(scope: string): string {
  const wrapper = `${scope} [${WRAPPER_ATTRIBUTE}]:not(table,thead,tbody,tfoot,tr,td,th,svg,svg *,select,optgroup)`;
  const block = `${scope} [${BLOCK_ATTRIBUTE}]`;
  const placed =
    "position:static!important;float:none!important;transform:none!important;margin:0!important;inset:auto!important";
  return [
    `${scope}{contain:layout paint style;isolation:isolate;overflow:auto;position:relative;max-width:100%}`,
    `${wrapper}{display:block!important;${placed};padding:0!important;border:0!important;width:auto!important;min-width:0!important;max-width:none!important;height:auto!important;min-height:0!important;max-height:none!important;overflow:visible!important;opacity:1!important;visibility:inherit!important;filter:none!important;clip-path:none!important;box-shadow:none!important}`,
    `${block}{${placed};max-width:100%!important}`,
  ].join("\n");
}
