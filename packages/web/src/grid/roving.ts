/**
 * The tiles as one stop of the Tab key: it comes to the tile that had the focus last, and to what is in it; arrows lead to
 * the others. Tiles are of many kinds, so what can be focused in them is found in the page instead of said by each.
 */

const STOPS = "a[href], button, input, select, textarea, iframe, summary, [tabindex]";

/** Returns what lets every tile be a stop again. */
export function rove(grid: HTMLElement): () => void {
  /** What was a stop by itself, with its attribute. */
  const held = new Map<HTMLElement, string | null>();
  let current: HTMLElement | null = null;

  const hold = (element: HTMLElement): void => {
    if (element.tabIndex < 0) return;
    held.set(element, element.getAttribute("tabindex"));
    element.tabIndex = -1;
  };
  const release = (element: HTMLElement): void => {
    const was = held.get(element);
    if (was === undefined) return;
    held.delete(element);
    if (was === null) element.removeAttribute("tabindex");
    else element.setAttribute("tabindex", was);
  };
  const tiles = (): readonly HTMLElement[] => inOrder([...grid.querySelectorAll<HTMLElement>("[data-tile]")]);
  const apply = (): void => {
    const all = tiles();
    if (!current?.isConnected) current = all[0] ?? null;
    for (const element of held.keys()) if (!element.isConnected) held.delete(element);
    for (const [at, each] of all.entries()) {
      // the heading of a group is a region, which has no place in a row
      if (each.localName === "article") {
        each.setAttribute("aria-posinset", String(at + 1));
        each.setAttribute("aria-setsize", String(all.length));
      }
      const stops = [each, ...each.querySelectorAll<HTMLElement>(STOPS)];
      for (const stop of stops) (each === current ? release : hold)(stop);
    }
  };

  const onfocusin = ({ target }: FocusEvent): void => {
    const tile = target instanceof Element ? target.closest<HTMLElement>("[data-tile]") : null;
    if (!tile || tile === current) return;
    current = tile;
    apply();
  };
  let isDue = false;
  const observer = new MutationObserver(() => {
    if (isDue) return;
    isDue = true;
    requestAnimationFrame(() => {
      isDue = false;
      apply();
    });
  });
  grid.addEventListener("focusin", onfocusin);
  observer.observe(grid, { childList: true, subtree: true });
  apply();
  return () => {
    observer.disconnect();
    grid.removeEventListener("focusin", onfocusin);
    for (const element of [...held.keys()]) release(element);
  };
}

/** As they are read: rows from the top, each from where lines begin. */
function inOrder(tiles: readonly HTMLElement[]): readonly HTMLElement[] {
  const side = document.documentElement.dir === "rtl" ? -1 : 1;
  return tiles
    .map((tile) => ({ tile, box: tile.getBoundingClientRect() }))
    .sort((a, b) => a.box.top - b.box.top || side * (a.box.left - b.box.left))
    .map(({ tile }) => tile);
}
