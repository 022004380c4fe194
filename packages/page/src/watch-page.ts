/** Runs in a captured page before its own scripts: notes the words that they draw, and opens what they would close. */

/** Words on one canvas, and letters of one of them; a page cannot make its capture boundless. */
export const MAX_RUNS = 400;
export const MAX_RUN = 200;

/** Charts read how many pixels of a screen make one of the page, and draw on canvases of that size. */
export const DENSITY = 2;

/** What is answered to a question: on a canvas its words, on the page whether a script waits for what comes into view. */
export const ANSWER_MARK = "data-tessera-answer";

export interface DrawnRun {
  readonly text: string;
  /** In pixels of the canvas. */
  readonly x: number;
  readonly y: number;
}

/**
 * `question` is the name of an event that is sent to an element from outside of the page's own world; nobody in the page
 * knows it. Whatever a page does to these functions later harms its own drawings alone.
 */
export function watchPage(question: string): void {
  const drawn = watchCanvases();
  openShadows();
  const isWaiting = watchView();
  addEventListener(
    question,
    (event) => {
      const element = event.composedPath()[0] as Element;
      const isPage = element === document.documentElement;
      element.setAttribute(ANSWER_MARK, isPage ? String(isWaiting()) : wordsOf(drawn.get(element) ?? []));
    },
    true,
  );
  Object.defineProperty(window, "devicePixelRatio", { configurable: true, get: () => DENSITY });
}

/** As they are read: line by line. */
export function wordsOf(runs: readonly DrawnRun[]): string {
  const line = 8;
  const inOrder = runs
    .map((run, at) => ({ ...run, at, line: Math.round(run.y / line) }))
    .sort((one, other) => one.line - other.line || one.x - other.x || one.at - other.at);
  const same = new Set<string>();
  return inOrder
    .filter(({ text, x, line }) => {
      const key = `${text} ${Math.round(x)} ${line}`;
      return !same.has(key) && same.add(key);
    })
    .map(({ text }) => text)
    .join(", ");
}

/** The words on each canvas, as long as nothing has been drawn over them. */
export function watchCanvases(): Pick<WeakMap<object, readonly DrawnRun[]>, "get"> {
  const drawn = new WeakMap<object, DrawnRun[]>();
  const context = CanvasRenderingContext2D.prototype;
  const wrap = (name: "fillText" | "strokeText" | "clearRect" | "fillRect" | "reset", note: typeof noteText) => {
    const draw = context[name] as unknown as (...given: unknown[]) => unknown;
    if (!draw) return;
    const watched = function (this: CanvasRenderingContext2D, ...given: unknown[]): unknown {
      try {
        note(drawn, this, given);
      } catch {
        // what it draws matters more than what is noted of it
      }
      return draw.apply(this, given);
    };
    Object.assign(context, { [name]: watched });
  };
  wrap("fillText", noteText);
  wrap("strokeText", noteText);
  wrap("clearRect", noteCleared);
  wrap("fillRect", noteCovered);
  wrap("reset", noteReset);
  for (const side of ["width", "height"]) {
    const { get, set } = Object.getOwnPropertyDescriptor(HTMLCanvasElement.prototype, side) ?? {};
    if (!get || !set) continue;
    Object.defineProperty(HTMLCanvasElement.prototype, side, {
      configurable: true,
      enumerable: true,
      get,
      set(this: HTMLCanvasElement, value: unknown) {
        drawn.delete(this);
        set.call(this, value);
      },
    });
  }
  return drawn;
}

export function noteText(
  drawn: WeakMap<object, DrawnRun[]>,
  context: CanvasRenderingContext2D,
  [text, x, y]: readonly unknown[],
): void {
  const words = String(text).slice(0, MAX_RUN).trim();
  if (words === "") return;
  const runs = drawn.get(context.canvas) ?? [];
  if (runs.length >= MAX_RUNS) return;
  const at = context.getTransform().transformPoint({ x: Number(x), y: Number(y) });
  runs.push({ text: words, x: at.x, y: at.y });
  drawn.set(context.canvas, runs);
}

export function noteCleared(
  drawn: WeakMap<object, DrawnRun[]>,
  context: CanvasRenderingContext2D,
  given: readonly unknown[],
): void {
  const runs = drawn.get(context.canvas);
  if (!runs) return;
  const [x = 0, y = 0, width = 0, height = 0] = given.map(Number);
  const transform = context.getTransform();
  const from = transform.transformPoint({ x, y });
  const to = transform.transformPoint({ x: x + width, y: y + height });
  const isIn = (at: number, one: number, other: number) => at >= Math.min(one, other) && at <= Math.max(one, other);
  drawn.set(
    context.canvas,
    runs.filter((run) => !(isIn(run.x, from.x, to.x) && isIn(run.y, from.y, to.y))),
  );
}

/** A new ground under everything; a small or thin one is a bar or a label's. */
export function noteCovered(
  drawn: WeakMap<object, DrawnRun[]>,
  context: CanvasRenderingContext2D,
  given: readonly unknown[],
): void {
  const { canvas, globalAlpha } = context;
  const { a, d } = context.getTransform();
  const [, , width = 0, height = 0] = given.map(Number);
  const covered = Math.abs(width * a * height * d);
  if (globalAlpha === 1 && covered >= 0.9 * canvas.width * canvas.height) noteCleared(drawn, context, given);
}

export function noteReset(drawn: WeakMap<object, DrawnRun[]>, context: CanvasRenderingContext2D): void {
  drawn.delete(context.canvas);
}

/** A closed shadow tree is in no snapshot; an open one that says it is closed is. */
export function openShadows(): void {
  const attach = Element.prototype.attachShadow;
  const closed = new WeakSet<Element>();
  Element.prototype.attachShadow = function (this: Element, init: ShadowRootInit): ShadowRoot {
    if (init?.mode !== "closed") return attach.call(this, init);
    const root = attach.call(this, { ...init, mode: "open" });
    closed.add(this);
    return root;
  };
  const { get } = Object.getOwnPropertyDescriptor(Element.prototype, "shadowRoot") ?? {};
  if (!get) return;
  Object.defineProperty(Element.prototype, "shadowRoot", {
    configurable: true,
    enumerable: true,
    get(this: Element) {
      return closed.has(this) ? null : get.call(this);
    },
  });
}

/** Whether a script has asked to hear what comes into view. */
export function watchView(): () => boolean {
  let isWaiting = false;
  const observer = window.IntersectionObserver;
  if (observer) {
    window.IntersectionObserver = new Proxy(observer, {
      construct(target, given, self) {
        isWaiting = true;
        return Reflect.construct(target, given, self);
      },
    });
  }
  return () => isWaiting;
}
