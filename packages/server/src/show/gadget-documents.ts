/** Documents of ours around foreign ones: a read-only sheet and its boards for frames on other sites. Everything in them is text. */
import type { Gadget, TilePlace } from "@tessera/model";
import type { TileView } from "@tessera/store";

export interface SheetTile {
  readonly title: string;
  readonly place: TilePlace;
  /** Where its frames find it: several of a tile of several. */
  readonly sources: readonly string[];
}

export interface SheetDocument {
  readonly title: string;
  readonly tiles: readonly SheetTile[];
  readonly theme: Gadget["options"]["theme"];
  /** Blocks that only their person may see. */
  readonly leftOut: number;
}

const SCHEMES = { system: "light dark", light: "light", dark: "dark" } as const;

const FRAME = 'sandbox="allow-popups allow-popups-to-escape-sandbox" loading="lazy" referrerpolicy="no-referrer"';

/** Rows of the grid of a sheet, in CSS pixels. */
const ROW_PX = 68;

const STYLE = [
  "*{box-sizing:border-box}body{margin:0;padding:8px;font:14px/1.4 system-ui,sans-serif;background:Canvas;color:CanvasText}",
  "h1{font-size:1.1rem;margin:0 0 8px}main{display:grid;grid-template-columns:repeat(12,minmax(0,1fr));gap:8px}",
  "section{display:flex;flex-direction:column;min-width:0;border:1px solid color-mix(in srgb,CanvasText 18%,transparent);border-radius:8px;overflow:hidden}",
  "h2{font-size:.85rem;margin:0;padding:6px 10px;white-space:nowrap;overflow:hidden;text-overflow:ellipsis}",
  "iframe{flex:1;width:100%;border:0}p{margin:8px 0 0;opacity:.7}",
  "table{width:100%;border-collapse:collapse}th,td{padding:4px 8px;text-align:start;border-bottom:1px solid color-mix(in srgb,CanvasText 12%,transparent)}",
  "td{text-align:end;font-variant-numeric:tabular-nums}a{color:inherit}",
  "@media(max-width:600px){main{display:flex;flex-direction:column}section{height:auto!important;min-height:220px}}",
].join("");

export function sheetDocument({ title, tiles, theme, leftOut }: SheetDocument): string {
  const sections = tiles.map(({ title: name, place, sources }) => {
    const { x, y, width, height } = place;
    const at = `grid-column:${x + 1}/span ${width};grid-row:${y + 1}/span ${height};height:${height * ROW_PX}px`;
    const frames = sources.map((src) => `<iframe ${FRAME} title="${escaped(name)}" src="${escaped(src)}"></iframe>`);
    return `<section style="${at}"><h2 dir="auto">${escaped(name)}</h2>${frames.join("")}</section>`;
  });
  const note = leftOut > 0 ? `<p>${leftOut} not shown</p>` : "";
  return documentOf({
    title,
    theme,
    body: `<h1 dir="auto">${escaped(title)}</h1><main>${sections.join("")}</main>${note}`,
  });
}

export function boardDocument(
  rows: TileView["views"],
  { title, theme }: Pick<SheetDocument, "title" | "theme">,
): string {
  const lines = rows.map(({ follow, page, latestFound }) => {
    const link = `<a href="${escaped(page.source.url)}" target="_blank" rel="noopener noreferrer">${escaped(follow.title)}</a>`;
    return `<tr><th scope="row" dir="auto">${link}</th><td dir="auto">${escaped(latestFound?.excerpt ?? "–")}</td></tr>`;
  });
  return documentOf({ title, theme, body: `<table><tbody>${lines.join("")}</tbody></table>` });
}

/** In place of what is not shown; it says nothing about why. */
export function nothingDocument(theme: SheetDocument["theme"] = "system"): string {
  return documentOf({ title: "Tessera", theme, body: "<p>This is no longer shown here.</p>" });
}

function documentOf({
  title,
  theme,
  body,
}: Pick<SheetDocument, "title" | "theme"> & { readonly body: string }): string {
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><meta name="referrer" content="no-referrer">`;
  return `<!doctype html><html style="color-scheme:${SCHEMES[theme]}"><head>${head}<title>${escaped(title)}</title><style>${STYLE}</style></head><body>${body}</body></html>`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? "");
}

/** What to copy into a page. */
export function iframeSnippet(url: string, { title, width, height, isSheet }: Snippet): string {
  // blocks of a sheet are frames in it, and have to know whose frames they are; without scripts that opens nothing
  const sandbox = `${isSheet ? "allow-same-origin " : ""}allow-popups allow-popups-to-escape-sandbox`;
  const size = `width="${width}" height="${height}" style="border:0;max-width:100%"`;
  return `<iframe src="${escaped(url)}" title="${escaped(title)}" ${size} loading="lazy" referrerpolicy="no-referrer" sandbox="${sandbox}"></iframe>`;
}

interface Snippet {
  readonly title: string;
  readonly width: number;
  readonly height: number;
  readonly isSheet: boolean;
}
