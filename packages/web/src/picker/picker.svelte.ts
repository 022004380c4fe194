/** The picker at work: opens the page, listens to its frame, previews what is chosen, and puts it on the sheet. */
import type { PickedLayout } from "@tessera/model";
import type { FollowReply, PreviewReply } from "@tessera/model/api";
import { movedToOf } from "@tessera/model/verdicts";
import type { FrameMessage, Level, PickerMessage } from "@tessera/page";
import {
  afterMove,
  isOtherChoice,
  keyMeaning,
  type Move,
  marksOf,
  meant,
  NOTHING_PICKED,
  type PickState,
  type ShownFragments,
} from "@tessera/page/pick-state";
import { ask } from "../api/ask.ts";
import { showFailure } from "../components/toasts.svelte.ts";
import { forTile } from "../follow/for-tile.ts";
import { cutChoice, type FollowedBlock, followedBlock, saveCuts } from "./cut-parts.ts";
import { blocksOf, followedAt, fragmentMarks, type Offered, titleOffered } from "./fragment-marks.ts";
import { type FrameLink, type HeardMessage, linkFrame } from "./frames.ts";
import { OfferedBlocks, type OfferedWords } from "./offered-blocks.svelte.ts";
import {
  BlockPreview,
  followPicked,
  layoutOf,
  type Opening,
  PageOpening,
  type PickedSource,
  type ScriptsTold,
  teachPicked,
} from "./picked-page.svelte.ts";
import type { TargetSheet } from "./target-sheet.svelte.ts";

/** What a person may do while parts are cut out of what is followed. */
const CUTTING: ReadonlySet<Move["kind"]> = new Set(["hover", "leave", "press"]);

export interface PickerParts {
  readonly sheet: TargetSheet;
  /** Whose words the buttons in the frame speak. */
  readonly words: OfferedWords & {
    readonly add: string;
    readonly remove: string;
    readonly changes: (percent: number) => string;
  };
  readonly onHelp: () => void;
  readonly onAdded: (follow: FollowReply) => void;
  /** In place of a new tile: the block of this follow is picked again, or parts are cut out of it. */
  readonly onTaught: (follow: FollowReply) => void;
  /** Nothing is changed of the follow whose parts were to be cut out. */
  readonly onLeave: () => void;
}

export class Picker {
  readonly #parts: PickerParts;
  state = $state.raw<PickState>(NOTHING_PICKED);
  title = $state("");
  /** What the page offers by itself, and what is done with it. */
  readonly blocks: OfferedBlocks;
  shown = $state.raw<ShownFragments>("none");
  isReady = $state(false);
  isSaving = $state(false);
  wheelScrolls = $state(false);
  /** The follow that is picked again, or that parts are cut out of. */
  repaired = $state.raw<FollowReply | null>(null);
  /** Parts of this block are cut out: it is chosen from the start, and nothing else can be. */
  cutFrom = $state.raw<FollowedBlock | null>(null);
  /** What is told of the parts that scripts make. */
  scripts = $state<ScriptsTold>("none");
  /** The page as a browser shows it, while something is chosen in the one that is shown. */
  #rendered: Extract<Opening, { kind: "open" }> | null = null;
  /** The smallest block under the pointer. */
  pointed = $state<number | null>(null);
  #offeredAt: number | null = null;
  /** Of what is being added from the list. */
  #addedExtent: PickState["extent"] = "one";
  /** What stands for the block whose parts are cut out, in the path above the page. */
  #shownAs: number | null = null;
  #link: FrameLink | null = null;
  readonly #page = new PageOpening();
  readonly #preview = new BlockPreview();
  #previewing = Promise.resolve(true);

  constructor(parts: PickerParts) {
    this.#parts = parts;
    const { sheet, words } = parts;
    this.blocks = new OfferedBlocks({
      sheet,
      words,
      opening: () => this.opening,
      onChange: () => this.#draw(),
      onRead: () => this.#findHidden(),
    });
  }

  get offered(): Offered {
    return this.blocks.current;
  }

  get opening(): Opening {
    return this.#page.current;
  }

  /** A browser shows the page. */
  get isRendered(): boolean {
    return this.opening.kind === "open" && this.opening.opened.capture.fetcher === "browser";
  }

  get preview(): PreviewReply | null {
    return this.#preview.shown;
  }

  async open(source: PickedSource): Promise<void> {
    this.close();
    const opened = await this.#page.open(source);
    if (!opened) return;
    this.scripts = opened.scripts;
    if (opened.scripts === "coming") void this.#render(source);
    await this.blocks.read(opened);
  }

  /** Something is missing in the page as it is shown. */
  openInBrowser(): void {
    const { opening } = this;
    if (opening.kind !== "open") return;
    // one that a browser shows already is opened once more, as it was asked for
    void this.#render(this.isRendered ? opening.source : { ...opening.source, fetcher: "browser" });
  }

