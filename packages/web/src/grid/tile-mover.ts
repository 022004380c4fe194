/**
 * Moves tiles by pointer: gridstack does it, this tells it what is there and others where things went. None of it is
 * needed to see the tiles, so it is loaded when they are there.
 */
import type { Density, TilePlace } from "@tessera/model";
import type { TileReply } from "@tessera/model/api";
import { isHeading } from "@tessera/model/groups";
import { type GridItemHTMLElement, GridStack } from "gridstack";
import { CELL_HEIGHT, MARGIN, samePlace } from "./grid-places.ts";

declare module "svelte/elements" {
  // what it reads from the items that are there when it starts
  interface HTMLAttributes<T extends EventTarget> {
    readonly "gs-id"?: string;
    readonly "gs-x"?: number;
    readonly "gs-y"?: number;
    readonly "gs-w"?: number;
    readonly "gs-h"?: number;
    readonly "gs-no-move"?: true | undefined;
    readonly "gs-no-resize"?: true | undefined;
  }
}

export interface MoverOptions {
  readonly element: HTMLElement;
  readonly columns: number;
  readonly density: Density;
  readonly isFixed: boolean;
  readonly isMirrored: boolean;
  /** As they are said to lie. */
  readonly tiles: () => readonly TileReply[];
  /** One is being moved, or no longer. */
  readonly onmoving: (isMoving: boolean) => void;
  readonly onmove: (places: ReadonlyMap<string, TilePlace>) => void;
  /** Among headings: this tile alone was put somewhere. False where nothing moves. */
  readonly onput: (id: string, place: TilePlace) => Promise<boolean>;
  /** A tile was dropped on the tab of another sheet. */
  readonly onsend: (id: string, sheetId: string) => void;
}

export class TileMover {
  readonly #options: MoverOptions;
  readonly #grid: GridStack;
  /** The tile that is being moved, by its head or by its edge. */
  #movingId: string | null = null;
  /** While tiles are put where they are said to be: what gridstack pushes about in between is nobody's wish. */
  #isTold = false;
  /** Dropped on a tab: it goes to that sheet, and on this one nothing has moved. */
  #isLeaving = false;

  constructor(options: MoverOptions) {
    const { element, columns, density, isFixed, isMirrored } = options;
    this.#options = options;
    const isCoarse = matchMedia("(pointer: coarse)").matches;
    const grid = GridStack.init(
      {
        column: columns,
        // tiles stay where they were put, with gaps around them where there are any
        float: true,
        cellHeight: CELL_HEIGHT[density],
        margin: MARGIN[density],
        // fingers scroll the page by touching a tile: they move it by its grip only
        handle: isCoarse ? ".tile-grip" : ".tile-head",
        resizable: { handles: isMirrored ? "sw,s,w" : "se,s,e" },
        alwaysShowResizeHandle: "mobile",
        // by itself it looks at the style of its own element only
        rtl: isMirrored,
        animate: isAnimated(),
        staticGrid: isFixed,
      },
      element,
    );
    if (!grid) throw new RangeError("there is no grid to move tiles on");
    this.#grid = grid;
    this.#grid.on("change", () => void this.#save());
    this.#grid.on("dragstart resizestart", (event: Event, item: Element) => this.#begin(event, item));
    this.#grid.on("dragstop resizestop", (event: Event) => this.#end(event));
  }

  destroy(): void {
    document.removeEventListener("pointermove", markTabAt, true);
    this.#grid.destroy(false);
  }

  set density(density: Density) {
    this.#grid.cellHeight(CELL_HEIGHT[density]);
    this.#grid.margin(MARGIN[density]);
  }

  set isFixed(isFixed: boolean) {
    this.#grid.setStatic(isFixed);
  }

  adopt(item: HTMLElement): void {
    this.#told(() => this.#grid.makeWidget(item));
  }

  forget(item: HTMLElement): void {
    this.#grid.removeWidget(item as GridItemHTMLElement, false, false);
  }

  /** Positions that came from elsewhere: another window, another width, or the server after a move that it never heard of. */
  show(tiles: readonly TileReply[], columns: number): void {
    const isOther = this.#grid.getColumn() !== columns;
    if (isOther) {
      this.#grid.setAnimation(false);
      this.#told(() => this.#grid.column(columns, "none"));
    }
    this.#place(tiles);
    if (isOther) setTimeout(() => this.#grid.setAnimation(isAnimated()));
  }

  #begin(event: Event, item: Element): void {
    this.#options.onmoving(true);
    this.#movingId = item.getAttribute("gs-id");
    if (event.type !== "dragstart") return;
    this.#lockHeadings(true);
    // gridstack tells of a drag only when it comes to another cell
    document.addEventListener("pointermove", markTabAt, true);
  }

