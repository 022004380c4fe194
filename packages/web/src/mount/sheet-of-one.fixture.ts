/** A tile on a sheet that is open, for tests of its kind: the server keeps what is written, unless it is away. */
import { TileStyle } from "@tessera/model";
import type { FollowReply, TileReply } from "@tessera/model/api";
import { FrameTurns } from "../grid/frame-queue.ts";
import { OpenSheet } from "../sheet/open-sheet.svelte.ts";
import type { TileCommand } from "../tile/kind.ts";
import { type Answers, type Asked, type FakeServer, fakeServer, refused } from "./fake-server.fixture.ts";
import { type Mounted, mounted } from "./mounted.fixture.ts";

/** Nothing comes into view by itself. */
class Unseeing {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

const SHEET_STYLE = { theme: "system", accent: null, density: "cosy", reader: false } as const;

/** A tile of what a person wrote. */
export function ownTile(content: TileReply["content"], id = "t"): TileReply {
  return {
    id: id as TileReply["id"],
    sheetId: "s" as TileReply["sheetId"],
    followId: null,
    content,
    place: { x: 0, y: 0, width: 4, height: 4 },
    style: TileStyle.parse({}),
    version: 1,
    follow: null,
    follows: [],
    isHidden: false,
  };
}

export class SheetOfOne {
  readonly #part: unknown;
  readonly #real = globalThis.IntersectionObserver;
  readonly others: readonly TileReply[];
  readonly #observer: unknown;
  /** What was asked for by menu or keys, and of which part. */
  readonly runs: string[] = [];
  /** As the server has it. */
  tile: TileReply;
  isAway = false;
  isFresh = false;
  server!: FakeServer;
  open!: OpenSheet;
  shown!: Mounted<{ edit(): void; editTitle(): void }>;

  /** Given also what else is on the sheet, and who says what is in view. */
  constructor(part: unknown, tile: TileReply, others: readonly TileReply[] = [], observer: unknown = Unseeing) {
    this.#part = part;
    this.tile = tile;
    this.others = others;
    this.#observer = observer;
  }

  /** Asks the server for the sheet and shows the tile. */
  async show(answers: Answers = {}): Promise<void> {
    Object.assign(globalThis, { IntersectionObserver: this.#observer });
    this.server ??= await fakeServer({
      "GET /sheets/s": () => this.#answer(() => ({ id: "s", tiles: [this.tile, ...this.others] })),
      [`PATCH /tiles/${this.tile.id}`]: (asked) => this.#answer(() => this.#change(asked)),
      ...answers,
    });
    this.open = new OpenSheet("s");
    await this.open.load();
    this.shown = mounted(this.#part as never, this.propsOf(this.tile.id)) as typeof this.shown;
  }

  /** Another person, or another window, changes what it says. */
  changeElsewhere(content: TileReply["content"]): void {
    this.tile = { ...this.tile, content, version: this.tile.version + 1 } as TileReply;
  }

  /** As leaving the page does. */
  async leave(): Promise<void> {
    this.open.close();
    await this.shown.close();
  }

  async close(): Promise<void> {
    await this.leave();
    this.server.close();
    Object.assign(globalThis, { IntersectionObserver: this.#real });
  }

  #answer(answer: () => unknown): unknown {
    if (this.isAway) throw new TypeError("nobody listens");
    return answer();
  }

  #change({ body, version }: Asked): unknown {
    if (version !== this.tile.version) return refused("changed-meanwhile", 412);
    this.changeElsewhere((body as { content: TileReply["content"] }).content);
    return this.tile;
  }

  /** What a tile of the sheet is given: the one, or another that is to be shown beside it. */
  propsOf(id: string): Record<string, unknown> {
    const { open, isFresh, runs } = this;
    return {
      get tile() {
        return open.tiles.find((each) => each.id === id);
      },
      get others() {
        return open.tiles;
      },
      sheetStyle: SHEET_STYLE,
      isFresh,
      thenOf: () => undefined,
      turns: new FrameTurns(),
      isFirst: true,
      run: (command: TileCommand, part?: FollowReply) => void runs.push(part ? `${command} ${part.id}` : command),
      onrestyle: () => {},
      onname: () => {},
      oncontent: (content: TileReply["content"]) => open.compose(id, content),
      onnudge: () => {},
    };
  }
}
