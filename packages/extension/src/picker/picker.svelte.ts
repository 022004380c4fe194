/** The picker above a live page: the same moves and states as in the web app, on what the page's script tells. */

import type { FrameBox, Mark } from "@tessera/page/live";
import {
  afterMove,
  isOtherChoice,
  keyMeaning,
  type Move,
  marksOf,
  meant,
  NOTHING_PICKED,
  type PickState,
} from "@tessera/page/pick-state";
import { SnapshotTree } from "../fetcher/snapshot-tree.ts";
import type { FromPage, TakenPage, ToPage } from "../live/messages.ts";

/** The page as it was taken, with what can be told of the chosen block. */
export interface Taken {
  readonly page: TakenPage;
  readonly tree: SnapshotTree;
  readonly path: string;
  readonly alike: number;
}

export type Taking =
  | { readonly kind: "none" }
  | { readonly kind: "taking" }
  | { readonly kind: "taken"; readonly taken: Taken }
  | { readonly kind: "failed"; readonly why: "too-large" | "gone" };

/** One notch of a wheel; fingers on a pad turn it in many small parts. */
const STEP_PX = 40;

export class LivePicker {
  state = $state.raw<PickState>(NOTHING_PICKED);
  boxes = $state.raw<ReadonlyMap<number, FrameBox>>(new Map());
  taking = $state.raw<Taking>({ kind: "none" });
  /** The address of the frame under the pointer; empty where it has none of its own, null where there is no frame. */
  frame = $state<string | null>(null);
  wheelScrolls = $state(false);
  /** The smallest block under the pointer. */
  pointed = $state<number | null>(null);
  /** All that belong to the block where all like it are meant. */
  alike = $state.raw<readonly number[]>([]);
  #turned = 0;
  readonly #port: MessagePort;
  readonly #onHelp: () => void;
  readonly #onClose: () => void;

  constructor(port: MessagePort, { onHelp, onClose }: { readonly onHelp: () => void; readonly onClose: () => void }) {
    this.#port = port;
    this.#onHelp = onHelp;
    this.#onClose = onClose;
    port.onmessage = ({ data }) => this.#hear(data as FromPage);
  }

  get marks(): readonly Mark[] {
    const alike = this.state.extent === "alike" ? this.alike : [];
    return marksOf(this.state, { fragments: [], alike, pointed: this.pointed });
  }

  point(x: number, y: number): void {
    if (this.state.chosen && !this.state.isCutting) return;
    this.#say({ kind: "point", x, y });
  }

  press(x: number, y: number, isDouble: boolean): void {
    if (this.state.chosen && !this.state.isCutting) return;
    this.#say({ kind: "press", x, y, isDouble });
  }

  leave(): void {
    this.move({ kind: "leave" });
  }

  /** Shift scrolls in any case, so that the rest of the page stays in reach. */
  wheel(event: WheelEvent): void {
    const scrolls = this.wheelScrolls || event.shiftKey || (this.state.chosen !== null && !this.state.isCutting);
    if (scrolls) {
      const by = event.shiftKey
        ? ([0, event.deltaY || event.deltaX] as const)
        : ([event.deltaX, event.deltaY] as const);
      this.#say({ kind: "scroll", x: event.clientX, y: event.clientY, by });
      return;
    }
    const pixels = event.deltaMode === 0 ? event.deltaY : event.deltaY * STEP_PX;
    this.#turned = Math.sign(pixels) === Math.sign(this.#turned) ? this.#turned + pixels : pixels;
    if (Math.abs(this.#turned) < STEP_PX) return;
    this.move({ kind: "wheel", direction: this.#turned < 0 ? "out" : "in" });
    this.#turned = 0;
  }

  /** True where the key meant something. `onPut` is what Enter does once something is chosen. */
  key(key: string, onPut: () => void): boolean {
    if (key === "Escape" && !this.state.chosen && !this.state.pointing) {
      this.close();
      return true;
    }
    const meaning = keyMeaning(key, this.state, "none");
    if (!meaning || meaning.kind === "show") return false;
    if (meaning.kind === "move") this.move(meaning.move);
    else if (meaning.kind === "ask") this.#say(meaning.message as ToPage);
    else if (meaning.kind === "put") onPut();
    else this.#onHelp();
    return true;
  }

  walk(direction: "next" | "previous"): void {
    this.#say({ kind: "walk", node: meant(this.state)?.node ?? null, direction });
  }

  move(move: Move): void {
    const before = this.state;
    this.state = afterMove(before, move);
    this.#watch();
    const block = meant(this.state);
    if (block && (move.kind === "walked" || move.kind === "level")) this.#say({ kind: "reveal", node: block.node });
    if (!this.state.chosen) this.taking = { kind: "none" };
    else if (isOtherChoice(before, this.state)) this.#take();
  }

  /** What is taken is the page as it is at that moment. */
  #take(): void {
    const block = meant(this.state);
    if (!block) return;
    this.taking = { kind: "taking" };
    this.#say({ kind: "snapshot", node: block.node, cuts: this.state.cuts });
  }

  close(): void {
    this.#say({ kind: "close" });
    this.#onClose();
  }

  #hear(message: FromPage): void {
    switch (message.kind) {
      case "hover":
        this.frame = message.frame;
        this.pointed = message.levels.at(-1)?.node ?? null;
        this.move(message);
        break;
      case "press":
        this.frame = message.frame;
        this.move({ kind: "press", levels: message.levels, isDouble: message.isDouble });
        break;
      case "walked":
        this.frame = null;
        this.move(message);
        break;
      case "leave":
        this.move(message);
        break;
      case "boxes":
        this.boxes = new Map(message.boxes);
        break;
      case "taken":
        this.#taken(message.page);
        break;
      case "alike":
        this.alike = message.nodes;
        this.#watch();
        break;
      case "too-large":
        this.taking = { kind: "failed", why: "too-large" };
    }
  }

  #taken(page: TakenPage): void {
    if (!this.state.chosen) return;
    const tree = new SnapshotTree(page.snapshot);
    const path = tree.pathOf(page.node);
    if (path === null) {
      this.taking = { kind: "failed", why: "gone" };
      return;
    }
    const alike = tree.alike(page.node);
    this.taking = { kind: "taken", taken: { page, tree, path, alike: alike.length } };
    this.#say({ kind: "alike", nodes: alike });
  }

  #watch(): void {
    this.#say({ kind: "watch", nodes: this.marks.map(({ node }) => node) });
  }

  #say(message: ToPage): void {
    this.#port.postMessage(message);
  }
}
