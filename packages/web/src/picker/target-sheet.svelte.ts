/** The sheet beside the page: what lies on it, and the new tile that is being placed. */
import type { TilePlace } from "@tessera/model";
import type { FollowReply, SheetWithTilesReply } from "@tessera/model/api";
import { type BlockSize, sizeFor } from "@tessera/model/first-size";
import { NEW_TILES, SHEET_COLUMNS, type TileSize } from "@tessera/model/grid";
import { roomFor } from "@tessera/model/groups";
import { ask } from "../api/ask.ts";
import { showFailure } from "../components/toasts.svelte.ts";
import type { Direction } from "../grid/grid-places.ts";
import { moved, resized } from "../grid/put-tile.ts";
import { type Area, placeUnder, pushedBy } from "./settle-tile.ts";

interface Point {
  readonly x: number;
  readonly y: number;
}

export class TargetSheet {
  sheet = $state.raw<SheetWithTilesReply | null>(null);
  /** Where the new tile lies; null where it goes to the first free place. */
  #placed = $state.raw<TilePlace | null>(null);
  #size = $state.raw<TileSize>(NEW_TILES.follow);
  isDragging = $state(false);
  /** The block comes straight out of its page: nothing may push the sheet away from under it. */
  isFromPage = $state(false);
  isOver = $state(false);
  pointer = $state.raw<Point>({ x: 0, y: 0 });
  #grid: (() => Area | null) | null = null;
  #frame: (() => Point) | null = null;

  async load(id: string): Promise<void> {
    this.sheet = await ask("GET /sheets/:id", { params: { id } });
  }

  async reload(): Promise<void> {
    if (this.sheet) await this.load(this.sheet.id);
  }

  /** The new tile: where it was put, or the first place that is large enough. */
  get place(): TilePlace {
    return this.#placed ?? roomFor(this.sheet?.tiles ?? [], this.#size);
  }

  /** As large as the block is on its page. */
  size(block: BlockSize): void {
    this.#size = sizeFor(block);
    if (this.#placed)
      this.#placed = { ...this.#placed, ...this.#size, x: Math.min(this.#placed.x, SHEET_COLUMNS - this.#size.width) };
  }

  /** Tells where on the screen the grid is; asked again for every move. */
  measureGrid(grid: () => Area | null): void {
    this.#grid = grid;
  }

  /** The same for the upper left corner of the page's frame. */
  measureFrame(frame: () => Point): void {
    this.#frame = frame;
  }

  beginDrag(from: "page" | "panel"): void {
    this.isDragging = true;
    this.isFromPage = from === "page";
  }

  dragFromFrame({ x, y }: Point): void {
    const corner = this.#frame?.() ?? { x: 0, y: 0 };
    this.drag({ x: corner.x + x, y: corner.y + y });
  }

  drag(point: Point): void {
    this.pointer = point;
    const area = this.#grid?.() ?? null;
    this.isOver =
      area !== null &&
      point.x >= area.left &&
      point.x <= area.left + area.width &&
      point.y >= area.top - area.rowHeight;
    if (area && this.isOver) this.#placed = placeUnder(point, area, this.#size);
  }

  endDrag(): void {
    this.isDragging = false;
    this.isFromPage = false;
    this.isOver = false;
  }

  nudge(direction: Direction): void {
    this.#placed = moved(this.place, direction);
  }

  resize(direction: Direction): void {
    const { width, height, ...at } = resized(this.place, direction);
    this.#size = { width, height };
    this.#placed = { ...at, width, height };
  }

  /** A feed in a tile of its own, where there is room. */
  async putFeed({ id: followId }: FollowReply, size: TileSize): Promise<void> {
    if (!this.sheet) return;
    const place = roomFor(this.sheet.tiles, size);
    const content = { kind: "feed", followIds: [followId] } as const;
    await ask("POST /sheets/:id/tiles", { params: { id: this.sheet.id }, body: { followId, content, place } });
  }

  /** Tiles that lie there make way first, so that no moment shows one tile on another. */
  async put(follow: FollowReply): Promise<void> {
    const { sheet } = this;
    if (!sheet) return;
    const { place } = this;
    const pushed = pushedBy(place, sheet.tiles);
    if (pushed.length > 0) await ask("PUT /sheets/:id/places", { params: { id: sheet.id }, body: { places: pushed } });
    await ask("POST /sheets/:id/tiles", { params: { id: sheet.id }, body: { followId: follow.id, place } });
    this.#placed = null;
    // it is there, whether its sheet can be read again or not
    await this.load(sheet.id).catch(showFailure);
  }
}
