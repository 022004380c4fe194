/** The sheet that is open: its tiles as the server last told them, and everything a person does to them. */
import type { Screen, ScreenPlace, SheetStyle, Tile, TileContent, TilePlace, TileStyle } from "@tessera/model";
import type { FollowReply, SheetWithTilesReply, TileReply } from "@tessera/model/api";
import { bottomOf } from "@tessera/model/grid";
import { roomFor } from "@tessera/model/groups";
import { ApiError } from "../api/api-error.ts";
import { addressOf, ask } from "../api/ask.ts";
import { showFailure } from "../components/toasts.svelte.ts";
import type { Heard } from "../shell/live.svelte.ts";
import {
  type BlockThen,
  shows,
  withContent,
  withFollow,
  withoutFollow,
  withoutScreen,
  withPlaces,
  withStored,
  withStyle,
  withVersion,
} from "../tile/changed-tiles.ts";
import type { Composed } from "../tile/kind.ts";

/** Events that come together are answered together. */
const GATHER_MS = 150;
/** With more follows changed than this the sheet is read as a whole. */
const MAX_SINGLE = 6;

export interface NewTileLook {
  readonly size: Pick<TilePlace, "width" | "height">;
  readonly isTitled?: boolean;
}

export class OpenSheet {
  readonly id: string;
  sheet = $state.raw<SheetWithTilesReply | null>(null);
  failure = $state.raw<unknown>(null);
  /** The tile that was just added by hand. */
  freshId = $state.raw<string | null>(null);
  #stale = new Set<string>();
  #isAllStale = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Begun so far, and not yet answered. */
  #saves = 0;
  #saving = 0;
  #lastSave: Promise<unknown> = Promise.resolve();
  /** Tiles as the server last had them, while other contents are on their way. */
  #stored = new Map<string, TileReply>();

  constructor(id: string) {
    this.id = id;
  }

  /** Groups that somebody opened or closed who may not change the sheet: for them alone, and as long as they are here. */
  #folds = $state.raw<ReadonlyMap<string, boolean>>(new Map());

  get tiles(): readonly TileReply[] {
    const tiles = this.sheet?.tiles ?? [];
    return this.#folds.size === 0 ? tiles : tiles.map((tile) => this.#folded(tile));
  }

