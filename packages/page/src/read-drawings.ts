/** Runs in a captured page: what is drawn on it and in no markup (canvases, films, frames) becomes pictures with words. */

export interface DrawingLimits {
  /** The event that the page's watcher answers to. */
  readonly question: string;
  readonly maxCount: number;
  /** Of one picture, and of all together. */
  readonly maxPixels: number;
  readonly maxCharacters: number;
  readonly budgetMs: number;
}

/** One part of the page that is drawn, in the order of the page. */
export interface DrawnPart {
  /** Null where only a picture of the page itself can have it. */
  readonly picture: DrawnPicture | null;
  /** Of the page, in CSS pixels. */
  readonly box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
}

export interface DrawnPicture {
  /** An address with the picture in it. */
  readonly data: string;
  /** Alike for pictures that look alike. */
  readonly hash: string;
}

/** Name of the mark that numbers the parts, and of the one that says that nothing is drawn. */
export const DRAWING_MARK = "data-tessera-drawing";
export const BLANK_MARK = "data-tessera-blank";
/** There was no time or no room for a picture of it. */
export const UNPICTURED_MARK = "data-tessera-unpictured";
/** Beyond those that may be pictured, as many are marked as that. */
export const MAX_UNPICTURED = 500;
export const DRAWN_AS_MARK = "data-tessera-as";
export const WORDS_MARK = "data-tessera-answer";
export const MAX_WORDS = 1_000;
export const MIN_SIDE = 4;
/** Smaller frames count visits. */
export const MIN_FRAME_SIDE = 32;
export const PIXEL_DENSITY = 2;
/** A drawing of a few colours is kept as it is; a photograph would be too large for that. */
export const MAX_EXACT_CHARACTERS = 400_000;
export const GOOD_QUALITY = 0.9;
export const HASH_SIDE = 16;
export const FRAME_LOOKS: readonly string[] = [
  "border-width",
  "border-style",
  "border-color",
  "border-radius",
  "padding",
  "margin",
  "display",
  "vertical-align",
];

/** Marks each part with its number, and with its words where it has any. */
export function readDrawings(limits: DrawingLimits): DrawnPart[] {
  const until = performance.now() + limits.budgetMs;
  const parts: DrawnPart[] = [];
  let left = limits.maxCharacters;
  let over = 0;
  for (const element of drawnElements()) {
    const isOver = parts.length === limits.maxCount || performance.now() > until;
    if (isOver && ++over > MAX_UNPICTURED) break;
    const box = boxOf(element);
    if (!box || !mayBeDrawn(element, box)) continue;
    const picture = isOver ? null : pictureOf(element, box, limits.maxPixels);
    if (isOver || picture === "blank" || (picture && picture.data.length > left)) {
      // an empty one still takes its room
      markAs(element, { ...styleOf(element, box), [picture === "blank" ? BLANK_MARK : UNPICTURED_MARK]: "" });
      continue;
    }
    left -= picture?.data.length ?? 0;
    const words = wordsAt(element, limits.question);
    const named = words === "" ? {} : { "aria-label": words };
    const size = styleOf(element, box);
    markAs(element, { ...named, ...size, [DRAWING_MARK]: numbered(parts.length, picture) });
    parts.push({ picture, box });
  }
  return parts;
}

export function numbered(number: number, picture: Pick<DrawnPicture, "hash"> | null): string {
  return picture ? `${number} ${picture.hash}` : String(number);
}

/** In the document and its open shadow trees. */
export function drawnElements(): Element[] {
  const found: Element[] = [];
  const roots: (Document | ShadowRoot)[] = [document];
  for (let at = 0; at < roots.length; at++) {
    for (const element of roots[at]!.querySelectorAll("*")) {
      if (element.shadowRoot) roots.push(element.shadowRoot);
      if (/^(?:canvas|video|iframe|object|embed)$/.test(element.localName) || isMadeImage(element)) found.push(element);
    }
  }
  return found;
}

