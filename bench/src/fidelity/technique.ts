/** A page that uses one technique of the web, with one block that is picked from it. */

export interface Technique {
  readonly name: string;
  readonly css?: string;
  /** Into the article of the page; the block that is picked has the attribute `data-block`. */
  readonly body: string;
  /** Runs as a module after the body. A page that needs more than its first turn says so with `data-busy` (see `BUSY`). */
  readonly script?: string;
  readonly head?: string;
  /** Attributes of the root element. */
  readonly root?: string;
  /** Instead of everything that stands around an article. */
  readonly isBare?: boolean;
  /** Further files of this page alone, by their path below it. */
  readonly files?: Readonly<Record<string, { readonly type: string; readonly body: string | Buffer }>>;
}

export type Family = "width" | "surroundings" | "styles" | "media" | "scripts" | "drawings";

export interface TechniquePage extends Technique {
  readonly family: Family;
}

/** Of a root element whose page is not yet as it is meant to look; the picture of the page waits for it to go. */
export const BUSY = "data-busy";

/** What most of the pages have in common, as sites have a style sheet for all of their pages. */
const SITE_STYLE = `
  * { box-sizing: border-box; }
  body { margin: 0; font: 16px/1.5 "DejaVu Sans", sans-serif; color: #223; background: #f4f5f9; }
  .site-head { padding: 16px 24px; background: #234; color: #fff; }
  .site { display: grid; grid-template-columns: 220px minmax(0, 1fr); gap: 24px; padding: 24px; }
  .site-menu a { display: block; color: #246; padding: 4px 0; }
  h2, h3, p { margin: 0 0 12px; }`;

export function documentOf({ name, css = "", body, script, head = "", root = "", isBare }: Technique): string {
  const busy = script?.includes(BUSY) ? ` ${BUSY}` : "";
  const around = isBare
    ? body
    : `<header class="site-head">The Harbour Courier</header>
<div class="site">
<nav class="site-menu"><a href="/">Front page</a><a href="/town">Town</a><a href="/sea">Sea</a><a href="/sports">Sports</a></nav>
<article>${body}</article>
</div>`;
  return `<!doctype html>
<html lang="en"${root === "" ? "" : ` ${root}`}${busy}>
<head><meta charset="utf-8"><title>${name} · The Harbour Courier</title>
<meta name="viewport" content="width=device-width">${head}
<style>${isBare ? "" : SITE_STYLE}${css}</style></head>
<body>
${around}
${script === undefined ? "" : `<script type="module">${script}</script>`}
</body></html>`;
}
