/** The picker at work: opens the page, listens to its frame, previews what is chosen, and puts it on the sheet. */
import type { FrameMessage, PickerMessage } from "@tessera/page";
import { correct, readFollow } from "../api/follows.ts";
import {
  followBlock,
  type OpenedPage,
  openPage,
  type PickedSource,
  type PreviewReply,
  readChanging,
  readFragments,
  readPreview,
} from "../api/picking.ts";
import type { FollowReply } from "../api/replies.ts";
import { complain } from "../parts/toasts.svelte.ts";
import { fragmentMarks, NOTHING_OFFERED, type Offered, type ShownFragments, titleOffered } from "./fragment-marks.ts";
import { type FrameLink, linkFrame } from "./frame-link.ts";
import { afterMove, type Move, marksOf, meant, NOTHING_PICKED, type PickState, walkFor } from "./pick-state.ts";
import type { TargetSheet } from "./target-sheet.svelte.ts";

export type Opening =
  | { readonly kind: "idle" }
  | { readonly kind: "opening"; readonly source: PickedSource; readonly abort: AbortController }
  | { readonly kind: "failed"; readonly source: PickedSource; readonly failure: unknown }
  | { readonly kind: "open"; readonly source: PickedSource; readonly opened: OpenedPage };

export interface PickerParts {
  readonly sheet: TargetSheet;
  /** Whose words the buttons in the frame speak. */
  readonly words: { readonly add: string; readonly changes: (percent: number) => string };
  readonly onHelp: () => void;
  readonly onAdded: (follow: FollowReply) => void;
  /** In place of a new tile: the block of this follow is picked anew. */
  readonly onTaught: (follow: FollowReply) => void;
}

export class Picker {
  readonly #parts: PickerParts;
  opening = $state.raw<Opening>({ kind: "idle" });
  state = $state.raw<PickState>(NOTHING_PICKED);
  preview = $state.raw<PreviewReply | null>(null);
  title = $state("");
  offered = $state.raw<Offered>(NOTHING_OFFERED);
  shown = $state.raw<ShownFragments>("none");
  isReady = $state(false);
  isSaving = $state(false);
  wheelScrolls = $state(false);
  /** The follow that is picked anew. */
  repaired = $state.raw<FollowReply | null>(null);
  /** The smallest block under the pointer. */
  pointed = $state<number | null>(null);
  #offeredAt: number | null = null;
  #link: FrameLink | null = null;
  #previews = 0;

  constructor(parts: PickerParts) {
    this.#parts = parts;
  }

  async open(source: PickedSource): Promise<void> {
    this.close();
    const abort = new AbortController();
    this.opening = { kind: "opening", source, abort };
    try {
      const opened = await openPage(source, abort.signal);
      this.opening = { kind: "open", source, opened };
      this.offered = await offeredOn(opened);
      this.#draw();
    } catch (failure) {
      if (!abort.signal.aborted) this.opening = { kind: "failed", source, failure };
    }
  }

  async repair(followId: string): Promise<void> {
    this.repaired = await readFollow(followId);
    await this.open({ url: this.repaired.page.url });
  }

  close(): void {
    if (this.opening.kind === "opening") this.opening.abort.abort();
    this.opening = { kind: "idle" };
    this.#link?.close();
    this.#link = null;
    this.isReady = false;
    this.offered = NOTHING_OFFERED;
    this.state = NOTHING_PICKED;
    this.preview = null;
  }

  listen(frame: HTMLIFrameElement): void {
    this.#link?.close();
    this.#link = linkFrame(frame, (message) => this.#hear(message));
  }

  /** A move of the person beside the frame: buttons, the path, the keyboard. */
  move(move: Move): void {
    const before = this.state;
    this.state = afterMove(before, move);
    const block = meant(this.state);
    if (block && block.node !== meant(before)?.node && move.kind !== "hover")
      this.#say({ kind: "reveal", node: block.node });
    if (this.#isOtherChoice(before)) void this.#readPreview();
    this.#draw();
  }

  walk(direction: "previous" | "next"): void {
    this.key(direction === "next" ? "ArrowRight" : "ArrowLeft");
  }

  /** True where the key meant something here. */
  key(key: string): boolean {
    if (key === "Enter") return this.#enter();
    if (key === "Escape") {
      this.move({ kind: "back" });
      return true;
    }
    if (key === "?") {
      this.#parts.onHelp();
      return true;
    }
    if (key === "x" && this.state.chosen) {
      this.move({ kind: "cutting", isOn: !this.state.isCutting });
      return true;
    }
    if (key === "a" && this.state.chosen) {
      this.move({ kind: "extent", extent: this.state.extent === "one" ? "alike" : "one" });
      return true;
    }
    if (key === "f" && !this.state.chosen) {
      this.show(this.shown === "none" ? "all" : "none");
      return true;
    }
    const wanted = this.state.chosen ? null : walkFor(this.state, key);
    if (!wanted) return false;
    if (wanted.kind === "walk") this.#say(wanted);
    else this.move(wanted as Move);
    return true;
  }

  show(shown: ShownFragments): void {
    this.shown = shown;
    this.#draw();
  }

  setWheelScrolls(isOn: boolean): void {
    this.wheelScrolls = isOn;
    this.#say({ kind: "wheel-walks", isOn: !isOn });
  }

  /** Follows the chosen block and puts it where the new tile lies. */
  async put(): Promise<void> {
    const { opening, preview, state } = this;
    if (opening.kind !== "open" || !preview || this.isSaving) return;
    this.isSaving = true;
    try {
      if (this.repaired) {
        const answer = { kind: "this", path: preview.path } as const;
        this.#parts.onTaught(await correct(this.repaired.id, opening.opened.capture.id, answer));
        return;
      }
      const follow = await followBlock({
        source: opening.source,
        captureId: opening.opened.capture.id,
        wish: { kind: "path", path: preview.path },
        extent: state.extent,
        cutPaths: preview.cutPaths,
        ...(this.title.trim() ? { title: this.title.trim() } : {}),
      });
      await this.#parts.sheet.put(follow);
      this.state = NOTHING_PICKED;
      this.preview = null;
      this.#parts.onAdded(follow);
    } catch (failure) {
      complain(failure);
    } finally {
      this.isSaving = false;
      this.#draw();
    }
  }

  /** Points at an offered block from the list beside the page. */
  pointAt(node: number | null): void {
    this.#offeredAt = node;
    if (node !== null) this.#say({ kind: "reveal", node });
    this.#draw();
  }

  /** As if the button at the block in the page had been pressed. */
  addOffered(node: number): void {
    this.#say({ kind: "add", node });
  }

  /** One press on the button of a fragment: followed and placed without a further question. */
  async #addAtOnce({ node, box }: Extract<FrameMessage, { kind: "add" }>): Promise<void> {
    if (this.isSaving) return;
    this.state = { ...NOTHING_PICKED, chosen: [{ node, tag: "", name: "", box }] };
    await this.#readPreview();
    this.title = titleOffered(this.offered, node) || this.title;
    await this.put();
  }

