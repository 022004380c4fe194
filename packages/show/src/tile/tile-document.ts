/** A tile as a document of its own, for a frame without rights; or a text in the same dress. */
import { type Attribute, HtmlWriter } from "@tessera/engine";
import { inkScript } from "@tessera/page";
import { PAD_PROPERTY, PAGE_STYLE, READER_STYLE, scaledDocument, WIDTH_STYLE } from "@tessera/page/tile-frame";
import { BLOCK_ATTRIBUTE } from "../rules/allow-list.ts";
import { documentPolicy, OPENING_LINKS, type PolicyOptions } from "../rules/content-policy.ts";

/** A block as it looks on its page, to be shown on a sheet beside blocks of other pages: inert, and kept to its own tile. */
export interface Tile {
  readonly html: string;
  readonly css: string;
  /** Every asset link in the markup. */
  readonly assets: readonly string[];
}

export interface TileDocumentOptions extends PolicyOptions {
  readonly title: string;
  /** `page`: the page's own looks on white, as browsers show a page; otherwise ours, light or dark as the person has it. */
  readonly look: "page" | "adapted" | "reader" | "text";
  /** Space around the block, in CSS pixels. */
  readonly padPx?: number;
  /** What does not fit into the frame is scrolled to, or fades at its lower edge. */
  readonly cut?: "scroll" | "fade";
  /** Colours that are ours; as the browser of who looks at it has them unless told. */
  readonly scheme?: "light" | "dark";
}

/**
 * A shadow at the lower edge as long as there is more below it. Only what can be scrolled has a timeline, so that the
 * document knows by itself, without a script, whether something is cut; grey is seen on light and dark grounds.
 */
const FADE_STYLE = [
  "html{overflow:hidden}",
  "@keyframes tessera-cut{0%,99%{opacity:1}100%{opacity:0}}",
  'body::after{content:"";position:fixed;inset:auto 0 0;height:40px;z-index:2147483647;opacity:0;pointer-events:none;background:linear-gradient(#8880,#8887);animation:tessera-cut linear both;animation-timeline:scroll(root)}',
  "@supports not (animation-timeline:scroll()){body::after{animation:none}}",
].join("");
/**
 * What many pages write beside their links for paper: it is long there, and cannot be pressed. What is important in the
 * first layer of a document wins over all that is important in others or in none, whatever its selector.
 */
const PAPER_STYLE =
  "@layer tessera-paper{@media print{:is(a[href],abbr[title])::before,:is(a[href],abbr[title])::after{content:none!important}}}";

/** With a nonce, the document measures itself; it is then not for anybody's eyes. */
export function tileDocument({ html, css }: Pick<Tile, "html" | "css">, options: TileDocumentOptions): string {
  const writer = opened(options);
  style(writer, css);
  writer.close();
  writer.open("body");
  return `${writer.unfinished}${html}${options.nonce === undefined ? "" : measuring(options.nonce)}</body></html>`;
}

export interface Scaling {
  /** How wide the window was and the block in it. */
  readonly layout: { readonly viewport: readonly [number, number]; readonly width: number };
  /** Of its size on the page: what would be smaller is scrolled to. */
  readonly leastScale: number;
}

/** As on its page, for whoever cannot scale the frame: it fits itself into what room there is. */
export function scaledTileDocument(
  tile: Pick<Tile, "html" | "css">,
  options: Omit<TileDocumentOptions, "look" | "nonce">,
  { layout, leastScale }: Scaling,
): string {
  return scaledDocument({
    document: tileDocument(tile, { ...options, look: "page" }),
    title: options.title,
    policy: documentPolicy(options),
    sandbox: options.opensLinks ? OPENING_LINKS : "",
    ...{ windowPx: layout.viewport[0], blockPx: layout.width, padPx: options.padPx ?? 0, leastScale },
  });
}

/** Of a document that nobody is shown: our own script tells whoever holds the frame what can be seen of the block. */
function measuring(nonce: string): string {
  const script = inkScript(`[${BLOCK_ATTRIBUTE}]`).replaceAll("</", "<\\/");
  return `<script nonce="${nonce.replace(/[^\w+/=-]/g, "")}">${script}</script>`;
}

/** What the block says, line by line. */
export function textDocument(text: string, options: TileDocumentOptions): string {
  const writer = opened(options);
  writer.close();
  writer.open("body");
  writer.open("pre");
  writer.text(text);
  return writer.finish();
}

/** Everything up to the end of the head. */
function opened(options: TileDocumentOptions): HtmlWriter {
  const writer = new HtmlWriter();
  const empty = (tag: string, attributes: readonly Attribute[]) => {
    writer.open(tag, attributes);
    writer.close();
  };
  writer.doctype("html", "", "");
  writer.open("html");
  writer.open("head");
  empty("meta", [["charset", "utf-8"]]);
  empty("meta", [
    ["http-equiv", "Content-Security-Policy"],
    ["content", documentPolicy(options)],
  ]);
  writer.open("title");
  writer.text(options.title);
  writer.close();
  style(writer, `html{${PAD_PROPERTY}:${options.padPx ?? 0}px}`);
  const isMarkup = options.look === "page" || options.look === "adapted";
  style(writer, isMarkup ? PAGE_STYLE : READER_STYLE);
  if (options.scheme) style(writer, `:root{color-scheme:${options.scheme}}`);
  if (options.look === "page") style(writer, WIDTH_STYLE);
  if (options.cut === "fade") style(writer, FADE_STYLE);
  if (isMarkup) style(writer, PAPER_STYLE);
  return writer;
}

function style(writer: HtmlWriter, css: string): void {
  writer.open("style");
  writer.text(css);
  writer.close();
}
