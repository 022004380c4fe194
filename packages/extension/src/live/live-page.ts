/**
 * Runs on the live page, in a world of its own: shows the picker above everything, tells it what is under the pointer, and
 * takes the snapshot. Nothing of the page is trusted: the picker is a frame of the extension in a closed shadow tree in the
 * top layer, so that pointer and keys never reach the page, and no event of the page reaches the picker.
 */
import { boxOf, levelsOf, parentOf, walk } from "@tessera/page/live";
import { SnapshotTooLarge, takeSnapshot } from "@tessera/page/snapshot";
import { extension } from "../platform/web-extension.ts";
import { elementAt, framedAddress } from "./element-at.ts";
import type { FromPage, PickStart, ToPage } from "./messages.ts";

const HOST_STYLE =
  "all:initial;display:block;position:fixed;inset:0;width:100vw;height:100vh;max-width:none;max-height:none;margin:0;" +
  "border:0;padding:0;background:none;overflow:hidden;opacity:1;visibility:visible;pointer-events:auto;z-index:2147483647;" +
  "transform:none;filter:none;clip-path:none;color-scheme:light";
const FRAME_STYLE =
  "all:initial;display:block;width:100%;height:100%;border:0;background:transparent;color-scheme:light;pointer-events:auto";
/** A page may take the focus away as often as it likes; at some time the person wants it so. */
const MAX_REFOCUS = 30;

class LivePage {
  readonly #host: HTMLElement;
  readonly #frame: HTMLIFrameElement;
  readonly #port: MessagePort;
  readonly #numbers = new WeakMap<Element, number>();
  readonly #elements: WeakRef<Element>[] = [];
  #watched: readonly number[] = [];
  #told = "";
  #refocused = 0;
  #isOpen = true;
  /** Of the snapshot that was taken last. */
  #elementsOf: (nodes: readonly number[]) => readonly Element[] = () => [];

