/** What a page offers by itself, in one grain, and what a person does with it: remove, select, join. */
import type { Grain } from "@tessera/model/api";
import { MAX_JOINED } from "@tessera/model/limits";
import { ask } from "../api/ask.ts";
import { runUndoable } from "../components/toasts.svelte.ts";
import { followedAt, GRAINS, NOTHING_OFFERED, type Offered } from "./fragment-marks.ts";
import { joinOffered } from "./join-offered.ts";
import { componentsOf, followedIn, type Opening, offeredOn } from "./picked-page.svelte.ts";
import type { TargetSheet } from "./target-sheet.svelte.ts";

export interface OfferedWords {
  readonly removed: (title: string) => string;
  readonly joined: (count: number) => string;
}

export interface OfferedParts {
  readonly sheet: TargetSheet;
  readonly words: OfferedWords;
  readonly opening: () => Opening;
  /** What is offered, followed or selected is another than before. */
  readonly onChange: () => void;
  /** Other blocks are offered. */
  readonly onRead: () => void;
}

export class OfferedBlocks {
  readonly #parts: OfferedParts;
  current = $state.raw<Offered>(NOTHING_OFFERED);
  /** Those that are to be joined into one tile. */
  selected = $state.raw<ReadonlySet<number>>(new Set());

  /** Null as long as the person has not said how large they are to be. */
  #chosen: Grain | null = null;

  constructor(parts: OfferedParts) {
    this.#parts = parts;
  }

  async read(opened: Extract<Opening, { kind: "open" }>["opened"]): Promise<void> {
    const opening = this.#parts.opening();
    const offered = await offeredOn(opened, this.#chosen);
    if (this.#parts.opening() !== opening) return;
    this.current = offered;
    this.#parts.onRead();
    this.#parts.onChange();
  }

  /** The grain is the person's, and stays. */
  clear(): void {
    this.current = { ...NOTHING_OFFERED, grain: this.#chosen ?? NOTHING_OFFERED.grain };
    this.selected = new Set();
  }

  /** Whether the offered blocks can be larger or smaller still. */
  canBe(step: "coarser" | "finer"): boolean {
    return this.current.grain !== (step === "coarser" ? GRAINS[0] : GRAINS.at(-1));
  }

  /** Fewer and larger blocks are offered, or more and smaller ones. */
  async setGrain(step: "coarser" | "finer"): Promise<void> {
    const opening = this.#parts.opening();
    if (opening.kind !== "open" || !this.canBe(step)) return;
    const at = GRAINS.indexOf(this.current.grain);
    const grain = GRAINS[at + (step === "coarser" ? -1 : 1)] ?? "normal";
    this.#chosen = grain;
    this.current = { ...this.current, grain };
    const components = await componentsOf(opening.opened.capture.id, grain);
    if (this.#parts.opening() !== opening || this.current.grain !== grain) return;
    this.current = { ...this.current, ...components };
    this.selected = new Set();
    this.#parts.onRead();
    this.#parts.onChange();
  }

  /** What cannot be seen in the page as it is shown is not offered; all of it where that would leave nothing. */
  hide(nodes: readonly number[]): void {
    const hidden = new Set(nodes);
    const isSeen = ({ node }: { readonly node?: number | undefined }): boolean =>
      node === undefined || !hidden.has(node);
    const fragments = this.current.fragments.filter(isSeen);
    if (fragments.length === 0) return;
    this.current = { ...this.current, fragments, changing: this.current.changing.filter(isSeen) };
    this.#parts.onChange();
  }

  select(node: number, isOn: boolean): void {
    const others = [...this.selected].filter((other) => other !== node);
    this.selected = new Set(isOn ? [...others, node] : others);
    this.#parts.onChange();
  }

  /** More is selected than one tile shows. */
  get isTooMuch(): boolean {
    return this.selected.size > MAX_JOINED;
  }

  /** What is selected becomes one tile, in the order of the page; what was not followed yet is followed by that. */
  join(): void {
    const { sheet, words } = this.#parts;
    const [opening, offered] = [this.#parts.opening(), this.current];
    if (opening.kind !== "open" || this.selected.size < 2 || this.isTooMuch) return;
    const nodes = [...this.selected].sort((one, other) => one - other);
    this.selected = new Set();
    const isDone = (): void => void this.#readAll();
    runUndoable({
      text: words.joined(nodes.length),
      ...joinOffered({ opening, offered, nodes, sheet, isDone }),
    });
    this.#parts.onChange();
  }

  /** The block of this element is followed no more; what was on the sheet comes back with the undo. */
  remove(node: number): void {
    const follow = followedAt(this.current, node);
    if (!follow) return;
    const { words } = this.#parts;
    const id = follow.followId;
    const followed = this.current.followed.filter(({ followId }) => followId !== id);
    this.current = { ...this.current, followed };
    this.#parts.onChange();
    const isDone = (): void => void this.#readAll();
    runUndoable({
      text: words.removed(follow.title),
      run: () => ask("DELETE /follows/:id", { params: { id } }).finally(isDone),
      undo: () => ask("POST /follows/:id/restore", { params: { id } }).finally(isDone),
    });
  }

  async readFollowed(): Promise<void> {
    const opening = this.#parts.opening();
    if (opening.kind !== "open") return;
    const followed = await followedIn(opening.opened.capture.id);
    if (this.#parts.opening() !== opening) return;
    this.current = { ...this.current, followed };
    this.#parts.onChange();
  }

  /** After something was followed or removed. */
  async #readAll(): Promise<void> {
    await Promise.all([this.readFollowed(), this.#parts.sheet.reload().catch(() => {})]);
  }
}
