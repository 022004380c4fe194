/**
 * A sheet for whoever has its address, without anything to press: the page of a secret link, with a script of ours that keeps
 * it fresh; the same without one for frames of other sites; or the sheets of a screen on a wall. Everything in it is text.
 */
import { createHash } from "node:crypto";
import type { Heading, LinkGroup, Note, Screen, SheetStyle, TileId, TilePlace } from "@tessera/model";
import { safeHref } from "@tessera/model/safe-href";
import { COLUMNS, PHONE, TABLET } from "@tessera/model/screens";
import { sharedSheetScript } from "@tessera/page";
import { escaped } from "./gadget-documents.ts";
import { noteHtml } from "./note-html.ts";
import { type SheetColours, sheetProperties, type TileColours, tileProperties } from "./sheet-colours.ts";

/** With where the icon of a site is to be had. */
export interface SharedLinks {
  readonly kind: "links";
  readonly groups: readonly LinkGroup[];
  readonly icons: string;
}

export interface SharedTile {
  readonly id: TileId;
  readonly title: string;
  readonly place: TilePlace;
  /** On narrower screens, where a person has arranged them. */
  readonly screens: Readonly<Record<Exclude<Screen, "wide">, TilePlace | null>>;
  /** The screens on which it lies in a closed group. */
  readonly closedOn: readonly Screen[];
  /** Where its frames find it; none of what a person wrote. */
  readonly sources: readonly string[];
  readonly own: Note | SharedLinks | Heading | null;
  /** Beside its title: when it was last seen, where that is not now, or how much a closed group holds. */
  readonly aside: string | null;
  /** Changes whenever its blocks do. */
  readonly mark: string;
  /** Null where it has none of its own. */
  readonly colours: TileColours | null;
}

export interface SharedSheetPart {
  readonly title: string;
  readonly tiles: readonly SharedTile[];
  readonly theme: SheetStyle["theme"];
  readonly note: string;
  /** Where the picture behind it is. */
  readonly picture: string | null;
  /** As its person chose them; null on other sites, which have colours of their own. */
  readonly colours: SheetColours | null;
}

export interface SharedPage {
  readonly sheets: readonly [SharedSheetPart, ...SharedSheetPart[]];
  readonly wall: { readonly seconds: number; readonly isLarge: boolean } | null;
  /** Which of the sheets is shown first. */
  readonly first: number;
  readonly locale: string;
  readonly direction: "ltr" | "rtl";
  /** Null in a frame of another site, which has no scripts. */
  readonly live: { readonly state: string; readonly nonce: string } | null;
  readonly words: { readonly away: string; readonly paused: string };
}

export interface SharedState {
  readonly mark: string;
  readonly tiles: Readonly<Record<string, string>>;
}

/** How often an open page asks what is new. */
const ASKED_EVERY_MS = 20_000;
/** Without a script the page is loaded again as a whole. */
const RELOADED_EVERY_S = 300;

const SCHEMES = { system: "light dark", light: "light", dark: "dark" } as const;

const FRAME = 'sandbox="allow-popups allow-popups-to-escape-sandbox" referrerpolicy="no-referrer"';

/** Rows of the grid of a sheet, in CSS pixels. */
const ROW_PX = 68;
/** By how much a wall with large type is larger. */
const LARGE = 1.5;

