/** The second way to a page: a tab in the background, silent, never in front, closed again whatever happens. */
import { extension } from "../platform/web-extension.ts";
import type { SeenPage } from "./seen-page.ts";

export type Visited =
  | { readonly kind: "page"; readonly page: SeenPage }
  | { readonly kind: "unreachable"; readonly message: string }
  /** The browser cannot look now; that says nothing about the page. */
  | { readonly kind: "not-now"; readonly message: string };

const LOAD_MS = 40_000;
const SNAPSHOT_MS = 30_000;
/** After this long a tab without an address that may be seen has been sent to another site. */
const BEGIN_MS = 3_000;

export async function visitInTab(url: string): Promise<Visited> {
  const windows = await extension.windows.getAll({ windowTypes: ["normal"] });
  const [window] = windows.filter(({ incognito }) => !incognito);
  if (window?.id === undefined) return { kind: "not-now", message: "no window is open" };
  const tab = await extension.tabs.create({ url, active: false, windowId: window.id, index: 9_999 });
  const id = tab.id ?? -1;
  try {
    await extension.tabs.update(id, { muted: true });
    if (!(await isLoaded(id))) return { kind: "unreachable", message: "the page did not load in time" };
    await extension.scripting.executeScript({ target: { tabId: id }, files: ["tab-snapshot.js"] });
    const taken = await withTime(
      extension.scripting.executeScript({
        target: { tabId: id },
        func: () => (globalThis as { tesseraSnapshot?: () => Promise<unknown> }).tesseraSnapshot?.(),
      }),
    );
    const page = taken?.[0]?.result as SeenPage | "too-large" | undefined;
    if (!page) return { kind: "unreachable", message: "the page went away while it was read" };
    if (page === "too-large") return { kind: "unreachable", message: "the page is too large" };
    return { kind: "page", page };
  } catch (failure) {
    // an error page of the browser may not be read, and a tab that the person closed is gone
    return { kind: "unreachable", message: String(failure).slice(0, 300) };
  } finally {
    await extension.tabs.remove(id).catch(() => undefined);
  }
}

/** In Firefox a new tab is complete, and empty, before it has begun to load. */
async function isLoaded(id: number): Promise<boolean> {
  const started = Date.now();
  while (Date.now() < started + LOAD_MS) {
    const { status, url } = await extension.tabs.get(id);
    const hasBegun = (url !== undefined && url !== "about:blank") || Date.now() > started + BEGIN_MS;
    if (status === "complete" && hasBegun) return true;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return false;
}

async function withTime<T>(work: Promise<T>): Promise<T | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), SNAPSHOT_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