/** An image that a script has made: its address means nothing outside of the page. */
export function isMadeImage(element: Element): element is HTMLImageElement {
  return element instanceof HTMLImageElement && element.currentSrc.startsWith("blob:");
}

/** Null where nothing of it can be seen. */
export function boxOf(element: Element): DrawnPart["box"] | null {
  const { left, top, width, height } = element.getBoundingClientRect();
  if (width < MIN_SIDE || height < MIN_SIDE) return null;
  if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return null;
  const style = getComputedStyle(element);
  const inset = (...sides: string[]) => sides.reduce((sum, side) => sum + (Number.parseFloat(side) || 0), 0);
  const start = inset(style.borderLeftWidth, style.paddingLeft);
  const before = inset(style.borderTopWidth, style.paddingTop);
  return {
    x: left + scrollX + start,
    y: top + scrollY + before,
    width: width - start - inset(style.borderRightWidth, style.paddingRight),
    height: height - before - inset(style.borderBottomWidth, style.paddingBottom),
  };
}

export function mayBeDrawn(element: Element, { width, height }: DrawnPart["box"]): boolean {
  if (element instanceof HTMLCanvasElement) return true;
  if (element instanceof HTMLImageElement) return element.naturalWidth > 0;
  if (element instanceof HTMLVideoElement) {
    const isAtPoster = element.poster !== "" && element.currentTime === 0;
    return element.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA && !isAtPoster;
  }
  return width >= MIN_FRAME_SIDE && height >= MIN_FRAME_SIDE;
}

/** Null where the element does not give it away: a frame, pixels of another origin, or a drawing that is gone once it is shown. */
export function pictureOf(element: Element, box: DrawnPart["box"], maxPixels: number): DrawnPicture | "blank" | null {
  const isCanvas = element instanceof HTMLCanvasElement;
  if (!isCanvas && !(element instanceof HTMLVideoElement || element instanceof HTMLImageElement)) return null;
  const own = sizeOf(element);
  if (own.width === 0 || own.height === 0) return "blank";
  const isFilm = element instanceof HTMLVideoElement;
  const fit = isFilm ? getComputedStyle(element).objectFit : "fill";
  const whole = isFilm ? roomOf(own, box, fit) : own;
  const most = Math.sqrt(maxPixels / (whole.width * whole.height));
  const wanted = Math.max(box.width / whole.width, box.height / whole.height) * PIXEL_DENSITY;
  const scale = Math.min(1, most, wanted);
  try {
    const copy = document.createElement("canvas");
    copy.width = Math.max(1, Math.round(whole.width * scale));
    copy.height = Math.max(1, Math.round(whole.height * scale));
    const context = copy.getContext("2d");
    const [width, height] = fit === "fill" ? [copy.width, copy.height] : [own.width * scale, own.height * scale];
    context?.drawImage(element, (copy.width - width) / 2, (copy.height - height) / 2, width, height);
    const hash = hashOf(copy);
    if (hash === null) return isCanvas && isDrawnByHardware(element) ? null : "blank";
    return { data: encoded(copy), hash };
  } catch {
    return null;
  }
}

/** What a film shows in its box has the shape of the box, with edges beside it or cut off, in pixels of the film. */
export function roomOf(
  film: { readonly width: number; readonly height: number },
  box: { readonly width: number; readonly height: number },
  fit: string,
): { readonly width: number; readonly height: number } {
  const shares = [film.width / box.width, film.height / box.height];
  const share = fit === "cover" ? Math.min(...shares) : Math.max(...shares);
  return { width: box.width * share, height: box.height * share };
}

export function sizeOf(drawn: HTMLCanvasElement | HTMLVideoElement | HTMLImageElement): {
  readonly width: number;
  readonly height: number;
} {
  if (drawn instanceof HTMLVideoElement) return { width: drawn.videoWidth, height: drawn.videoHeight };
  return drawn instanceof HTMLImageElement ? { width: drawn.naturalWidth, height: drawn.naturalHeight } : drawn;
}

