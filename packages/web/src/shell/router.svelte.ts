/** Where in the app the person is: the browser's address, and nothing else. */
import { type Place, placeOf } from "./place.ts";

/** Noted with every address that the app itself goes to; it outlives a reload, and no other site can write it. */
interface OwnEntry {
  readonly isOwn: true;
  /** The entry before it is one of the app too. */
  readonly isFromInside: boolean;
}

const here = $state({ path: location.pathname, query: new URLSearchParams(location.search), isOwn: isOwnEntry() });

export function place(): Place {
  return placeOf(here.path);
}

export function query(name: string): string | null {
  return here.query.get(name);
}

/** False where a link from elsewhere or a typed address led here: then nothing is done that nobody has pressed for. */
export function isFromApp(): boolean {
  return here.isOwn;
}

/** The person has said that this address is meant. */
export function makeOwn(): void {
  go(location.href, { replace: true });
}

export function go(address: string, { replace = false } = {}): void {
  const entry: OwnEntry = { isOwn: true, isFromInside: !replace || isFromInside() };
  history[replace ? "replaceState" : "pushState"](entry, "", address);
  read();
  if (!replace) scrollTo(0, 0);
}

/** Back to where in the app the person came from; false where they came by a link from elsewhere. */
export function goBack(): boolean {
  const isInside = isFromInside();
  if (isInside) history.back();
  return isInside;
}

/** Follows the browser's back and forward, and links of the app without loading it again. */
export function startRouter(): void {
  addEventListener("popstate", read);
  document.addEventListener("click", (event) => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
    if (/^\/(api|feeds)\//.test(link.pathname)) return;
    event.preventDefault();
    go(link.pathname + link.search + link.hash);
  });
}

function read(): void {
  here.path = location.pathname;
  here.query = new URLSearchParams(location.search);
  here.isOwn = isOwnEntry();
}

function isOwnEntry(): boolean {
  const state: Partial<OwnEntry> | null = history.state;
  return state?.isOwn === true;
}

function isFromInside(): boolean {
  const state: Partial<OwnEntry> | null = history.state;
  return state?.isFromInside === true;
}
