/** The styles of a tile out of the sheets of its page: what can match, bound to it. Pure, for a worker thread. */
import { parseMedia, writeCss } from "../css/css-syntax.ts";
import { namespaceSheet } from "../css/namespace-css.ts";
import { SHADOW_LAYER_FIRST, scopeToHost } from "../css/shadow-css.ts";
import type { ExtractedTile, TileSheet } from "./extract-tile.ts";
import { ownStyle } from "./way-styles.ts";

/** `sheets` are in the order of the cascade. */
export function applyStyles(sheets: readonly TileSheet[], extracted: ExtractedTile): string {
  const { scope, prefix, present, layout } = extracted;
  // All at once: a font of one sheet is used in another.
  const all = sheets.map(({ css, host, media }) => withMedia(host === null ? css : scopeToHost(css, host), media));
  const hosts = [...new Set(sheets.flatMap(({ host }) => (host === null ? [] : [host])))];
  const namespace = { scope, prefix, present, hosts, viewport: layout?.viewport };
  const ordered = hosts.length === 0 ? all : [SHADOW_LAYER_FIRST, ...all];
  const css = all.length === 0 ? "" : `\n${namespaceSheet(ordered.join("\n"), namespace)}`;
  return `${ownStyle(extracted)}${css}`;
}

function withMedia(css: string, media: string): string {
  const queries = media === "" || /["\\{}]/.test(media) ? null : parseMedia(media);
  return queries ? `@media ${writeCss(queries)}{${css}}` : css;
}