/** Such a canvas is empty for whoever reads it after it was shown. */
export function isDrawnByHardware(canvas: HTMLCanvasElement): boolean {
  return canvas.getContext("2d") === null;
}

export function encoded(canvas: HTMLCanvasElement): string {
  const exact = canvas.toDataURL("image/webp", 1);
  return exact.length <= MAX_EXACT_CHARACTERS ? exact : canvas.toDataURL("image/webp", GOOD_QUALITY);
}

/** Where it gets lighter from left to right, on white; null where there is not a single pixel. */
export function hashOf(picture: CanvasImageSource): string | null {
  const context = new OffscreenCanvas(HASH_SIDE + 1, HASH_SIDE).getContext("2d", { willReadFrequently: true });
  if (!context) return null;
  context.imageSmoothingQuality = "high";
  context.drawImage(picture, 0, 0, HASH_SIDE + 1, HASH_SIDE);
  const { data } = context.getImageData(0, 0, HASH_SIDE + 1, HASH_SIDE);
  let ink = 0;
  let hash = "";
  const lightAt = (pixel: number) => {
    const [red = 0, green = 0, blue = 0, alpha = 0] = data.subarray(pixel * 4, pixel * 4 + 4);
    ink += alpha;
    return 255 - alpha + ((red * 3 + green * 6 + blue) / 10) * (alpha / 255);
  };
  for (let row = 0; row < HASH_SIDE; row++) {
    let bits = 0;
    for (let column = 0; column < HASH_SIDE; column++) {
      const at = row * (HASH_SIDE + 1) + column;
      // a step that can be seen: noise of the smoothing is none
      bits = bits * 2 + (lightAt(at + 1) - lightAt(at) > 2 ? 1 : 0);
    }
    hash += bits.toString(16).padStart(4, "0");
  }
  return ink === 0 ? null : hash;
}

/** What it is called, and the words that are drawn on it. */
export function wordsAt(element: Element, question: string): string {
  element.removeAttribute(WORDS_MARK);
  element.dispatchEvent(new Event(question, { bubbles: true, composed: true }));
  const drawn = element.getAttribute(WORDS_MARK) ?? "";
  element.removeAttribute(WORDS_MARK);
  return [nameOf(element), drawn]
    .filter((part) => part !== "")
    .join(": ")
    .replace(/\s+/g, " ")
    .slice(0, MAX_WORDS);
}

export function nameOf(element: Element): string {
  const root = element.getRootNode() as Document | ShadowRoot;
  const byIds = (element.getAttribute("aria-labelledby") ?? "")
    .split(/\s+/)
    .map((id) => (id === "" ? "" : (root.getElementById(id)?.textContent ?? "")))
    .join(" ")
    .trim();
  return byIds || (element.getAttribute("aria-label") ?? element.getAttribute("title") ?? "").trim();
}

/**
 * Where no script may run, a canvas is an element like any other, and a film that is not loaded has no size: their size and
 * shape are told. A frame is shown as a picture,
 * which needs to be told what rules for frames made of it, and the size that a frame has by itself.
 */
export function styleOf(element: Element, { width, height }: DrawnPart["box"]): Readonly<Record<string, string>> {
  const isFrame = element instanceof HTMLIFrameElement;
  if (!isFrame && !(element instanceof HTMLCanvasElement || element instanceof HTMLVideoElement)) return {};
  const computed = getComputedStyle(element);
  const display = `display:${computed.display === "inline" ? "inline-block" : computed.display}`;
  const looks = isFrame ? FRAME_LOOKS.map((name) => `${name}:${computed.getPropertyValue(name)}`) : [display];
  const rest = isFrame ? `height:${height}px;max-width:none` : `aspect-ratio:${width}/${height}`;
  const written = element.getAttribute("style")?.replace(/;\s*$/, "") ?? "";
  const size = `width:${width}px;box-sizing:content-box;${rest}`;
  return { style: [written, ...looks, size].filter((part) => part !== "").join(";") };
}

