/**
 * How the documents are dressed that show a tile in a frame, wherever that is: on a sheet, on another site, by a secret link or
 * in the extension. As on its page, a block wants a frame as wide as the window there; who has a script scales that frame, and
 * for everybody else there is a document that does it by itself.
 */

/** A document that shows the tile may say how far the block stays from its edges, and that it fills the window. */
export const PAD_PROPERTY = "--tessera-pad";
export const FILL_PROPERTY = "--tessera-fill";

/** A page without a background of its own is white, whatever our own colours are. */
export const PAGE_STYLE: string = `html{background:#fff;color:#000;${FILL_PROPERTY}:100vh}body{margin:0}`;
/** No wider than its frame: what stands beside the block on its page is not to be scrolled to. */
export const WIDTH_STYLE = "html{overflow-x:hidden}";
/** Plain markup, or text, in colours of ours. */
export const READER_STYLE: string = [
  ":root{color-scheme:light dark}",
  `body{margin:0;padding:max(8px,var(${PAD_PROPERTY}));font:16px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}`,
  "img,svg,video,canvas{max-width:100%;height:auto}",
  "table{border-collapse:collapse}td,th{padding:2px 6px;text-align:start}",
  "h1,h2,h3,h4,h5,h6{font-size:1.1em;margin:.5em 0}ul,ol{padding-inline-start:1.4em}",
  "pre{white-space:pre-wrap;font:inherit;margin:0}",
].join("");

export interface ScaledTile {
  /** The document of the block as on its page. */
  readonly document: string;
  readonly title: string;
  /** What the document around it may do, as a policy in a `meta` element; the one in it has no more. */
  readonly policy: string;
  /** Of the frame in it. */
  readonly sandbox: string;
  /** How wide the window of the page was, and the block in it, in CSS pixels. */
  readonly windowPx: number;
  readonly blockPx: number;
  readonly padPx: number;
  /** No smaller than this share of its size: what is then too wide is scrolled to. */
  readonly leastScale: number;
}

/**
 * The block in a frame as wide as the window of its page, scaled to whatever room there is, without a script. A length
 * becomes a number by an angle: browsers do not divide lengths by lengths yet, and only a registered property has its
 * length in pixels. A browser that cannot do this shows the block unscaled.
 */
export function scaledDocument(tile: ScaledTile): string {
  const { document, title, policy, sandbox, windowPx, blockPx, padPx, leastScale } = tile;
  const wantedPx = Math.max(1, blockPx + 2 * padPx);
  const style = [
    '@property --tessera-room{syntax:"<length>";inherits:true;initial-value:0px}',
    "html{--tessera-room:100vw;background:#fff;color-scheme:light}html,body{height:100%;margin:0}",
    `body{--tessera-scale:max(${leastScale},min(1,tan(atan2(var(--tessera-room),${wantedPx}px))));overflow:auto hidden}`,
    // what stands beside the block on its page is not to be scrolled to; a page begins on the left
    `div{position:relative;width:calc(${wantedPx}px*var(--tessera-scale));min-width:100%;height:100%;overflow:hidden;direction:ltr}`,
    `iframe{position:absolute;inset:0 auto auto 0;width:${Math.max(windowPx, wantedPx)}px;height:calc(100%/var(--tessera-scale));border:0;transform:scale(var(--tessera-scale));transform-origin:0 0}`,
  ].join("");
  const head = `<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${escaped(policy)}"><title>${escaped(title)}</title><style>${style}</style>`;
  const frame = `<iframe title="${escaped(title)}" sandbox="${escaped(sandbox)}" referrerpolicy="no-referrer" srcdoc="${escaped(document)}"></iframe>`;
  return `<!doctype html><html><head>${head}</head><body><div>${frame}</div></body></html>`;
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? "");
}
