/** A block cut out of its page: inert markup, and the styles that it needs, not yet fetched. Pure, for a worker thread. */
import { createHash } from "node:crypto";
import { NODE_ATTRIBUTE } from "@tessera/page";
import { filterSheet, keptSheet } from "../css/filter-css.ts";
import type { PresentNames } from "../css/namespace-css.ts";
import { definitionsFor } from "../html/definitions.ts";
import type { InertContext } from "../html/inert-attributes.ts";
import { inertHtml } from "../html/inert-html.ts";
import { parsePage } from "../html/page-node.ts";
import { type SpriteFile, SpriteNotes } from "../html/sprites.ts";
import type { SignedLinks } from "../rules/asset-links.ts";
import { type PageStyle, stylesOf } from "./page-styles.ts";
import type { ShownCapture } from "./render-picker-page.ts";
import { layoutOfTile, type PageLayout, type TileLayout } from "./tile-layout.ts";

/** Which elements of a capture, by their numbers in its tree. */
export interface TileParts {
  readonly nodes: readonly number[];
  /** Inner parts that are cut out. */
  readonly without?: readonly number[];
}

export interface ExtractOptions {
  readonly links: SignedLinks;
  /** Unlike that of any other tile in the same document; letters, digits and dashes. */
  readonly tile: string;
  /** `open`: links lead to their pages in a new window; `inert`: they lead nowhere. */
  readonly linkMode?: "open" | "inert";
  /**
   * `page`: as the block is laid out there, where that is known; `adapted`: with the looks of the page in the width of its
   * tile; `reader`: what it says, for a style of ours.
   */
  readonly look?: "page" | "adapted" | "reader";
  /** How the page was laid out. */
  readonly layout?: PageLayout | null;
}

/** A style sheet in the order of the cascade: its text, filtered, or where it is to be had. */
export interface TileStyle {
  readonly media: string;
  readonly source: { readonly css: string } | { readonly url: string };
  /** Selector of the host where the sheet belongs to a shadow tree. */
  readonly host: string | null;
}

/** A style sheet as it is bound to a tile: filtered, with all that it imports. */
export interface TileSheet {
  readonly css: string;
  readonly media: string;
  readonly host: string | null;
}

export interface ExtractedTile {
  readonly html: string;
  readonly styles: readonly TileStyle[];
  /** Files with symbols that it draws, not yet fetched. */
  readonly sprites: readonly SpriteFile[];
  /** What its own styles are bound to, and what goes before its names. */
  readonly scope: string;
  readonly prefix: string;
  /** The elements that are shown. */
  readonly present: PresentNames;
  /** Every asset link in the markup. */
  readonly assets: readonly string[];
  /** As it was laid out on the page, where it is to be shown so. */
  readonly layout: TileLayout | null;
  /** Nodes around the framed element, from the root down. */
  readonly around: readonly number[];
  /** Several blocks alike are shown, not one. */
  readonly isMany: boolean;
}

const TILE_ATTRIBUTE = "data-tessera-tile";

/** Throws a RangeError where the page has no such elements. */
export function extractTile(capture: ShownCapture, parts: TileParts, options: ExtractOptions): ExtractedTile {
  const root = parsePage(capture.html);
  if (!root) throw new RangeError("the page is empty");
  const { links } = options;
  const { base, styles } = stylesOf(root, capture);
  const prefix = `t${createHash("sha256").update(options.tile).digest("hex").slice(0, 8)}-`;
  const tile = options.tile.replace(/[^\w-]/g, "");
  const isPlain = options.look === "reader";
  const sprites = new SpriteNotes(prefix);
  const context: InertContext = {
    base,
    links,
    symbolAt: sprites.nameOf,
    isInTile: true,
    viewport: options.look === "page" ? options.layout?.viewport : undefined,
    idOf: (id) => prefix + id,
    hrefOf: (url) => (options.linkMode === "open" ? url.href : null),
  };
  const blocks = new Set(parts.nodes);
  const without = new Set(parts.without);
  const wanted = { blocks, without, isPlain, grounds: options.look === "page" ? options.layout?.grounds : undefined };
  const { html: block, chain, nodes, grounds } = inertHtml(root, { ...context, ...wanted });
  const html = block + definitionsFor(root, block, { prefix, context });
  return {
    html: `<div ${TILE_ATTRIBUTE}="${tile}">${html}</div>`,
    sprites: sprites.files,
    styles: isPlain ? [] : styles.map((style) => tileStyle(style, base, links)),
    scope: `[${TILE_ATTRIBUTE}="${tile}"]`,
    prefix,
    present: namesIn(html, prefix),
    assets: [...links.made],
    layout: (fits(options, nodes) && chain && layoutOfTile(chain, options.layout!, grounds)) || null,
    around: chain?.links.slice(0, chain.framed).map(({ node }) => node) ?? [],
    isMany: parts.nodes.length > 1,
  };
}

/** Boxes of another tree than that of the page say nothing about it. */
function fits({ look, layout }: ExtractOptions, nodes: number): boolean {
  if (look !== "page" || !layout) return false;
  return !("subarray" in layout.boxes) || layout.boxes.length === 4 * nodes;
}

function tileStyle(style: PageStyle, base: URL, links: SignedLinks): TileStyle {
  const { media } = style;
  if (style.kind === "link") {
    const css = keptSheet(style.url, links);
    return { media, source: css === null ? { url: style.url.href } : { css }, host: null };
  }
  const host = style.host === null ? null : `[${NODE_ATTRIBUTE}="${style.host}"]`;
  return { media, source: { css: filterSheet(style.css, { base, links: links.inSheets }) }, host };
}

/** Read from markup that our own serialiser wrote: every attribute is quoted and escaped. */
function namesIn(html: string, prefix: string): PresentNames {
  const tags = new Set<string>();
  const classes = new Set<string>();
  const ids = new Set<string>();
  for (const [, tag] of html.matchAll(/<([a-z][^\s>/]*)/gi)) tags.add(tag!.toLowerCase());
  for (const [, name, value] of html.matchAll(/ (class|id)="([^"]*)"/g)) {
    const words = unescaped(value!).split(/\s+/);
    if (name === "class") for (const word of words) classes.add(word);
    else ids.add(unescaped(value!).slice(prefix.length));
  }
  return { tags, classes, ids };
}

function unescaped(value: string): string {
  return value
    .replaceAll("&quot;", '"')
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&nbsp;", "\u00a0")
    .replaceAll("&amp;", "&");
}
