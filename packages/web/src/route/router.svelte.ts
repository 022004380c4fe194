/** Where in the app the person is: the browser's address, and nothing else. */
import { type Place, placeOf } from "./place.ts";

/** What the browser's history remembers of an entry that the app itself led to. */
const FROM_INSIDE = { isFromInside: true };

const here = $state({ path: location.pathname, query: new URLSearchParams(location.search) });

export function place(): Place {
  return placeOf(here.path);
}

export function query(name: string): string | null {
  return here.query.get(name);
}

export function go(address: string, { replace = false } = {}): void {
  if (replace) history.replaceState(history.state, "", address);
  else history.pushState(FROM_INSIDE, "", address);
  read();
  if (!replace) scrollTo(0, 0);
}

/** Back to where in the app the person came from; false where they came by a link from elsewhere. */
export function goBack(): boolean {
  const isInside = history.state?.isFromInside === true;
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
}