  /** The rendered page takes the place of the raw one; what was pointed at in that is gone with it. */
  showRendered(): void {
    const rendered = this.#rendered;
    if (!rendered) return;
    this.#rendered = null;
    this.isReady = false;
    this.state = NOTHING_PICKED;
    this.#preview.clear();
    this.blocks.clear();
    this.#page.current = rendered;
    const { opened, source } = rendered;
    this.scripts = source.fetcher === "browser" ? "rendered" : opened.scripts;
    void this.blocks.read(opened);
  }

  async #render(source: PickedSource): Promise<void> {
    const { opening: before, scripts } = this;
    this.scripts = "coming";
    try {
      this.#rendered = await this.#page.render(source);
      if (!this.#rendered) return;
      // nothing is taken away from under the hand of somebody who has chosen
      if (this.state.chosen) this.scripts = "ready";
      else this.showRendered();
    } catch (failure) {
      if (this.opening !== before) return;
      this.scripts = scripts === "coming" ? "failed" : scripts;
      if (source.fetcher === "browser") showFailure(failure);
    }
  }

  /** Gives the address that it opened: that of its own page, or the one that it seems to have moved to. */
  async repair(followId: string, wanted: string | null = null): Promise<string> {
    this.repaired = await ask("GET /follows/:id", { params: { id: followId } });
    const { page, latest } = this.repaired;
    const url = wanted !== null && movedToOf(latest?.verdict)?.url === wanted ? wanted : page.url;
    // the same page, however it is fetched: one that is fetched otherwise is another
    const same = url === page.url ? await ask("GET /pages/:id", { params: { id: page.id } }).catch(() => null) : null;
    await this.open(
      same?.source ?? (page.fetcher !== "auto" && url === page.url ? { url, fetcher: page.fetcher } : { url }),
    );
    return url;
  }

  /** Parts of this follow are to be cut out, or put back, in the page as it was last looked at. Gives its address. */
  async cut(followId: string): Promise<string> {
    this.close();
    const block = await followedBlock(followId);
    this.repaired = block.follow;
    this.cutFrom = block;
    this.#page.current = block.page;
    return block.follow.page.url;
  }

  close(): void {
    this.#page.close();
    this.#link?.close();
    this.#link = null;
    this.isReady = false;
    this.scripts = "none";
    this.#rendered = null;
    this.cutFrom = null;
    this.blocks.clear();
    this.state = NOTHING_PICKED;
    this.#preview.clear();
  }

  listen(frame: HTMLIFrameElement): void {
    this.#link?.close();
    this.#link = linkFrame(frame, (message) => this.#hear(message));
  }

  /** A move of the person beside the frame: buttons, the path, the keyboard. */
  move(move: Move): void {
    if (this.cutFrom && !CUTTING.has(move.kind)) return;
    this.#become(afterMove(this.state, move), move.kind !== "hover");
  }

  putBackCuts(): void {
    this.#become({ ...this.state, cuts: [] });
  }

