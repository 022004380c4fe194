/** The styles of a tile out of the sheets of its page: what can match, bound to it. Pure, for a worker thread. */
import { namespaceSheet, scopeToHost } from "../css/namespace-css.ts";
import type { ExtractedTile, TileSheet } from "./extract-tile.ts";
import { ownStyle } from "./way-styles.ts";

/** `sheets` are in the order of the cascade. */
export function applyStyles(sheets: readonly TileSheet[], extracted: ExtractedTile): string {
  const { scope, prefix, present } = extracted;
  // All at once: a font of one sheet is used in another.
  const all = sheets.map(({ css, host, media }) => withMedia(host === null ? css : scopeToHost(css, host), media));
  const hosts = [...new Set(sheets.flatMap(({ host }) => (host === null ? [] : [host])))];
  const css = all.length === 0 ? "" : `\n${namespaceSheet(all.join("\n"), { scope, prefix, present, hosts })}`;
  return `${ownStyle(extracted)}${css}`;
}

function withMedia(css: string, media: string): string {
  return media === "" || media.length > 500 || /[<>"\\{}]/.test(media) ? css : `@media ${media}{${css}}`;
}