const STYLE = [
  ":root{--ground:light-dark(#f6f5f2,#16171a);--raised:light-dark(#fff,#202226);--line:light-dark(#dddad2,#34373d);--soft:light-dark(#5f5c55,#a9adb5)}",
  "*{box-sizing:border-box}html{background:var(--ground);color:CanvasText}body{margin:0;padding:16px;font:15px/1.45 system-ui,sans-serif}",
  "header{display:flex;flex-wrap:wrap;align-items:baseline;gap:4px 16px;margin:0 0 12px}h1{font-size:1.35rem;line-height:1.2;margin:0;overflow-wrap:anywhere}",
  "[role=status]:empty{display:none}[role=status]{padding:4px 12px;border-radius:8px;background:light-dark(#fdf0d5,#4a3a14);color:light-dark(#6b4a00,#ffe2a3);font-size:.9rem}",
  `.grid{display:grid;grid-template-columns:repeat(${COLUMNS.wide},minmax(0,1fr));grid-auto-rows:${ROW_PX}px;gap:12px;--rows:var(--wide-rows)}`,
  "section{grid-area:var(--wide);display:flex;flex-direction:column;min-width:0;min-height:0;border:1px solid var(--line);border-radius:12px;background:var(--tile-ground,var(--raised));color:var(--tile-ink,inherit);overflow:hidden}main{color:var(--ink,CanvasText)}",
  "h2{flex:none;display:flex;gap:8px;align-items:baseline;font-size:.9rem;margin:0;padding:8px 12px 6px}h2 bdi{white-space:nowrap;overflow:hidden;text-overflow:ellipsis}h2 small{flex:none;margin-inline-start:auto;color:var(--soft);font-weight:400}",
  ".frame{flex:1;min-height:0;overflow:hidden}iframe{display:block;width:100%;height:100%;border:0}",
  ".own{flex:1;overflow:auto;padding:0 12px 10px;overflow-wrap:anywhere}.own a{color:inherit}",
  ".note>:first-child{margin-top:0}.note p,.note ul,.note ol,.note table{margin:0 0 .6em}.note ul,.note ol{padding-inline-start:1.4em}.note :is(h3,h4,h5,h6){margin:.6em 0 .3em}.note pre{overflow:auto}.note blockquote{margin:0 0 .6em;padding-inline-start:12px;border-inline-start:3px solid var(--line)}",
  ".note :is(th,td){padding:2px 8px;border:1px solid var(--line)}.note table{border-collapse:collapse}.note li p{margin:0}.task{display:flex;gap:.5em;list-style:none;margin-inline-start:-1.4em}",
  ".links ul{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(9rem,100%),1fr));gap:2px 8px;margin:0 0 8px;padding:0;list-style:none}.links h3{font-size:.8rem;margin:6px 0 2px;color:var(--soft)}",
  ".links a{display:flex;align-items:center;gap:8px;min-height:30px;text-decoration:none}.links a:hover{text-decoration:underline}.links bdi{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}",
  ".icon{position:relative;flex:none;display:grid;place-items:center;width:20px;height:20px;border-radius:5px;background:var(--line);color:var(--ink,CanvasText);font-size:11px;font-weight:700}.icon img{position:absolute;inset:0;width:100%;height:100%;object-fit:contain;opacity:0}.pictured.icon{background:none;color:transparent}.pictured.icon img{opacity:1}",
  ".group{border:0;background:none;justify-content:end}.group h2{font-size:1.1rem;padding-inline:2px}",
  ".backdrop{position:fixed;inset:0;z-index:-1;background:var(--backdrop,var(--ground)) center/cover}.behind :is(h1,.group h2,footer){width:fit-content;padding:4px 12px;border-radius:8px;background:var(--raised)}",
  "footer,.empty{color:var(--soft);font-size:.9rem;margin:12px 0 0}[hidden]{display:none!important}",
  ".wide-off{display:none}",
  `@media(${TABLET}){.grid{--rows:var(--tablet-rows,var(--wide-rows))}section{grid-area:var(--tablet,var(--wide))}.wide-off{display:flex}.tablet-off{display:none}}`,
  `@media(${PHONE}){.wide-off,.tablet-off{display:flex}.phone-off{display:none}.arranged{grid-template-columns:repeat(${COLUMNS.phone},minmax(0,1fr));--rows:var(--phone-rows)}.arranged section{grid-area:var(--phone)}`,
  // nobody said where on a phone: one below the other
  "body:not(.wall) .grid:not(.arranged){display:flex;flex-direction:column}body:not(.wall) .grid:not(.arranged) section{min-height:var(--high)}}",
].join("");

