/** The styles of a tile out of the sheets of its page: what can match, bound to it. Pure, for a worker thread. */
import { namespaceSheet, scopeToHost } from "../css/namespace-css.ts";
import { BLOCK_ATTRIBUTE, WRAPPER_ATTRIBUTE } from "../html/inert-html.ts";
import type { ExtractedTile, TileSheet } from "./extract-tile.ts";
import { FILL_PROPERTY, PAD_PROPERTY } from "./tile-document.ts";

/** `sheets` are in the order of the cascade. */
export function applyStyles(sheets: readonly TileSheet[], { scope, prefix, present }: ExtractedTile): string {
  // All at once: a font of one sheet is used in another.
  const all = sheets.map(({ css, host, media }) => withMedia(host === null ? css : scopeToHost(css, host), media));
  const css = all.length === 0 ? "" : `${namespaceSheet(all.join("\n"), { scope, prefix, present })}\n`;
  return `${css}${ownStyle(scope)}`;
}

function withMedia(css: string, media: string): string {
  return media === "" || media.length > 500 || /[<>"\\{}]/.test(media) ? css : `@media ${media}{${css}}`;
}

/**
 * The tile is a box of its own: nothing in it is laid out, painted or clicked outside. Ancestors give the block their
 * fonts, colours and backgrounds, but not their layout, which was made for a whole page; the block fills its tile. The
 * space around it is that of its parent, so that it has the colour that it stands on.
 */
function ownStyle(scope: string): string {
  const wrapper = `${scope} [${WRAPPER_ATTRIBUTE}]:not(table,thead,tbody,tfoot,tr,td,th,svg,svg *,select,optgroup)`;
  const layoutTable = `${scope} table[${WRAPPER_ATTRIBUTE}]`;
  const layoutCell = `${scope} :is(td,th)[${WRAPPER_ATTRIBUTE}]`;
  const parent = `${scope} [${WRAPPER_ATTRIBUTE}]:has(>[${BLOCK_ATTRIBUTE}]):not(svg *)`;
  const block = `${scope} [${BLOCK_ATTRIBUTE}]`;
  const placed =
    "position:static!important;float:none!important;transform:none!important;margin:0!important;inset:auto!important";
  return [
    `${scope}{contain:layout paint style;isolation:isolate;overflow:auto;position:relative;max-width:100%}`,
    `${wrapper}{display:block!important;${placed};padding:0!important;border:0!important;width:auto!important;min-width:0!important;max-width:none!important;height:auto!important;min-height:0!important;max-height:none!important;overflow:visible!important;opacity:1!important;visibility:inherit!important;filter:none!important;clip-path:none!important;box-shadow:none!important}`,
    `${layoutTable}{${placed};width:100%!important;min-width:0!important;max-width:100%!important;height:auto!important;border:0!important;border-spacing:0!important}`,
    `${layoutCell}{width:auto!important;min-width:0!important;height:auto!important;padding:0!important;border:0!important;vertical-align:top!important}`,
    `${parent}{box-sizing:border-box!important;padding:var(${PAD_PROPERTY},0)!important;min-height:var(${FILL_PROPERTY},0)!important}`,
    `${parent}:is(td,th){height:var(${FILL_PROPERTY},auto)!important}`,
    `${block}{${placed};max-width:100%!important}`,
    `${block} table{max-width:100%}`,
  ].join("\n");
}
