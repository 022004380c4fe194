/**
 * Runs in the page of a secret link: asks now and then what is new and loads only that, says when nobody answers, and turns the
 * sheets of a screen on a wall. Without it the page is what it was when it was opened.
 */

export interface SharedSheetOptions {
  /** Where to ask what is there now. */
  readonly state: string;
  /** What was there when the page was made: where anything but the blocks differs, the page is loaded again. */
  readonly mark: string;
  readonly tiles: Readonly<Record<string, string>>;
  /** For how long each sheet is shown; null where it is no wall. */
  readonly seconds: number | null;
  readonly everyMs: number;
  /** Written with the time in place of `{time}`. */
  readonly awayText: string;
  readonly pausedText: string;
}

/** Of modules that are sent along with this one. */
export interface SharedSheetTools {
  readonly stepDown: (scroller: Element) => boolean;
  readonly fillScreen: () => void;
  readonly fillOnDoublePress: () => () => void;
}

export interface SharedState {
  readonly mark: string;
  readonly tiles: Readonly<Record<string, string>>;
}

/** Answers may be slow before the page says that there are none. */
export const AWAY_AFTER = 2;
/** A proxy may keep a question for ever. */
export const ANSWER_MS = 20_000;
/** After a last movement the pointer stays for that long. */
export const POINTER_MS = 3_000;

export function startSharedSheet(options: SharedSheetOptions, tools: SharedSheetTools): void {
  const notice = document.querySelector<HTMLElement>("[role=status]")!;
  let tiles = options.tiles;
  let missed = 0;
  let heardAt = new Date();
  let isAsking = false;
  const answers = watchFrames();
  // one question at a time, and none once the page is loaded anew: it would be so twice
  const ask = async (): Promise<void> => {
    if (isAsking) return;
    isAsking = true;
    try {
      const signal = AbortSignal.timeout(ANSWER_MS);
      const answer = await fetch(options.state, { credentials: "omit", cache: "no-store", signal });
      if (isGone(answer)) return location.reload();
      if (!answer.ok) throw new Error(String(answer.status));
      const now: SharedState = await answer.json();
      if (now.mark !== options.mark) return location.reload();
      freshen(tiles, now.tiles);
      askAgain(answers);
      tiles = now.tiles;
      heardAt = new Date();
      missed = 0;
    } catch {
      missed++;
    }
    isAsking = false;
    const time = heardAt.toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" });
    say(notice, "away", missed >= AWAY_AFTER ? options.awayText.replace("{time}", time) : "");
  };
  showIcons();
  setInterval(() => void ask(), options.everyMs);
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) void ask();
  });
  if (options.seconds === null) return;
  startWall({
    ...tools,
    seconds: options.seconds,
    onpause: (isPaused) => say(notice, "paused", isPaused ? options.pausedText : ""),
  });
}

/**
 * Taken back, or over: the page itself says so. Only where the program says it: a proxy in front of it that does not find it, as
 * while it is renewed, knows nothing of that, and a page that it writes asks for nothing ever again.
 */
export function isGone({ status, headers }: Response): boolean {
  return status === 404 && (headers.get("content-type")?.startsWith("application/problem+json") ?? false);
}

/** Icons that could be had take the place of letters. */
export function showIcons(): void {
  for (const icon of document.querySelectorAll<HTMLImageElement>(".icon img")) {
    const show = (): void => void icon.parentElement?.classList.toggle("pictured", icon.naturalWidth > 0);
    icon.addEventListener("load", show);
    if (icon.complete) show();
  }
}

/** Two things can be said at a time. */
export function say(notice: HTMLElement, name: string, text: string): void {
  notice.dataset[name] = text;
  notice.textContent = [notice.dataset.away, notice.dataset.paused].filter(Boolean).join(" · ");
}

/** Loads those blocks again that say something else. */
export function freshen(before: Readonly<Record<string, string>>, now: Readonly<Record<string, string>>): void {
  for (const [id, mark] of Object.entries(now)) {
    if (before[id] === mark) continue;
    for (const frame of document.querySelectorAll<HTMLIFrameElement>(`[data-tile="${CSS.escape(id)}"] iframe`)) {
      // hidden sheets are loaded when it is their turn
      const src = frame.getAttribute("src");
      if (src) frame.setAttribute("src", src);
    }
  }
}

/** The last status of each address that a frame asked for: what is in a frame of foreign markup cannot be looked at. */
export function watchFrames(): Map<string, number> {
  const answers = new Map<string, number>();
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceResourceTiming[]) {
      if (entry.initiatorType === "iframe") answers.set(entry.name, entry.responseStatus);
    }
  });
  observer.observe({ type: "resource", buffered: true });
  return answers;
}

/** Loads those frames again that were refused for now, or that the server failed at. */
export function askAgain(answers: Map<string, number>): void {
  for (const frame of document.querySelectorAll<HTMLIFrameElement>("iframe[src]")) {
    const status = answers.get(frame.src) ?? 0;
    if (status !== 429 && status < 500) continue;
    answers.delete(frame.src);
    frame.setAttribute("src", frame.getAttribute("src")!);
  }
}

interface WallOptions extends SharedSheetTools {
  /** For each screenful. */
  readonly seconds: number;
  readonly onpause: (isPaused: boolean) => void;
}

/**
 * One sheet after the other, and of one that is higher than the screen one screenful after the other. Any key but those of turning
 * pauses, two presses fill the screen; nothing else can be done.
 */
export function startWall({ seconds, stepDown, fillScreen, fillOnDoublePress, onpause }: WallOptions): void {
  const sheets = [...document.querySelectorAll<HTMLElement>("main")];
  let shown = 0;
  let isPaused = false;
  const turn = (by: number): void => {
    shown = (shown + by + sheets.length) % sheets.length;
    for (const [at, sheet] of sheets.entries()) sheet.hidden = at !== shown;
    for (const frame of sheets[shown]!.querySelectorAll<HTMLIFrameElement>("iframe[data-src]")) {
      frame.src = frame.dataset.src!;
      frame.removeAttribute("data-src");
    }
    scrollTo({ top: 0, behavior: "instant" });
  };
  const goOn = (): void => {
    if (!isPaused && !stepDown(document.documentElement)) turn(1);
  };
  let timer = setInterval(goOn, seconds * 1_000);
  document.addEventListener("keydown", ({ key, ctrlKey, metaKey, altKey }) => {
    if (ctrlKey || metaKey || altKey || key === "Escape" || /^F\d|^(Shift|Control|Alt|Meta|Tab)$/.test(key)) return;
    if (key === "ArrowRight" || key === "ArrowLeft") {
      turn(key === "ArrowRight" ? 1 : -1);
      clearInterval(timer);
      timer = setInterval(goOn, seconds * 1_000);
    } else if (key === "f") fillScreen();
    else {
      isPaused = !isPaused;
      onpause(isPaused);
    }
  });
  fillOnDoublePress();
  hidePointer();
  keepAwake();
}

/** Where the browser allows it; it forgets when the page is out of sight. */
export function keepAwake(): void {
  const hold = (): void => {
    if (!document.hidden) void navigator.wakeLock?.request("screen").catch(() => undefined);
  };
  document.addEventListener("visibilitychange", hold);
  hold();
}

export function hidePointer(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const { style } = document.documentElement;
  const hide = (): void => style.setProperty("cursor", "none");
  addEventListener("pointermove", () => {
    style.removeProperty("cursor");
    clearTimeout(timer);
    timer = setTimeout(hide, POINTER_MS);
  });
  hide();
}