/** The whole screen: rows share what there is, as long as each is high enough to show something; what is below that is scrolled to. */
const WALL_STYLE = [
  // a press anywhere is one on the wall: two of them fill the screen
  "iframe{pointer-events:none}html{touch-action:manipulation}",
  "html{scrollbar-width:none}body{padding:1.2vmin}main{display:flex;flex-direction:column;min-height:calc(100vh - 2.4vmin)}",
  ".grid{flex:1 0 auto;max-height:calc(var(--rows)*15vh);grid-auto-rows:minmax(2.5rem,1fr);gap:1vmin}section{contain:size}header{margin:0 0 1vmin}footer{margin:.6vmin 0 0}",
  "[role=status]{position:fixed;inset-block-end:1.2vmin;inset-inline-end:1.2vmin;z-index:1;font-size:1.1rem}",
  "@media(prefers-reduced-motion:no-preference){main{animation:come .6s ease-out}@keyframes come{from{opacity:0}}}",
].join("");

const LARGE_STYLE = [
  "html{font-size:24px}body{font-size:1rem}.frame{position:relative}",
  `iframe{position:absolute;inset-block-start:0;inset-inline-start:0;width:${100 / LARGE}%;height:${100 / LARGE}%;transform:scale(${LARGE});transform-origin:0 0}`,
  "[dir=rtl] iframe{transform-origin:100% 0}",
].join("");

export function sharedPage(page: SharedPage): string {
  const { sheets, wall, first, locale, direction, live } = page;
  const { theme, title } = sheets[first] ?? sheets[0];
  const style = [STYLE, ...(wall ? [WALL_STYLE] : []), ...(wall?.isLarge ? [LARGE_STYLE] : [])].join("");
  const next =
    wall && sheets.length > 1 ? `${wall.seconds};url=?sheet=${(first + 1) % sheets.length}` : RELOADED_EVERY_S;
  const head = [
    '<meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex,nofollow">',
    '<meta name="referrer" content="no-referrer">',
    live ? `<noscript><meta http-equiv="refresh" content="${next}"></noscript>` : "",
    `<title>${escaped(title)}</title><style>${style}</style>`,
  ].join("");
  const body = sheets.map((sheet, at) => mainOf(sheet, { isShown: at === first, isLazy: wall === null })).join("");
  return [
    `<!doctype html><html lang="${escaped(locale)}" dir="${direction}" style="color-scheme:${SCHEMES[theme]}"><head>${head}</head>`,
    `<body${wall ? ' class="wall"' : ""}><div role="status"></div>${body}${live ? scriptOf(page, live) : ""}</body></html>`,
  ].join("");
}

function scriptOf(page: SharedPage, { state, nonce }: NonNullable<SharedPage["live"]>): string {
  const { wall, words } = page;
  const script = sharedSheetScript({
    ...{ ...stateOf(page), state, everyMs: ASKED_EVERY_MS, seconds: wall ? wall.seconds : null },
    ...{ awayText: words.away, pausedText: words.paused },
  });
  return `<script nonce="${escaped(nonce)}">${script}</script>`;
}

/** Another program writes another page, and an open one is then loaded again. */
const MADE_BY = createHash("sha256")
  .update(STYLE + WALL_STYLE + LARGE_STYLE)
  .update(
    sharedSheetScript({
      ...{ state: "", mark: "", tiles: {}, seconds: null, everyMs: ASKED_EVERY_MS },
      ...{ awayText: "", pausedText: "" },
    }),
  )
  .digest("base64url");

/** What an open page compares itself with. */
export function stateOf({ sheets, wall, locale }: Pick<SharedPage, "sheets" | "wall" | "locale">): SharedState {
  const tiles = sheets.flatMap((sheet) => sheet.tiles);
  const fixed = sheets.map(({ tiles: some, ...sheet }) => [sheet, some.map(({ mark: _, ...tile }) => tile)]);
  const made = [MADE_BY, fixed, wall, locale];
  return {
    mark: createHash("sha256").update(JSON.stringify(made)).digest("base64url").slice(0, 22),
    tiles: Object.fromEntries(tiles.map(({ id, mark }) => [id, mark])),
  };
}

interface MainOptions {
  readonly isShown: boolean;
  readonly isLazy: boolean;
}