  #folded(tile: TileReply): TileReply {
    const { content } = tile;
    const isClosed = this.#folds.get(tile.id);
    return content.kind !== "heading" || isClosed === undefined ? tile : { ...tile, content: { ...content, isClosed } };
  }

  fold(id: string, isClosed: boolean): void {
    this.#folds = new Map([...this.#folds, [id, isClosed]]);
  }

  async load(): Promise<void> {
    try {
      const savesBefore = this.#saves;
      const isSaving = this.#saving > 0;
      const sheet = await ask("GET /sheets/:id", { params: { id: this.id } });
      this.failure = null;
      // what the person did while the answer was on its way counts more than the answer, which is asked for again
      if (this.sheet && (isSaving || savesBefore !== this.#saves)) this.hear({ kind: "behind" });
      else this.sheet = sheet;
    } catch (failure) {
      this.failure = failure;
      // deleted, or shared no longer: what is shown is not for this person any more
      if (isNoMore(failure)) this.sheet = null;
    }
  }

  /** Whether there is no such sheet for this person. */
  get isNowhere(): boolean {
    return this.sheet === null && (isNoMore(this.failure) || hasCode(this.failure, "invalid"));
  }

  /** Opening one's own sheet checks at once what is older than its interval. */
  async refresh(): Promise<void> {
    if (this.sheet?.role !== "owner") return;
    await ask("POST /sheets/:id/refresh", { params: { id: this.id } }).catch(showFailure);
  }

  hear(event: Heard): void {
    if (event.kind === "behind") this.#isAllStale = true;
    else if (event.kind === "sheet-changed" || event.kind === "shares-changed")
      this.#isAllStale ||= event.sheetId === this.id;
    else if ("followId" in event && this.#shows(event.followId)) this.#stale.add(event.followId);
    // one that is not shown may have come back, with its tiles
    else if (event.kind === "follow-changed") this.#isAllStale = true;
    if (!this.#isAllStale && this.#stale.size === 0) return;
    this.#timer ??= setTimeout(() => void this.#catchUp(), GATHER_MS);
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  /** Throws where it is refused: whoever offers the undo says so. */
  async arrange(places: ReadonlyMap<string, ScreenPlace>, screen: Screen): Promise<void> {
    this.#put(withPlaces(this.tiles, places, screen));
    const body = { places: [...places].map(([id, place]) => ({ id, place })), screen };
    await this.#save(() => ask("PUT /sheets/:id/places", { params: { id: this.id }, body }));
  }

  /** A narrower screen follows the wider ones again; `arrange` undoes it. */
  async forgetScreen(screen: Exclude<Screen, "wide">): Promise<void> {
    this.#put(withoutScreen(this.tiles, screen));
    await this.#save(() => ask("DELETE /sheets/:id/places/:screen", { params: { id: this.id, screen } }));
  }

  /** Tiles go to another sheet, in the order in which they lie on a screen. Given those of before, `receive` undoes it. */
  async send(tiles: readonly TileReply[], to: string, screen: Screen): Promise<void> {
    const gone = new Set<string>(tiles.map(({ id }) => id));
    this.#put(this.tiles.filter(({ id }) => !gone.has(id)));
    const body = { how: "move" as const, screen, tiles: tiles.map(({ id }) => ({ id })) };
    await this.#save(() => ask("POST /sheets/:id/arrivals", { params: { id: to }, body }));
  }

  async receive(tiles: readonly TileReply[]): Promise<void> {
    const back = tiles.map(({ id, place, screens }) => ({ id, place, ...(screens ? { screens } : {}) }));
    const body = { how: "move" as const, tiles: back };
    await this.#save(() => ask("POST /sheets/:id/arrivals", { params: { id: this.id }, body }));
    await this.load();
  }

  async restyleTile(id: string, style: TileStyle): Promise<void> {
    this.#put(withStyle(this.tiles, id, style));
    await this.#save(() => ask("PATCH /tiles/:id", { params: { id }, body: { style } })).catch(showFailure);
  }

  /** Other rows, text or links. */
  async compose(id: string, content: TileContent): Promise<Composed> {
    const before = this.tiles.find((tile) => tile.id === id);
    if (!before) return "failed";
    if (!this.#stored.has(id)) this.#stored.set(id, before);
    this.#put(withContent(this.tiles, id, content));
    try {
      await this.#save(() => this.#sendContent(id, content));
      return "stored";
    } catch (failure) {
      showFailure(failure);
      return isChangedMeanwhile(failure) ? "contested" : "failed";
    }
  }

  async #sendContent(id: string, content: TileContent): Promise<void> {
    const stored = this.#stored.get(id);
    if (!stored) return;
    try {
      const { version } = await this.#replaceContent(stored, content);
      this.#put(withVersion(this.tiles, id, version));
      this.#settle({ ...stored, content, version }, content);
    } catch (failure) {
      this.#settle(this.#stored.get(id) ?? stored, content);
      throw failure;
    }
  }

  /** The version also counts moves and looks: a change is refused only where the content is no longer what it was made from. */
  async #replaceContent({ id, version, content: from }: TileReply, content: TileContent): Promise<{ version: number }> {
    const send = (ifVersion: number) => ask("PATCH /tiles/:id", { params: { id }, body: { content }, ifVersion });
    return send(version).catch(async (failure: unknown) => {
      if (!isChangedMeanwhile(failure)) throw failure;
      const { tiles } = await ask("GET /sheets/:id", { params: { id: this.id } });
      const now = tiles.find((tile) => tile.id === id);
      if (!now) throw failure;
      if (JSON.stringify(now.content) === JSON.stringify(from)) return send(now.version);
      // what is there is known at once: whoever insists writes over that, and not over what was never stored
      this.#stored.set(id, now);
      throw failure;
    });
  }

  /** After an answer the tile shows what is stored, unless the person has gone on meanwhile. */
  #settle(stored: TileReply, sent: TileContent): void {
    const shown = this.tiles.find(({ id }) => id === stored.id);
    if (shown && shown.content !== sent) this.#stored.set(stored.id, stored);
    else {
      this.#stored.delete(stored.id);
      if (stored.content !== sent) this.#put(withStored(this.tiles, stored));
    }
  }

  /** A tile with this content where there is room; its id, or null where it was refused. */
  async add(content: TileContent, { size, isTitled = true }: NewTileLook): Promise<string | null> {
    const followId = "followIds" in content ? (content.followIds[0] ?? null) : null;
    const below = { x: 0, y: Math.max(0, ...this.tiles.map((tile) => bottomOf(tile.place))), ...size };
    const place = content.kind === "heading" ? below : roomFor(this.tiles, size);
    const params = { id: this.id };
    try {
      let added: string | null = null;
      await this.#save(async () => {
        ({ id: added } = await ask("POST /sheets/:id/tiles", {
          params,
          body: { followId, content, place, style: { showTitle: isTitled } },
        }));
      });
      this.freshId = added;
      await this.load();
      return added;
    } catch (failure) {
      showFailure(failure);
      return null;
    }
  }

  async restyle(style: SheetStyle): Promise<void> {
    if (this.sheet) this.sheet = { ...this.sheet, style };
    await this.#save(() => ask("PATCH /sheets/:id", { params: { id: this.id }, body: { style } })).catch(showFailure);
  }

  /** Throws where it is refused. */
  async setPicture(picture: Blob): Promise<void> {
    const params = { id: this.id };
    await this.#save(() => ask("PUT /sheets/:id/picture", { params, body: picture }));
    await this.load();
  }

  async rename(title: string): Promise<void> {
    if (this.sheet) this.sheet = { ...this.sheet, title };
    await this.#save(() => ask("PATCH /sheets/:id", { params: { id: this.id }, body: { title } })).catch(showFailure);
  }

  /**
   * Gives those that were taken off, for `putBack`: not what somebody else has taken off already. Throws where it is refused, like
   * everything that can be undone: whoever offers the undo says so.
   */
  async takeOff(ids: ReadonlySet<string>): Promise<readonly Tile[]> {
    const tiles = this.tiles.filter(({ id }) => ids.has(id));
    this.#put(this.tiles.filter(({ id }) => !ids.has(id)));
    let taken: readonly Tile[] = [];
    await this.#save(async () => {
      const body = { ids: tiles.map(({ id }) => id) };
      taken = await ask("POST /sheets/:id/removals", { params: { id: this.id }, body });
    });
    return taken;
  }

  /** Undoes `takeOff`, all of it at once. */
  async putBack(tiles: readonly Tile[]): Promise<void> {
    if (tiles.length === 0) return;
    const back = tiles.map(({ id: _, sheetId: __, version: ___, ...tile }) => tile);
    await this.#save(() => ask("POST /sheets/:id/returns", { params: { id: this.id }, body: { tiles: back } }));
    await this.load();
  }

  /** Undoes `separate` and `takeOut`: the parts make way for the joined tile. */
  async rejoin({ content, place, screens, style }: TileReply): Promise<void> {
    if (content.kind !== "joined") return;
    const params = { id: this.id };
    const body = { followIds: content.followIds, place, style };
    await this.#save(async () => {
      const { id } = await ask("POST /sheets/:id/joined", { params, body });
      for (const screen of ["phone", "tablet"] as const) {
        const there = screens?.[screen];
        if (there) await ask("PUT /sheets/:id/places", { params, body: { screen, places: [{ id, place: there }] } });
      }
    });
    await this.load();
  }

  /** Each part of a joined tile has its own again; `rejoin` joins them once more. */
  async separate(tileId: string): Promise<void> {
    await this.#save(() => ask("POST /tiles/:id/separate", { params: { id: tileId } }));
    await this.load();
  }

  /** One part of a joined tile gets its own tile where there is room; `rejoin` joins them once more. */
  async takeOut({ id, content, place, style }: TileReply, followId: FollowReply["id"]): Promise<void> {
    if (content.kind !== "joined") return;
    const followIds = content.followIds.filter((each) => each !== followId);
    if (followIds.length < 2) return this.separate(id);
    const body = {
      followId,
      place: roomFor(this.tiles, place),
      style: { ...style, title: null },
    };
    await this.#save(async () => {
      // its own tile first: refused in between, the part is on two tiles and not on none
      await ask("POST /sheets/:id/tiles", { params: { id: this.id }, body });
      await ask("PATCH /tiles/:id", { params: { id }, body: { content: { kind: "joined", followIds } } });
    });
    await this.load();
  }

  /** Stops following; `undoStop` brings back the follow and its tiles. */
  async stopFollowing(followId: string): Promise<void> {
    this.#put(withoutFollow(this.tiles, followId));
    await this.#save(() => ask("DELETE /follows/:id", { params: { id: followId } }));
  }

  async undoStop(followId: string): Promise<void> {
    await this.#save(() => ask("POST /follows/:id/restore", { params: { id: followId } }));
    await this.load();
  }

  /** After a change of a follow whose answer says how it is now. */
  take(follow: FollowReply): void {
    this.#put(withFollow(this.tiles, follow));
  }

  #shows(id: string): boolean {
    return this.tiles.some((tile) => shows(tile, id));
  }

  #put(tiles: readonly TileReply[]): void {
    if (this.sheet) this.sheet = { ...this.sheet, tiles: [...tiles] };
  }

  /** One after another, in the order of the person; what could not be saved is read again. */
  async #save(send: () => Promise<unknown>): Promise<void> {
    this.#saves++;
    this.#saving++;
    const saving = this.#lastSave.then(send);
    this.#lastSave = saving.catch(() => {});
    try {
      await saving;
    } catch (failure) {
      this.hear({ kind: "behind" });
      throw failure;
    } finally {
      this.#saving--;
    }
  }

  async #catchUp(): Promise<void> {
    this.#timer = undefined;
    const stale = [...this.#stale];
    const isAll = this.#isAllStale || stale.length > MAX_SINGLE;
    this.#stale.clear();
    this.#isAllStale = false;
    if (isAll) await this.load();
    else await Promise.all(stale.map((id) => this.#reread(id)));
  }

  async #reread(followId: string): Promise<void> {
    try {
      const follow = await ask("GET /follows/:id", { params: { id: followId } });
      this.#put(follow.deletedAt === null ? withFollow(this.tiles, follow) : withoutFollow(this.tiles, followId));
    } catch (failure) {
      if (!isNoMore(failure)) return;
      if (this.sheet?.role === "owner") this.#put(withoutFollow(this.tiles, followId));
      // on somebody else's sheet it may be private from now on: its tile is still there, and says nothing
      else this.hear({ kind: "behind" });
    }
  }
}