export function markAs(element: Element, state: Readonly<Record<string, string | null>>): void {
  element.setAttribute(DRAWN_AS_MARK, JSON.stringify({ ...drawnAs(element), ...state }));
}

/** What is written of it already; a page that writes there, too, has written nothing. */
export function drawnAs(element: Element): Readonly<Record<string, unknown>> {
  try {
    const written: unknown = JSON.parse(element.getAttribute(DRAWN_AS_MARK) ?? "{}");
    return typeof written === "object" && written !== null ? (written as Readonly<Record<string, unknown>>) : {};
  } catch {
    return {};
  }
}

// Parts that only a picture of the page can have are pictured one by one, alone and without their ground.

export const ALONE_MARK = "data-tessera-alone";
export const ALONE_SHEET =
  "*{visibility:hidden!important;transition:none!important}html,body{background:none!important}[data-tessera-alone]{visibility:visible!important}";

/** Hides all of the page but the parts with these numbers. */
export function showAlone(numbers: readonly number[]): void {
  const wanted = new Set(numbers);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(ALONE_SHEET);
  const roots = new Set<Document | ShadowRoot>([document]);
  for (const element of drawnElements()) {
    if (!wanted.has(numberOf(element))) continue;
    element.setAttribute(ALONE_MARK, "");
    roots.add(element.getRootNode() as Document | ShadowRoot);
  }
  for (const root of roots) root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
}

/** As it was. */
export function showAll(): void {
  for (const element of drawnElements()) {
    if (!element.hasAttribute(ALONE_MARK)) continue;
    element.removeAttribute(ALONE_MARK);
    for (const root of new Set([document, element.getRootNode() as Document | ShadowRoot])) {
      root.adoptedStyleSheets = root.adoptedStyleSheets.filter(({ cssRules }) => !isAloneSheet(cssRules));
    }
  }
}

export function isAloneSheet(rules: CSSRuleList): boolean {
  return rules.length === 3 && rules[2]?.cssText.includes(ALONE_MARK) === true;
}

/** -1 where it has none. */
export function numberOf(element: Element): number {
  return Number.parseInt(String(drawnAs(element)[DRAWING_MARK] ?? -1), 10);
}

/**
 * Parts of a picture of the page, as pictures of their own; null for one with nothing on it. The places are in pixels of the
 * picture, which is Base64 of any kind that the browser knows; null where it is of none.
 */
export async function cutOut(
  photograph: string,
  places: readonly DrawnPart["box"][],
): Promise<(DrawnPicture | null)[] | null> {
  const bytes = Uint8Array.from(atob(photograph), (letter) => letter.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([bytes])).catch(() => null);
  if (!bitmap) return null;
  const pictures = places.map(({ x, y, width, height }) => {
    const copy = document.createElement("canvas");
    copy.width = Math.max(1, Math.min(width, bitmap.width - x));
    copy.height = Math.max(1, Math.min(height, bitmap.height - y));
    copy.getContext("2d")?.drawImage(bitmap, -x, -y);
    const hash = hashOf(copy);
    return hash === null ? null : { data: encoded(copy), hash };
  });
  bitmap.close();
  return pictures;
}

/** Of these there will be no picture: only one of the whole block has them. */
export function unmark(numbers: readonly number[]): void {
  const left = new Set(numbers);
  for (const element of drawnElements()) {
    if (left.has(numberOf(element))) markAs(element, { [DRAWING_MARK]: null, [UNPICTURED_MARK]: "" });
  }
}

/** Notes on the parts what their pictures look like, or that there is nothing to see. */
export function markSeen(numbers: readonly number[], hashes: readonly (string | null)[]): void {
  const elements = new Map(drawnElements().map((element) => [numberOf(element), element]));
  for (const [at, number] of numbers.entries()) {
    const element = elements.get(number);
    const hash = hashes[at] ?? null;
    if (!element) continue;
    if (hash === null) markAs(element, { [DRAWING_MARK]: null, [BLANK_MARK]: "" });
    else markAs(element, { [DRAWING_MARK]: numbered(number, { hash }) });
  }
}