function mainOf(sheet: SharedSheetPart, { isShown, isLazy }: MainOptions): string {
  const { title, tiles, note, picture, colours } = sheet;
  const sections = tiles.map((tile) => sectionOf(tile, { isShown, isLazy })).join("");
  const rows = [
    rowsOf("wide", tiles, ({ place, closedOn }) => (closedOn.includes("wide") ? null : place)),
    rowsOf("tablet", tiles, ({ screens }) => screens.tablet),
    rowsOf("phone", tiles, ({ screens }) => screens.phone),
  ].join("");
  const isArranged = tiles.some(({ screens }) => screens.phone);
  const grid = `<div class="grid${isArranged ? " arranged" : ""}" style="${rows}">${sections}</div>`;
  const foot = note ? `<footer>${escaped(note)}</footer>` : "";
  const image = picture ? ` style="background-image:url('${escaped(picture)}')"` : "";
  const behind = picture || colours ? `<div class="backdrop"${image}></div>` : "";
  const look = colours ? ` style="${sheetProperties(colours)}"` : "";
  return `<main${isShown ? "" : " hidden"}${picture ? ' class="behind"' : ""}${look}>${behind}<header><h1 dir="auto">${escaped(title)}</h1></header>${grid}${foot}</main>`;
}

/** How many rows there are on a screen; nothing where it is not arranged. */
function rowsOf(screen: Screen, tiles: readonly SharedTile[], placeOn: (tile: SharedTile) => TilePlace | null): string {
  const ends = tiles.flatMap((tile) => {
    const place = placeOn(tile);
    return place ? [place.y + place.height] : [];
  });
  return ends.length > 0 || screen === "wide" ? `--${screen}-rows:${Math.max(1, ...ends)};` : "";
}

function areaOf(screen: Screen, place: TilePlace | null): string {
  return place ? `--${screen}:${place.y + 1}/${place.x + 1}/span ${place.height}/span ${place.width};` : "";
}

function sectionOf(tile: SharedTile, { isShown, isLazy }: MainOptions): string {
  const { id, title, place, screens, closedOn, sources, own, aside, colours } = tile;
  const areas = [areaOf("wide", place), areaOf("tablet", screens.tablet), areaOf("phone", screens.phone)];
  const at = `${areas.join("")}${colours ? tileProperties(colours) : ""}--high:${place.height * ROW_PX}px`;
  const source = isShown ? "src" : "data-src";
  const loading = isLazy ? ' loading="lazy"' : "";
  const frames = sources.map(
    (src) =>
      `<div class="frame"><iframe ${FRAME}${loading} title="${escaped(title)}" ${source}="${escaped(src)}"></iframe></div>`,
  );
  const beside = aside ? `<small>${escaped(aside)}</small>` : "";
  const heading = title || beside ? `<h2><bdi>${escaped(title)}</bdi>${beside}</h2>` : "";
  const kinds = [...(own?.kind === "heading" ? ["group"] : []), ...closedOn.map((screen) => `${screen}-off`)];
  const named = kinds.length > 0 ? ` class="${kinds.join(" ")}"` : "";
  return `<section${named} style="${at}" data-tile="${escaped(id)}">${heading}${frames.join("")}${own ? ownOf(own) : ""}</section>`;
}

function ownOf(own: NonNullable<SharedTile["own"]>): string {
  // a heading is its title, and nothing below it
  if (own.kind === "heading") return "";
  if (own.kind === "note") return `<div class="own note" dir="auto">${noteHtml(own.text)}</div>`;
  const groups = own.groups.map(({ heading, links }) => {
    const items = links.map((link) => `<li>${linkOf(link, own.icons)}</li>`);
    return `${heading ? `<h3><bdi>${escaped(heading)}</bdi></h3>` : ""}<ul>${items.join("")}</ul>`;
  });
  return `<div class="own links">${groups.join("")}</div>`;
}

/** The icon lies over the first letter of the name, once it is there. */
function linkOf({ title, url }: LinkGroup["links"][number], icons: string): string {
  const href = safeHref(url);
  const name = `<bdi>${escaped(title)}</bdi>`;
  if (!href) return name;
  const letter = [...title.replaceAll(/[^\p{L}\p{N}]/gu, "")][0]?.toUpperCase() ?? "·";
  const source = `${icons}?site=${encodeURIComponent(new URL(href).origin)}`;
  const icon = `<span class="icon" aria-hidden="true">${escaped(letter)}<img src="${escaped(source)}" alt="" loading="lazy"></span>`;
  return `<a href="${escaped(href)}" target="_blank" rel="noopener noreferrer">${icon}${name}</a>`;
}