  #end(event: Event): void {
    this.#options.onmoving(false);
    this.#lockHeadings(false);
    document.removeEventListener("pointermove", markTabAt, true);
    const tab = event.type === "dragstop" ? tabAt(event) : null;
    markTab(null);
    if (tab?.dataset.sheet && this.#movingId) this.#send(this.#movingId, tab.dataset.sheet);
  }

  /** While a tile is dragged headings stay, so that where it is dropped says in which group. */
  #lockHeadings(isLocked: boolean): void {
    this.#told(() => {
      for (const each of this.#options.tiles()) {
        const item = isHeading(each) && this.#itemOf(each.id);
        if (item) this.#grid.update(item, { locked: isLocked });
      }
    });
  }

  #send(id: string, sheetId: string): void {
    this.#isLeaving = true;
    // gridstack says after this what it has pushed about
    queueMicrotask(() => {
      this.#isLeaving = false;
      this.#movingId = null;
      this.#place(this.#options.tiles());
      this.#options.onsend(id, sheetId);
    });
  }

  #told(work: () => void): void {
    const wasTold = this.#isTold;
    this.#isTold = true;
    work();
    this.#isTold = wasTold;
  }

  /** Two steps, since a tile that is put where another still stands pushes that one away. */
  #place(wanted: readonly TileReply[]): void {
    const astray = wanted.flatMap(({ id, place }) => {
      const item = this.#itemOf(id);
      return item && !samePlace(placeOf(item), place) ? [{ item, place }] : [];
    });
    if (astray.length === 0) return;
    this.#told(() => {
      const grid = this.#grid;
      grid.batchUpdate();
      let free = Math.max(grid.getRow(), ...wanted.map(({ place: { y, height } }) => y + height));
      for (const { item } of astray) {
        grid.update(item, { x: 0, y: free });
        free += placeOf(item).height;
      }
      for (const { item, place } of astray)
        grid.update(item, { x: place.x, y: place.y, w: place.width, h: place.height });
      grid.batchUpdate(false);
    });
  }

  async #save(): Promise<void> {
    if (this.#isTold || this.#isLeaving) return;
    const tiles = this.#options.tiles();
    const id = this.#movingId;
    const moved = id && this.#itemOf(id);
    this.#movingId = null;
    // gridstack knows of no groups: what it has pushed about in them is put right
    const isTaken = moved && tiles.some(isHeading) ? await this.#options.onput(id, placeOf(moved)) : this.#tell(tiles);
    if (!isTaken) this.#place(this.#options.tiles());
  }

  #tell(tiles: readonly TileReply[]): boolean {
    const places = this.#savedPlaces(tiles);
    if (places.size > 0) this.#options.onmove(places);
    return places.size > 0;
  }

  /** Those that lie elsewhere than they were said to. */
  #savedPlaces(tiles: readonly TileReply[]): ReadonlyMap<string, TilePlace> {
    const places = new Map<string, TilePlace>();
    const saved = this.#grid.save(false);
    if (!Array.isArray(saved)) return places;
    const before = new Map(tiles.map(({ id, place }) => [id as string, place]));
    for (const { id, x = 0, y = 0, w = 1, h = 1 } of saved) {
      const place = { x, y, width: w, height: h };
      const old = before.get(id ?? "");
      if (id && old && !samePlace(old, place)) places.set(id, place);
    }
    return places;
  }

  #itemOf(id: string): GridItemHTMLElement | null {
    return this.#options.element.querySelector<GridItemHTMLElement>(`[gs-id="${id}"]`);
  }
}

function placeOf({ gridstackNode }: GridItemHTMLElement): TilePlace {
  const { x = 0, y = 0, w = 1, h = 1 } = gridstackNode ?? {};
  return { x, y, width: w, height: h };
}

function isAnimated(): boolean {
  return !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** The tab of another sheet under the pointer; nothing can be put on those of others from here. */
function tabAt(event: Event): HTMLElement | null {
  const { clientX, clientY } = event as MouseEvent;
  const under = document.elementsFromPoint(clientX, clientY);
  return under.find((each): each is HTMLElement => each.matches("[data-sheet]:not([aria-current], .shared)")) ?? null;
}

function markTabAt(event: Event): void {
  markTab(tabAt(event));
}

function markTab(tab: HTMLElement | null): void {
  for (const each of document.querySelectorAll("[data-sheet].takes")) each.classList.toggle("takes", each === tab);
  tab?.classList.add("takes");
}
