/** Small documents of ours beside foreign ones: the table of a board, and what stands where nothing is shown. All of it is text. */
import type { Gadget, NumberFound } from "@tessera/model";
import type { FeedItemsReply } from "@tessera/model/api";
import { safeHref } from "@tessera/model/safe-href";
import { lastChange, type Series, SPARK_BOX, sparkline } from "@tessera/model/series";
import type { FollowView } from "@tessera/store";

type Theme = Gadget["options"]["theme"];

const SCHEMES = { system: "light dark", light: "light", dark: "dark" } as const;

const STYLE = [
  "*{box-sizing:border-box}body{margin:0;padding:8px;font:14px/1.4 system-ui,sans-serif;background:Canvas;color:CanvasText}p{margin:8px 0 0;opacity:.7}",
  "table{width:100%;border-collapse:collapse}th,td{padding:4px 8px;text-align:start;border-bottom:1px solid color-mix(in srgb,currentColor 12%,transparent)}",
  "td{text-align:end;font-weight:600;font-variant-numeric:tabular-nums}a{color:inherit}.change{font-weight:400;opacity:.8}.trend{width:88px}",
  "svg{display:block;width:72px;height:20px;margin-inline-start:auto;fill:none;stroke:currentColor;stroke-width:1.5}[dir=rtl] svg{transform:scaleX(-1)}",
  "ol{margin:0;padding:0;list-style:none}li{display:flex;gap:12px;padding:6px 0;border-bottom:1px solid color-mix(in srgb,currentColor 12%,transparent)}li>div{flex:1;min-width:0}",
  "h2{margin:0;font-size:1em;font-weight:500;overflow-wrap:anywhere}h2 a{text-decoration:none}h2 a:hover{text-decoration:underline}small{opacity:.75}",
  "li p{margin:2px 0 0;opacity:.85;overflow-wrap:anywhere}li img{flex:none;width:84px;height:60px;object-fit:cover;border-radius:6px}",
].join("");

/** Whose words a document has. */
export interface Tongue {
  readonly code: string;
  readonly direction: "ltr" | "rtl";
}

export interface BoardLook {
  readonly title: string;
  readonly theme: Theme;
  /** Of its words, on a tile with colours of its own. */
  readonly ink?: string | null;
  /** Among other tiles on a page of ours, rather than alone on another site. */
  readonly isInside: boolean;
  /** Of the person whose board it is. */
  readonly language: Tongue & {
    readonly amount: (value: number, unit: Pick<NumberFound, "currency" | "unit">) => string;
    readonly share: (share: number) => string;
  };
}

export interface SharedRow {
  readonly view: FollowView;
  readonly number: NumberFound | null;
  /** The number over time, as far as strangers may see it. */
  readonly points: Series;
}

export function boardDocument(rows: readonly SharedRow[], look: BoardLook): string {
  const { title, theme, ink, language, isInside } = look;
  // nothing has changed yet since it was given away: values without two empty columns
  const hasChanges = rows.some(({ points }) => lastChange(points) !== null);
  const lines = rows.map(({ view: { follow, page, latestFound }, number, points }) => {
    const link = `<a href="${escaped(page.source.url)}" target="_blank" rel="noopener noreferrer">${escaped(follow.title)}</a>`;
    const value = number ? language.amount(number.value, number) : (latestFound?.excerpt.slice(0, MAX_VALUE) ?? "–");
    const change = hasChanges
      ? `<td class="change" dir="auto">${escaped(changeIn(points, number, language))}</td>`
      : "";
    const trend = hasChanges ? `<td class="trend">${lineOf(points)}</td>` : "";
    return `<tr><th scope="row" dir="auto">${link}</th><td dir="auto">${escaped(value)}</td>${change}${trend}</tr>`;
  });
  const body = `<table><tbody>${lines.join("")}</tbody></table>`;
  return documentOf({ title, theme, ink, language, isInside, body });
}

/** What is no number is cut to what fits a row. */
const MAX_VALUE = 120;

function changeIn(points: Series, number: NumberFound | null, { amount, share }: BoardLook["language"]): string {
  const change = lastChange(points);
  if (!change || !number) return "";
  const by = `${change.by < 0 ? "−" : "+"}${amount(Math.abs(change.by), number)}`;
  return change.share === null ? by : `${by} (${share(change.share)})`;
}

function lineOf(points: Series): string {
  const line = sparkline(points);
  return line === null ? "" : `<svg viewBox="${SPARK_BOX}" aria-hidden="true"><path d="${line}"/></svg>`;
}

export interface FeedLook {
  readonly title: string;
  readonly theme: Theme;
  readonly ink?: string | null;
  readonly language: Tongue;
  readonly shows: "titles" | "summaries";
  /** As the person writes it who shares it. */
  readonly written: (at: number) => string;
}

/** The items of a feed: titles that lead to their pages, or with summary and picture, which comes through this server. */
export function feedDocument({ items, feeds }: FeedItemsReply, look: FeedLook): string {
  const { title, theme, ink, language, shows, written } = look;
  const names = new Map(feeds.length > 1 ? feeds.map((feed) => [feed.followId, feed.title]) : []);
  const rows = items.map((item) => {
    const href = safeHref(item.href);
    const words = escaped(item.title);
    const name = href ? `<a href="${escaped(href)}" target="_blank" rel="noopener noreferrer">${words}</a>` : words;
    const about = [names.get(item.followId), written(item.at)].filter((word) => word !== undefined).map(escaped);
    const isLong = shows === "summaries";
    const picture = isLong && item.picture ? `<img src="${escaped(item.picture)}" alt="" loading="lazy">` : "";
    const summary = isLong && item.summary ? `<p dir="auto">${escaped(item.summary)}</p>` : "";
    return `<li><div><h2 dir="auto">${name}</h2><small dir="auto">${about.join(" · ")}</small>${summary}</div>${picture}</li>`;
  });
  return documentOf({ title, theme, ink, language, isInside: true, body: `<ol>${rows.join("")}</ol>` });
}

/** In place of what is not shown; it says nothing about why. Or of a block in which there is nothing to see. */
export function nothingDocument(
  words: string,
  language: Tongue,
  { title, theme }: Pick<SmallDocument, "title" | "theme"> = { title: "Tessera", theme: "system" },
): string {
  return documentOf({ title, theme, language, body: `<p>${escaped(words)}</p>` });
}

interface SmallDocument {
  readonly title: string;
  readonly theme: Theme;
  readonly ink?: string | null | undefined;
  readonly language: Tongue;
  readonly body: string;
  /** On a page of ours, whose ground is seen through it. */
  readonly isInside?: boolean;
}

function documentOf({ title, theme, ink = null, language, body, isInside = false }: SmallDocument): string {
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><meta name="referrer" content="no-referrer">`;
  return `<!doctype html><html lang="${language.code}" dir="${language.direction}" style="color-scheme:${SCHEMES[theme]}"><head>${head}<title>${escaped(title)}</title><style>${STYLE}${isInside ? `body{padding:0 12px 8px;background:none${ink ? `;color:${ink}` : ""}}` : ""}</style></head><body>${body}</body></html>`;
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