  #become(state: PickState, isRevealed = true): void {
    const before = this.state;
    this.state = state;
    const block = meant(this.state);
    if (block && block.node !== meant(before)?.node && isRevealed) this.#say({ kind: "reveal", node: block.node });
    if (isOtherChoice(before, this.state)) {
      if (this.state.chosen) this.#previewing = this.#readPreview();
      else this.#preview.clear();
    }
    this.#draw();
  }

  walk(direction: "previous" | "next"): void {
    this.key(direction === "next" ? "ArrowRight" : "ArrowLeft");
  }

  /** True where the key meant something here. */
  key(key: string): boolean {
    if (this.cutFrom && (key === "Escape" || key === "Enter")) {
      if (key === "Enter") void this.put();
      else this.#parts.onLeave();
      return true;
    }
    const meaning = keyMeaning(key, this.state, this.shown);
    switch (meaning?.kind) {
      case undefined:
        return false;
      case "move":
        this.move(meaning.move);
        break;
      case "ask":
        this.#say(meaning.message);
        break;
      case "show":
        this.show(meaning.shown);
        break;
      case "grain":
        this.shown = "all";
        void this.blocks.setGrain(meaning.step);
        break;
      case "put":
        void this.put();
        break;
      case "help":
        this.#parts.onHelp();
        break;
    }
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
    const { opening: page, repaired } = this;
    if (page.kind !== "open" || !this.preview || this.isSaving) return;
    this.isSaving = true;
    try {
      const preview = await this.#latestPreview();
      if (!preview) return;
      const { extent, intent } = this.state;
      const picked = { page, preview, title: this.title, extent, intent, layout: this.#preview.layout };
      if (repaired) {
        this.#parts.onTaught(await (this.cutFrom ? saveCuts : teachPicked)(repaired, picked));
        return;
      }
      const follow = await followPicked(picked);
      const isNew = this.offered.followed.every(({ followId }) => followId !== follow.id);
      await forTile(isNew ? [follow.id] : [], () => this.#parts.sheet.put(follow));
      void this.blocks.readFollowed();
      this.state = NOTHING_PICKED;
      this.#preview.clear();
      this.#parts.onAdded(follow);
    } catch (failure) {
      showFailure(failure);
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

  /** As if the button at the block in the page had been pressed; with `alike`, for all that are like it. */
  addOffered(node: number, extent: PickState["extent"] = "one"): void {
    this.#addedExtent = extent;
    this.#say({ kind: "add", node });
  }

  /** One press on the button of a fragment: followed and placed without a further question. */
  async #addAtOnce({ node, box }: Extract<FrameMessage, { kind: "add" }>): Promise<void> {
    if (this.isSaving) return;
    const extent = this.#addedExtent;
    this.#addedExtent = "one";
    this.state = { ...NOTHING_PICKED, extent, chosen: [{ node, tag: "", name: "", box }] };
    this.#previewing = this.#readPreview();
    await this.#previewing;
    // all of them together are not called like one of them
    if (extent === "one") this.title = titleOffered(this.offered, node) || this.title;
    await this.put();
  }

  #hear(message: HeardMessage): void {
    switch (message.kind) {
      case "ready":
        this.isReady = true;
        this.#say({ kind: "wheel-walks", isOn: !this.wheelScrolls && !this.cutFrom });
        this.#say({ kind: "drags", isOn: !this.repaired });
        if (this.cutFrom) this.#say({ kind: "look", node: this.cutFrom.node });
        this.#findHidden();
        this.#draw();
        break;
      case "key":
        this.key(message.key);
        break;
      case "walked":
        if (this.cutFrom) this.#beginCutting(this.cutFrom, message.levels);
        else this.move(message);
        break;
      case "press":
        this.move({ ...message, levels: message.levels.map((level) => this.#asChosen(level)) });
        break;
      case "hidden":
        this.blocks.hide(message.nodes);
        break;
      case "add":
        if (this.#addedExtent === "one" && followedAt(this.offered, message.node)) this.blocks.remove(message.node);
        else void this.#addAtOnce(message);
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

  #beginCutting(block: FollowedBlock, levels: readonly Level[]): void {
    this.#shownAs = levels.at(-1)?.node ?? null;
    this.#become(cutChoice(levels, block));
  }

  /** The block whose parts are cut out, where the frame speaks of its wrapper. */
  #asChosen(level: Level): Level {
    return this.cutFrom && level.node === this.#shownAs ? { ...level, node: this.cutFrom.node } : level;
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

  /** What was chosen last counts, also while its preview is on its way; null where that cannot be had. */
  async #latestPreview(): Promise<PreviewReply | null> {
    for (let asked: Promise<boolean> | null = null; asked !== this.#previewing; ) {
      asked = this.#previewing;
      if (!(await asked)) return null;
    }
    return this.preview;
  }

  /** False where there is none for this choice. */
  async #readPreview(): Promise<boolean> {
    const { opening, state } = this;
    if (opening.kind !== "open") return false;
    try {
      const named = this.#preview.title;
      const read = await this.#preview.read(opening.opened.capture.id, state, this.#measure(state));
      if (!read) return true;
      const block = meant(state);
      // cutting parts out or taking all alike may give another name, which never replaces the person's own
      if (read.isOtherBlock || this.title === named) this.title = this.#preview.title;
      const seen = block && { width: block.box[2], height: block.box[3] };
      const size = this.preview?.layout ?? seen;
      if (read.isOtherSize && size) this.#parts.sheet.size(size);
      this.#draw();
      return true;
    } catch (failure) {
      showFailure(failure);
      return false;
    }
  }

  /** How the page is laid out around what is chosen. */
  async #measure(state: PickState): Promise<PickedLayout | null> {
    const block = meant(state);
    const measured = block && (await this.#link?.measure(block.node, state.extent === "alike"));
    return measured ? layoutOf(measured) : null;
  }

  /** Boxes of a rendered page do not tell what is clear as glass, and a page that no browser has laid out has none. */
  #findHidden(): void {
    if (this.isReady) this.#say({ kind: "find-hidden", blocks: blocksOf(this.offered) });
  }

  #say(message: PickerMessage): void {
    this.#link?.say(message);
  }

  #draw(): void {
    const alike = this.state.extent === "alike" ? (this.preview?.nodes ?? []) : [];
    const fragments = this.state.chosen
      ? []
      : fragmentMarks(this.offered, this.shown, {
          ...this.#parts.words,
          at: this.#offeredAt,
          selected: this.blocks.selected,
        });
    this.#say({ kind: "mark", marks: marksOf(this.state, { fragments, alike, pointed: this.pointed }) });
  }
}