  constructor(start: PickStart) {
    const begin = begunAt(start);
    this.#host = Document.prototype.createElement.call(document, "div") as HTMLElement;
    this.#host.style.cssText = important(HOST_STYLE);
    const root = this.#host.attachShadow({ mode: "closed" });
    this.#frame = Document.prototype.createElement.call(document, "iframe") as HTMLIFrameElement;
    this.#frame.style.cssText = important(FRAME_STYLE);
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    this.#port.onmessage = ({ data }) => this.#obey(data as ToPage);
    const key = crypto.randomUUID();
    this.#frame.addEventListener("load", () => void this.#greet(key, start, port2), { once: true });
    this.#frame.src = extension.runtime.getURL("pages/picker.html");
    root.append(this.#frame);
    this.#show();
    if (begin) queueMicrotask(() => this.#say({ kind: "walked", levels: this.#levels(begin) }));
    requestAnimationFrame(() => this.#look());
  }

  /** The background is told first: the frame asks it whether the word is ours. */
  async #greet(key: string, start: PickStart, port: MessagePort): Promise<void> {
    await extension.runtime.sendMessage({ kind: "picking", key });
    const { origin } = new URL(extension.runtime.getURL(""));
    this.#frame.contentWindow?.postMessage({ tessera: key, start }, origin, [port]);
    this.#frame.focus();
  }

  /** What a modal dialog covers cannot be pressed: the picker goes into the dialog. */
  #show(): void {
    const modal = [...Document.prototype.querySelectorAll.call(document, ":modal")].at(-1);
    this.#host.popover = "manual";
    (modal ?? document.documentElement).append(this.#host);
    this.#host.showPopover();
  }

  #obey(message: ToPage): void {
    switch (message.kind) {
      case "point":
      case "press":
        this.#point(message);
        break;
      case "walk": {
        const from = message.node === null ? bodyOf() : this.#element(message.node);
        const levels = from ? walk(from, message.direction, (element) => this.#number(element)) : [];
        if (levels.length > 0) this.#say({ kind: "walked", levels });
        break;
      }
      case "reveal":
        this.#element(message.node)?.scrollIntoView({ block: "nearest", inline: "nearest" });
        break;
      case "watch":
        this.#watched = message.nodes;
        this.#told = "";
        break;
      case "scroll":
        scrollAt(elementAt(message, this.#host), message.by);
        break;
      case "snapshot":
        this.#take(message);
        break;
      case "alike":
        this.#say({ kind: "alike", nodes: this.#elementsOf(message.nodes).map((element) => this.#number(element)) });
        break;
      case "close":
        this.close();
    }
  }

  #point(message: Extract<ToPage, { kind: "point" | "press" }>): void {
    const element = elementAt(message, this.#host);
    if (!element) return;
    const frame = framedAddress(element);
    const levels = this.#levels(element);
    if (message.kind === "point") this.#say({ kind: "hover", levels, frame });
    else this.#say({ kind: "press", levels, isDouble: message.isDouble, frame });
  }

  #take({ node, cuts }: Extract<ToPage, { kind: "snapshot" }>): void {
    try {
      const { numberOf, elementsOf, ...taken } = takeSnapshot(document, { way: "tab", leftOut: [this.#host] });
      this.#elementsOf = elementsOf;
      const numberIn = (at: number): number => {
        const element = this.#element(at);
        return (element && numberOf(element)) ?? -1;
      };
      const { title } = document;
      const kept = cuts.map(numberIn).filter((cut) => cut >= 0);
      this.#say({
        kind: "taken",
        page: { ...taken, title: String(title).slice(0, 300), node: numberIn(node), cuts: kept },
      });
    } catch (failure) {
      if (!(failure instanceof SnapshotTooLarge)) throw failure;
      this.#say({ kind: "too-large" });
    }
  }

  /** Pages move: rectangles stay where their blocks are. */
  #look(): void {
    if (!this.#isOpen) return;
    const boxes = this.#watched.flatMap((node) => {
      const element = this.#element(node);
      if (!element) return [];
      const [left, top, width, height] = boxOf(element);
      return [[node, [Math.round(left - scrollX), Math.round(top - scrollY), width, height]] as const];
    });
    const said = JSON.stringify(boxes);
    if (said !== this.#told) {
      this.#told = said;
      this.#say({ kind: "boxes", boxes });
    }
    this.#stayOnTop();
    requestAnimationFrame(() => this.#look());
  }

  /** A page that hides it or takes the focus gets it back; one that takes it out of the page has ended it. */
  #stayOnTop(): void {
    if (!this.#host.isConnected) {
      this.close();
      return;
    }
    if (!this.#host.matches(":popover-open") && this.#refocused++ < MAX_REFOCUS) this.#host.showPopover();
    const { activeElement } = document;
    if (activeElement !== this.#host && document.hasFocus() && this.#refocused < MAX_REFOCUS) {
      this.#refocused++;
      this.#frame.focus();
    }
  }

  close(): void {
    this.#isOpen = false;
    this.#port.close();
    this.#host.remove();
  }

  #levels(element: Element) {
    return levelsOf(element, (each) => this.#number(each));
  }

  #number(element: Element): number {
    if (element === this.#host) return -1;
    const known = this.#numbers.get(element);
    if (known !== undefined) return known;
    const number = this.#elements.push(new WeakRef(element)) - 1;
    this.#numbers.set(element, number);
    return number;
  }

  #element(node: number): Element | null {
    const element = this.#elements[node]?.deref();
    return element?.isConnected ? element : null;
  }

  #say(message: FromPage): void {
    this.#port.postMessage(message);
  }
}

/** Where a person pressed before they chose "Follow this block", or what they had selected. */
function begunAt(start: PickStart): Element | null {
  if (start === "selection") {
    const selection = getSelection();
    const node = selection && selection.rangeCount > 0 ? selection.getRangeAt(0).commonAncestorContainer : null;
    return node instanceof Element ? node : (node?.parentElement ?? null);
  }
  if (start === "block") return [...Document.prototype.querySelectorAll.call(document, ":hover")].at(-1) ?? null;
  return null;
}

/** A form named `body` hides the document's own. */
function bodyOf(): Element | null {
  return Document.prototype.querySelector.call(document, "body");
}

function scrollAt(element: Element | null, [x, y]: readonly [number, number]): void {
  for (let at = element; at; at = parentOf(at)) {
    const isScrolled = at.scrollHeight > at.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(at).overflowY);
    if (!isScrolled) continue;
    at.scrollBy(x, y);
    return;
  }
  scrollBy(x, y);
}

/** A style of the page cannot win over these. */
function important(style: string): string {
  return style.replaceAll(";", "!important;").concat("!important");
}

/** Kept in the world of the extension: a second press of the button ends what the first began. */
const kept = globalThis as { tesseraPicking?: LivePage; tesseraStart?: PickStart };

export function toggle(): void {
  const before = kept.tesseraPicking;
  delete kept.tesseraPicking;
  before?.close();
  if (!before || kept.tesseraStart !== "page") kept.tesseraPicking = new LivePage(kept.tesseraStart ?? "page");
}

toggle();
