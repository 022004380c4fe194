/** Where in the app the person is: the browser's address, and nothing else. */
import { type Place, placeOf } from "./place.ts";

const here = $state({ path: location.pathname, query: new URLSearchParams(location.search) });

export function place(): Place {
  return placeOf(here.path);
}

export function query(name: string): string | null {
  return here.query.get(name);
}

export function go(address: string, { replace = false } = {}): void {
  history[replace ? "replaceState" : "pushState"](null, "", address);
  read();
  if (!replace) scrollTo(0, 0);
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