function hasCode(failure: unknown, code: ApiError["code"]): boolean {
  return failure instanceof ApiError && failure.code === code;
}

const isNoMore = (failure: unknown): boolean => hasCode(failure, "not-found");
const isChangedMeanwhile = (failure: unknown): boolean => hasCode(failure, "changed-meanwhile");

/** Of the picture behind it; another address for another picture, so that no copy of the last one is shown. */
export function pictureAddress({ id, picture }: Pick<SheetWithTilesReply, "id" | "picture">): string | null {
  return picture ? `${addressOf("GET /sheets/:id/picture", { params: { id } })}?${picture}` : null;
}

/** The sheet in the past: whether a person looks at it, and what the blocks were then. */
export class SheetTravel {
  isOn = $state(false);
  #then = $state.raw<ReadonlyMap<string, BlockThen> | null>(null);

  start(): void {
    this.isOn = true;
  }

  show(then: ReadonlyMap<string, BlockThen>): void {
    this.#then = then;
  }

  /** Back to now. */
  stop(): void {
    this.isOn = false;
    this.#then = null;
  }

  toggle(): void {
    if (this.isOn) this.stop();
    else this.start();
  }

  /** Undefined for now, null where there was nothing yet. */
  of(followId: string): BlockThen | null | undefined {
    return this.#then ? (this.#then.get(followId) ?? null) : undefined;
  }
}
