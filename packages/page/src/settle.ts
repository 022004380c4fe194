/** Runs in a captured page: tells when its DOM has come to rest, and what a script draws in it step by step is drawn. */

export interface Quiet {
  /** How long nothing may be added, removed or reworded. */
  readonly quietMs: number;
  /** The same once something was; `quietMs` unless told, which may have begun before. */
  readonly againMs?: number;
  /** When to stop waiting. */
  readonly budgetMs: number;
  /** How long this page has been waited for because something moved on it, already. */
  readonly movedMs?: number;
}

export interface Settled {
  /** False where the page still changed when the budget ran out: clocks, tickers, endless feeds. */
  readonly isQuiet: boolean;
  readonly changes: number;
  /** How long it was waited for because something moved on it, in all. */
  readonly movedMs: number;
}

/** What moved has come to its end when it has stood for so long. */
export const STILL_MS = 120;
/**
 * Once a page is quiet, lines and bars that grow are waited for that long, what only changes its place less: charts are drawn
 * in a second or two from the first moment on, and what moves longer (tickers, loading signs) never ends.
 */
export const GROWING_MS = 1_500;
export const SHIFTING_MS = 500;

/** What scripts draw by. `style` may say either. */
export const SHAPES: readonly string[] = [
  ..."d points width height r rx ry x1 y1 x2 y2 stroke-dashoffset stroke-dasharray value max".split(" "),
];
export const PLACES: readonly string[] = ["x", "y", "cx", "cy", "transform", "opacity", "fill-opacity"];

/**
 * Resolves when the DOM is at rest. Nodes and text count for as long as it takes; attributes that say how things look only
 * for a while, since animations change them for ever without changing what the page says.
 */
export function whenQuiet({ quietMs, againMs = quietMs, budgetMs, movedMs = 0 }: Quiet): Promise<Settled> {
  return new Promise((resolve) => {
    const startedAt = performance.now();
    let changes = 0;
    let changedAt = startedAt;
    let [grewAt, shiftedAt] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
    const observer = new MutationObserver((records) => {
      const now = performance.now();
      for (const record of records) {
        const motion = record.type === "attributes" ? motionIn(record) : null;
        if (motion === "grows") grewAt = now;
        else if (motion === "shifts") shiftedAt = now;
        else if (record.type !== "attributes") changes++;
      }
      if (records.some(({ type }) => type !== "attributes")) changedAt = now;
    });
    const attributes = { attributes: true, attributeOldValue: true, attributeFilter: ["style", ...SHAPES, ...PLACES] };
    const watched = new Set<ShadowRoot>();
    const watch = (root: Document | ShadowRoot) =>
      observer.observe(root, { subtree: true, childList: true, characterData: true, ...attributes });
    const watchShadows = () => {
      const added = openShadows().filter((root) => !watched.has(root));
      for (const root of added) {
        watched.add(root);
        watch(root);
      }
      return added.length > 0;
    };
    const look = () => {
      const now = performance.now();
      // one that an element was given is in no record of what has changed around it
      if (watchShadows()) [changes, changedAt] = [changes + 1, now];
      const quietAt = changedAt + (changes > 0 ? againMs : quietMs);
      const moved = movedMs + Math.max(0, now - quietAt);
      const growing = moved < GROWING_MS ? grewAt + STILL_MS : quietAt;
      const shifting = moved < SHIFTING_MS ? shiftedAt + STILL_MS : quietAt;
      const wait = Math.max(quietAt, growing, shifting) - now;
      const left = startedAt + budgetMs - now;
      if (wait > 0 && left > 0) setTimeout(look, Math.ceil(Math.min(wait, left)));
      else {
        observer.disconnect();
        resolve({ isQuiet: quietAt <= now, changes, movedMs: moved });
      }
    };
    watch(document);
    watchShadows();
    look();
  });
}

/** A value that is written anew moves nothing. */
export function motionIn({ target, attributeName, oldValue }: MutationRecord): "grows" | "shifts" | null {
  const name = attributeName ?? "";
  const [before, after] = [oldValue ?? "", (target as Element).getAttribute(name) ?? ""];
  if (before === after) return null;
  if (name === "style") return shapeIn(before) === shapeIn(after) ? "shifts" : "grows";
  return SHAPES.includes(name) || /scale|matrix/.test(after) ? "grows" : "shifts";
}

/** The declarations of a style that are not only about where a thing is, or how much it has faded in. */
export function shapeIn(style: string): string {
  return style
    .split(";")
    .map((declaration) => declaration.trim())
    .filter((declaration) => {
      const [name = "", value = ""] = declaration.split(":", 2);
      if (/^(?:transform|-webkit-transform)$/.test(name.trim())) return /scale|matrix/.test(value);
      return !/^(?:left|top|right|bottom|inset|margin|translate|rotate|opacity|background-position|visibility)/.test(
        name,
      );
    })
    .join(";");
}

export function openShadows(): ShadowRoot[] {
  const found: ShadowRoot[] = [];
  const roots: (Document | ShadowRoot)[] = [document];
  for (let at = 0; at < roots.length; at++) {
    for (const { shadowRoot } of roots[at]!.querySelectorAll("*")) {
      if (!shadowRoot) continue;
      roots.push(shadowRoot);
      found.push(shadowRoot);
    }
  }
  return found;
}
