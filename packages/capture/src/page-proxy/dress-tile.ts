/** The styles of a tile out of the sheets of its page: what can match, bound to it. Pure, for a worker thread. */
import { namespaceSheet } from "./css/namespace-css.ts";
import { BLOCK_ATTRIBUTE, WRAPPER_ATTRIBUTE } from "./html/inert-html.ts";
import type { TileSketch } from "./sketch-tile.ts";

/** `sheets` are filtered and in the order of the cascade. */
export function dressTile(sheets: readonly string[], { scope, prefix, present }: TileSketch): string {
  // All at once: a font of one sheet is used in another.
  const css = sheets.length === 0 ? "" : `${namespaceSheet(sheets.join("\n"), { scope, prefix, present })}\n`;
  return `${css}${ownStyle(scope)}`;
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
