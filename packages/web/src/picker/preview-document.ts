/** The document of a preview frame: the tile's own markup and styles, and a policy under which nothing else can be. */
import type { PreviewReply } from "../api/picking.ts";

/** No script, no frame, no form, nothing from elsewhere; assets come from this server alone. */
const POLICY =
  "default-src 'none'; img-src 'self' data:; font-src 'self' data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/** For a frame whose sandbox allows nothing. */
export function previewDocument({ html, css }: Pick<PreviewReply, "html" | "css">): string {
  const policy = `<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${POLICY}">`;
  // a style sheet ends where its element does, whatever is written in it
  const style = `<style>html{background:#fff;--tessera-pad:12px;--tessera-fill:100vh}body{margin:0}${css.replaceAll(/<\/(?=style)/gi, "<\\/")}</style>`;
  return `<!doctype html><html><head>${policy}${style}</head><body>${html}</body></html>`;
}
