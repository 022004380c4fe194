/** The captured page for the picker, or to be looked at alone: a person sees the page, and nothing foreign runs in it. */
import { type Attribute, HtmlWriter } from "@tessera/engine";
import { NODE_ATTRIBUTE, pickerScript } from "@tessera/page";
import { filterSheet, keptSheet } from "../css/filter-css.ts";
import { SHADOW_LAYER_FIRST, scopeToHost } from "../css/shadow-css.ts";
import { inertHtml } from "../html/inert-html.ts";
import { parsePage } from "../html/page-node.ts";
import type { PageLinks } from "../rules/asset-links.ts";
import { documentPolicy } from "../rules/content-policy.ts";
import { stylesOf } from "./page-styles.ts";

/** What of a capture is needed to show it. */
export interface ShownCapture {
  readonly html: string;
  readonly finalUrl: string;
}

export interface PickerPageOptions {
  readonly links: PageLinks;
  /** Random, new for every answer; our script carries it, and no other script runs. Without it none does, and nothing can be picked. */
  readonly nonce?: string | undefined;
  /** Where assets come from, as a source of CSP. */
  readonly assetSource: string;
}

export interface PickerPage {
  readonly html: string;
  /** Elements that can be picked; each has its number in the capture's tree in the attribute `data-tessera-node`. */
  readonly elements: number;
}

/** Our own look on top: nothing of the page keeps the pointer from an element. */
const PICKER_STYLE = `html{cursor:crosshair;touch-action:manipulation}iframe,video,canvas{pointer-events:auto}::selection{background:transparent}`;

export function renderPickerPage(capture: ShownCapture, options: PickerPageOptions): PickerPage {
  const { nonce, assetSource } = options;
  const root = parsePage(capture.html);
  const { base, styles } = root ? stylesOf(root, capture) : { base: new URL(capture.finalUrl), styles: [] };
  const context = { base, links: options.links, idOf: (id: string) => id, hrefOf: () => null };
  const page = root ? inertHtml(root, context) : { html: "", htmlAttributes: [], bodyAttributes: [], elements: 0 };
  const writer = new HtmlWriter();
  const element = (tag: string, attributes: readonly Attribute[], text = "") => {
    writer.open(tag, attributes);
    if (text) writer.text(text);
    writer.close();
  };
  writer.doctype("html", "", "");
  writer.open("html", page.htmlAttributes);
  writer.open("head");
  element("meta", [["charset", "utf-8"]]);
  element("meta", [
    ["http-equiv", "Content-Security-Policy"],
    ["content", documentPolicy({ assetSource, nonce })],
  ]);
  if (styles.some((style) => style.kind === "text" && style.host !== null)) element("style", [], SHADOW_LAYER_FIRST);
  for (const style of styles) {
    const media: Attribute[] = isPlainMedia(style.media) ? [["media", style.media]] : [];
    if (style.kind === "text") {
      const css = filterSheet(style.css, { base, links: options.links.inSheets });
      element("style", media, style.host === null ? css : scopeToHost(css, `[${NODE_ATTRIBUTE}="${style.host}"]`));
      continue;
    }
    const css = keptSheet(style.url, options.links);
    const link = css === null ? options.links.linkTo(style.url.href, base, "style") : null;
    if (css !== null) element("style", media, css);
    else if (link) element("link", [["rel", "stylesheet"], ["href", link], ...media]);
  }
  if (nonce !== undefined) element("style", [], PICKER_STYLE);
  writer.close();
  writer.open("body", page.bodyAttributes);
  const script = nonce === undefined ? "" : ourScript(nonce);
  return { html: `${writer.unfinished}${page.html}${script}</body></html>`, elements: page.elements };
}

function isPlainMedia(media: string): boolean {
  return media !== "" && media.length < 500 && !/[<>"\\]/.test(media);
}

/** At the end of the body, where all elements are there; the text is ours and the attribute is checked by the policy. */
function ourScript(nonce: string): string {
  return `<script nonce="${nonce.replace(/[^\w+/=-]/g, "")}">${pickerScript(NODE_ATTRIBUTE).replaceAll("</", "<\\/")}</script>`;
}
