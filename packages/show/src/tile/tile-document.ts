/** A tile as a document of its own, for a frame without rights; or a text in the same dress. */
import { type Attribute, HtmlWriter } from "@tessera/engine";
import { inkScript } from "@tessera/page";
import { BLOCK_ATTRIBUTE } from "../rules/allow-list.ts";
import { documentPolicy, type PolicyOptions } from "../rules/content-policy.ts";

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

/** A document that shows the tile may say how far the block stays from its edges, and that it fills the window. */
export const PAD_PROPERTY = "--tessera-pad";
export const FILL_PROPERTY = "--tessera-fill";

/** A page without a background of its own is white, whatever our own colours are. */
const PAGE_STYLE = `html{background:#fff;color:#000;${FILL_PROPERTY}:100vh}body{margin:0}`;
/** No wider than its frame: what stands beside the block on its page is not to be scrolled to. */
const WIDTH_STYLE = "html{overflow-x:hidden}";
/**
 * A shadow at the lower edge as long as there is more below it. Only what can be scrolled has a timeline, so that the
 * document knows by itself, without a script, whether something is cut; grey is seen on light and dark grounds.
 */
const FADE_STYLE = [
  "html{overflow:hidden}",
  "@keyframes tessera-cut{0%,99%{opacity:1}100%{opacity:0}}",
  'body::after{content:"";position:fixed;inset:auto 0 0;height:40px;z-index:2147483647;opacity:0;pointer-events:none;background:linear-gradient(#8080,#808c);animation:tessera-cut linear both;animation-timeline:scroll(root)}',
  "@supports not (animation-timeline:scroll()){body::after{animation:none}}",
].join("");
const READER_STYLE = [
  ":root{color-scheme:light dark}",
  `body{margin:0;padding:max(8px,var(${PAD_PROPERTY}));font:16px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}`,
  "img,svg,video,canvas{max-width:100%;height:auto}",
  "table{border-collapse:collapse}td,th{padding:2px 6px;text-align:start}",
  "h1,h2,h3,h4,h5,h6{font-size:1.1em;margin:.5em 0}ul,ol{padding-inline-start:1.4em}",
  "pre{white-space:pre-wrap;font:inherit;margin:0}",
].join("");

/** With a nonce, the document measures itself; it is then not for anybody's eyes. */
export function tileDocument({ html, css }: Pick<Tile, "html" | "css">, options: TileDocumentOptions): string {
  const writer = opened(options);
  style(writer, css);
  writer.close();
  writer.open("body");
  return `${writer.unfinished}${html}${options.nonce === undefined ? "" : measuring(options.nonce)}</body></html>`;
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
  return writer;
}

function style(writer: HtmlWriter, css: string): void {
  writer.open("style");
  writer.text(css);
  writer.close();
}