  #enter(): boolean {
    if (this.state.isCutting) this.move({ kind: "cutting", isOn: false });
    else if (this.state.chosen) void this.put();
    else this.move({ kind: "confirm" });
    return true;
  }

  #hear(message: FrameMessage): void {
    switch (message.kind) {
      case "ready":
        this.isReady = true;
        this.#say({ kind: "wheel-walks", isOn: !this.wheelScrolls });
        this.#say({ kind: "drags", isOn: !this.repaired });
        this.#draw();
        break;
      case "key":
        this.key(message.key);
        break;
      case "add":
        void this.#addAtOnce(message);
        break;
      case "drag":
        this.#drag(message);
        break;
      case "hover":
        this.pointed = message.levels.at(-1)?.node ?? null;
        this.move(message);
        break;
      default:
        this.move(message);
    }
  }

  /** The block is dragged out of its page: what is pointed at is chosen by that. */
  #drag({ phase, x, y }: Extract<FrameMessage, { kind: "drag" }>): void {
    const { sheet } = this.#parts;
    if (phase === "start") {
      if (!this.state.chosen) this.move({ kind: "confirm" });
      sheet.beginDrag("page");
    }
    if (phase === "cancel") sheet.endDrag();
    else sheet.dragFromFrame({ x, y });
    if (phase === "drop") this.drop();
  }

  /** What was dragged out of the page is let go, wherever the browser tells of it: in the frame or beside it. */
  drop(): void {
    const { sheet } = this.#parts;
    const isOnSheet = sheet.isOver;
    sheet.endDrag();
    if (isOnSheet) void this.#previewed().then(() => this.put());
  }

  async #previewed(): Promise<void> {
    if (!this.preview) await this.#readPreview();
  }

  #isOtherChoice(before: PickState): boolean {
    const { chosen, cuts, extent } = this.state;
    if (chosen === before.chosen && cuts === before.cuts && extent === before.extent) return false;
    if (!chosen) this.preview = null;
    return chosen !== null;
  }

  /** Only the answer to the latest question counts. */
  async #readPreview(): Promise<void> {
    const { opening, state } = this;
    const block = meant(state);
    if (opening.kind !== "open" || !block) return;
    const question = ++this.#previews;
    const isOther = this.preview?.node !== block.node;
    try {
      const ask = { place: block.node, extent: state.extent, cuts: state.cuts };
      const preview = await readPreview(opening.opened.capture.id, ask);
      if (question !== this.#previews) return;
      this.preview = preview;
      if (isOther) this.title = titleOf(preview);
      if (isOther) this.#parts.sheet.size(block.box);
      this.#draw();
    } catch (failure) {
      complain(failure);
    }
  }

  #say(message: PickerMessage): void {
    this.#link?.say(message);
  }

  #draw(): void {
    const alike = this.state.extent === "alike" ? (this.preview?.nodes ?? []) : [];
    const fragments = this.state.chosen
      ? []
      : fragmentMarks(this.offered, this.shown, { ...this.#parts.words, at: this.#offeredAt });
    this.#say({ kind: "mark", marks: marksOf(this.state, { fragments, alike, pointed: this.pointed }) });
  }
}

/** What is offered is a help and no more: without it one points. */
async function offeredOn({ page, capture }: OpenedPage): Promise<Offered> {
  const [fragments, changing] = await Promise.all([
    readFragments(capture.id).catch(() => []),
    readChanging(page.id).catch(() => null),
  ]);
  // numbers of elements are those of one capture
  const isOfThis = changing?.captureId === capture.id;
  return { fragments, changing: isOfThis ? changing.blocks : [], looks: isOfThis ? changing.captures : 0 };
}

const MOST_TITLE = 80;

/** The first line of the block where it is short enough to be a title, else the page's. */
function titleOf({ excerpt, pageTitle }: PreviewReply): string {
  const line = excerpt.split("\n")[0]?.trim() ?? "";
  return (line !== "" && line.length <= MOST_TITLE ? line : pageTitle).slice(0, MOST_TITLE);
}
