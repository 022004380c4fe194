/** The sheet that is open: its tiles as the server last told them, and everything a person does to them. */
import type { SheetStyle, TileContent, TilePlace, TileStyle } from "@tessera/model";
import type { FollowReply, SheetWithTilesReply, TileReply } from "@tessera/model/api";
import { ApiError } from "../api/api-error.ts";
import { ask } from "../api/ask.ts";
import { showFailure } from "../components/toasts.svelte.ts";
import type { Heard } from "../shell/live.svelte.ts";
import {
  type BlockThen,
  shows,
  withContent,
  withFollow,
  withoutFollow,
  withPlaces,
  withStyle,
} from "../tile/changed-tiles.ts";

/** Events that come together are answered together. */
const GATHER_MS = 150;
/** With more follows changed than this the sheet is read as a whole. */
const MAX_SINGLE = 6;

export class OpenSheet {
  readonly id: string;
  sheet = $state.raw<SheetWithTilesReply | null>(null);
  failure = $state.raw<unknown>(null);
  #stale = new Set<string>();
  #isAllStale = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Begun so far, and not yet answered. */
  #saves = 0;
  #saving = 0;
  #lastSave: Promise<unknown> = Promise.resolve();

  constructor(id: string) {
    this.id = id;
  }

  get tiles(): readonly TileReply[] {
    return this.sheet?.tiles ?? [];
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
    }
  }

  /** Opening a sheet checks at once what is older than its interval. */
  async refresh(): Promise<void> {
    await ask("POST /sheets/:id/refresh", { params: { id: this.id } }).catch(showFailure);
  }

  hear(event: Heard): void {
    if (event.kind === "behind") this.#isAllStale = true;
    else if (event.kind === "sheet-changed") this.#isAllStale ||= event.sheetId === this.id;
    else if ("followId" in event && this.#shows(event.followId)) this.#stale.add(event.followId);
    // one that is not shown may have come back, with its tiles
    else if (event.kind === "follow-changed") this.#isAllStale = true;
    if (!this.#isAllStale && this.#stale.size === 0) return;
    this.#timer ??= setTimeout(() => void this.#catchUp(), GATHER_MS);
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  async move(places: ReadonlyMap<string, TilePlace>): Promise<void> {
    this.#put(withPlaces(this.tiles, places));
    const moved = [...places].map(([id, place]) => ({ id, place }));
    await this.#save(() => ask("PUT /sheets/:id/places", { params: { id: this.id }, body: { places: moved } })).catch(
      showFailure,
    );
  }

  async restyleTile(id: string, style: TileStyle): Promise<void> {
    this.#put(withStyle(this.tiles, id, style));
    await this.#save(() => ask("PATCH /tiles/:id", { params: { id }, body: { style } })).catch(showFailure);
  }

  /** Other rows, or another title, of a board. */
  async compose(id: string, content: TileContent): Promise<void> {
    this.#put(withContent(this.tiles, id, content));
    await this.#save(() => ask("PATCH /tiles/:id", { params: { id }, body: { content } })).catch(showFailure);
  }

  async restyle(style: SheetStyle): Promise<void> {
    if (this.sheet) this.sheet = { ...this.sheet, style };
    await this.#save(() => ask("PATCH /sheets/:id", { params: { id: this.id }, body: { style } })).catch(showFailure);
  }

  async rename(title: string): Promise<void> {
    if (this.sheet) this.sheet = { ...this.sheet, title };
    await this.#save(() => ask("PATCH /sheets/:id", { params: { id: this.id }, body: { title } })).catch(showFailure);
  }

  /** Throws where it is refused, like everything that can be undone: whoever offers the undo says so. */
  async takeOff(tileId: string): Promise<void> {
    this.#put(this.tiles.filter(({ id }) => id !== tileId));
    await this.#save(() => ask("DELETE /tiles/:id", { params: { id: tileId } }));
  }

  /** Undoes `takeOff`. */
  async putBack({ followId, content, place, style }: TileReply): Promise<void> {
    const params = { id: this.id };
    await this.#save(() =>
      content.kind === "joined"
        ? ask("POST /sheets/:id/joined", { params, body: { followIds: content.followIds, place, style } })
        : ask("POST /sheets/:id/tiles", { params, body: { followId, content, place, style } }),
    );
    await this.load();
  }

  /** Each part of a joined tile has its own again; `putBack` joins them once more. */
  async separate(tileId: string): Promise<void> {
    await this.#save(() => ask("POST /tiles/:id/separate", { params: { id: tileId } }));
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
      if (failure instanceof ApiError && failure.code === "not-found") this.#put(withoutFollow(this.tiles, followId));
    }
  }
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
