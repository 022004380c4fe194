/** Addresses of the app as data: which page of it an address names. */
import { withoutFeedScheme } from "@tessera/model/feed-scheme";

export { safeHref } from "@tessera/model/safe-href";

export type Place =
  | { readonly page: "home" }
  | { readonly page: "login" }
  | { readonly page: "set-up" }
  | { readonly page: "join" }
  | { readonly page: "sheet"; readonly id: string }
  | { readonly page: "pick" }
  | { readonly page: "history"; readonly followId: string }
  | { readonly page: "tile-history"; readonly tileId: string }
  | { readonly page: "repair"; readonly followId: string }
  | { readonly page: "changes" }
  | { readonly page: "search" }
  | { readonly page: "catalogue" }
  | { readonly page: "wall" }
  | { readonly page: "settings"; readonly section: string }
  | { readonly page: "nowhere" };

export function placeOf(path: string): Place {
  const [first = "", second = "", third = ""] = path.split("/").slice(1).map(decoded);
  switch (first) {
    case "":
      return { page: "home" };
    case "login":
    case "set-up":
    case "join":
    case "pick":
    case "search":
    case "catalogue":
    case "wall":
    case "changes":
      return second ? { page: "nowhere" } : { page: first };
    case "sheets":
      return second ? { page: "sheet", id: second } : { page: "home" };
    case "follows":
      return second && (third === "history" || third === "repair")
        ? { page: third, followId: second }
        : { page: "nowhere" };
    case "tiles":
      return second && third === "history" ? { page: "tile-history", tileId: second } : { page: "nowhere" };
    case "settings":
      return third ? { page: "nowhere" } : { page: "settings", section: second || "account" };
    default:
      return { page: "nowhere" };
  }
}

/**
 * The address of the picker. `follow` picks its block again, or cuts parts out of it; `sheet` is where a new one is put;
 * `show` marks what is offered.
 */
export function pickPath(ask: {
  readonly url?: string;
  readonly sheet?: string;
  readonly follow?: string;
  readonly show?: "blocks" | "cuts";
}): string {
  const query = new URLSearchParams(Object.entries(ask).filter(([, value]) => value));
  return `/pick?${query}`;
}

/** The owner's settings with a host to be allowed, and the page of it that was wanted. */
export function allowHostPath(page: {
  readonly url: string;
  readonly sheet?: string;
  readonly follow?: string;
}): string {
  const host = URL.canParse(page.url) ? new URL(page.url).host : page.url;
  return `/settings/instance?${new URLSearchParams({ host, ...page })}`;
}

export const historyPath = (followId: string): string => `/follows/${followId}/history`;
/** Of everything in a tile of several. */
export const tileHistoryPath = (tileId: string): string => `/tiles/${tileId}/history`;
export const repairPath = (followId: string): string => `/follows/${followId}/repair`;
/** What is on no sheet, to be put on this one. */
export const unplacedPath = (sheetId: string | null): string =>
  sheetId ? `/settings/unplaced?${new URLSearchParams({ sheet: sheetId })}` : "/settings/unplaced";
/** A sheet is not turned over sooner. */
export const MIN_WALL_SECONDS = 5;

/** These sheets on a screen on a wall, one after the other. */
export function wallPath({ sheets, seconds, isLarge }: WallChoice): string {
  const query = new URLSearchParams({
    sheets: sheets.join(","),
    seconds: String(seconds),
    ...(isLarge ? { large: "1" } : {}),
  });
  return `/wall?${query}`;
}
export interface WallChoice {
  readonly sheets: readonly string[];
  readonly seconds: number;
  readonly isLarge: boolean;
}
export const sheetPath = (sheetId: string): string => `/sheets/${sheetId}`;

/** Names without a dot, addresses, and what ends in .local or .lan: things at home rarely speak TLS. */
const AT_HOME = /^([^./:]+|[^/:]+\.(local|lan|home\.arpa)|[\d.]+|\[[\da-f:.]+\])(:\d+)?([/?#]|$)/i;

/** A person types `example.com`; a page has a scheme. Null where nothing can be made of it. */
export function typedUrl(text: string): string | null {
  const trimmed = withoutFeedScheme(text.trim());
  const usual = AT_HOME.test(trimmed) && !/:443\b/.test(trimmed) ? "http" : "https";
  const full = /^[a-z][a-z\d+.-]*:\/\//i.test(trimmed) ? trimmed : `${usual}://${trimmed}`;
  if (!trimmed || !URL.canParse(full)) return null;
  const url = new URL(full);
  // browsers take words for the name of a host and write their spaces as %20
  if (/[%\s]/.test(url.host)) return null;
  return url.protocol === "http:" || url.protocol === "https:" ? url.href : null;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
