/** Two pictures of one block, on its page and in its tile: how alike they are, and whether anything is to be seen. */
import pixelmatch from "pixelmatch";
import { PNG } from "pngjs";
import { ssim } from "ssim.js";

export interface Picture {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue and alpha of each pixel, row by row. */
  readonly data: Uint8Array;
}

export interface Likeness {
  /** Structural similarity (Wang et al. 2004, as `ssim.js` computes it); 1 is the same. */
  readonly ssim: number;
  /** Share of pixels that a person would call another colour (`pixelmatch`, smoothed edges left out). */
  readonly changed: number;
  /** Share of pixels that are not of the commonest colour. */
  readonly inkOnPage: number;
  readonly inkInTile: number;
  /** There is something to see on the page, and nothing in the tile: one colour, or boxes with nothing in them. */
  readonly isBlank: boolean;
  /** Where they differ, in red on a pale copy of the page. */
  readonly difference: Picture;
}

/** Fewer pixels than this that stand out are specks; a digit in a wide box has more. */
const MIN_INK = 0.0005;
const NO_DETAIL = 0.0001;
/** In pixels: a longer straight edge is that of a box, shorter ones are those of letters and pictures. */
const BOX_EDGE = 40;
/** In any channel, of 255: less cannot be read. */
const MIN_CONTRAST = 24;
/** A block that stands between two pixels of its page stands on one in its tile. */
const MAX_SHIFT = 1;
const ALIKE_ENOUGH = 0.995;
/** Smaller ones have no window of their own for the structure to be seen in. */
const MIN_SIDE = 16;

export function readPicture(png: Uint8Array): Picture {
  return PNG.sync.read(Buffer.from(png));
}

export function writePicture({ width, height, data }: Picture): Buffer {
  const png = new PNG({ width, height });
  png.data = Buffer.from(data);
  return PNG.sync.write(png);
}

/** The tile is laid on the page's picture from the top left corner; what it does not cover differs. */
export function compare(page: Picture, tile: Picture): Likeness {
  const [width, height] = [Math.max(MIN_SIDE, page.width), Math.max(MIN_SIDE, page.height)];
  const one = placed(page, { width, height });
  const placements = shifts().map(
    ([left, top]) =>
      () =>
        placed(tile, { width, height, left, top }),
  );
  let best = { picture: placements[0]!(), ssim: -1 };
  for (const place of placements) {
    const picture = place();
    const likeness = similarity(one, picture);
    if (likeness > best.ssim) best = { picture, ssim: likeness };
    if (best.ssim >= ALIKE_ENOUGH) break;
  }
  const difference = { width, height, data: new Uint8Array(width * height * 4) };
  const changed = pixelmatch(one.data, best.picture.data, difference.data, width, height) / (width * height);
  const [inkOnPage, inkInTile] = [inkOf(page), inkOf(tile)];
  const isOneColour = inkInTile < MIN_INK && inkOnPage >= MIN_INK;
  const isBlank = isOneColour || (detailOf(page) >= MIN_INK && detailOf(tile) < NO_DETAIL);
  return { ssim: best.ssim, changed, inkOnPage, inkInTile, isBlank, difference };
}

/** The picture at a smaller scale, each pixel the mean of those that it stands for. */
export function shrunk({ width, height, data }: Picture, scale: number): Picture {
  const size = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
  const small = new Uint8Array(size.width * size.height * 4);
  for (let y = 0; y < size.height; y++) {
    const rows = covered(y, height / size.height, height);
    for (let x = 0; x < size.width; x++) {
      const sums = [0, 0, 0, 0];
      for (const [row, high] of rows) {
        for (const [column, wide] of covered(x, width / size.width, width)) {
          for (let channel = 0; channel < 4; channel++) {
            sums[channel]! += data[(row * width + column) * 4 + channel]! * high * wide;
          }
        }
      }
      const area = (height / size.height) * (width / size.width);
      small.set(
        sums.map((sum) => Math.round(sum / area)),
        (y * size.width + x) * 4,
      );
    }
  }
  return { ...size, data: small };
}

/** Which pixels of a row or column one of a smaller picture stands for, and how much of each. */
function covered(at: number, step: number, length: number): readonly (readonly [pixel: number, share: number])[] {
  const [from, to] = [at * step, (at + 1) * step];
  const pixels: [number, number][] = [];
  for (let pixel = Math.floor(from); pixel < Math.min(to, length); pixel++) {
    const share = Math.min(to, pixel + 1) - Math.max(from, pixel);
    if (share > 0) pixels.push([pixel, share]);
  }
  return pixels;
}

/** Share of the pixels that stand out from the colour of most. */
export function inkOf({ data }: Picture): number {
  const counts = new Map<number, number>();
  for (let at = 0; at < data.length; at += 4) {
    const colour = (data[at]! << 16) | (data[at + 1]! << 8) | data[at + 2]!;
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  let [ground, most] = [0, 0];
  for (const [colour, count] of counts) if (count > most) [ground, most] = [colour, count];
  let standing = 0;
  for (const [colour, count] of counts) if (contrast(colour, ground) >= MIN_CONTRAST) standing += count;
  return standing / Math.max(1, data.length / 4);
}

/** Share of the pixels in which letters or pictures begin or end; an empty box has none, however dark it is. */
function detailOf({ width, height, data }: Picture): number {
  const colourAt = (at: number) => (data[at]! << 16) | (data[at + 1]! << 8) | data[at + 2]!;
  let details = 0;
  for (let x = 1; x < width; x++) {
    let run = 0;
    for (let y = 0; y <= height; y++) {
      const at = (y * width + x) * 4;
      const isEdge = y < height && contrast(colourAt(at), colourAt(at - 4)) >= MIN_CONTRAST;
      if (isEdge) run++;
      else {
        if (run < BOX_EDGE) details += run;
        run = 0;
      }
    }
  }
  return details / Math.max(1, width * height);
}

function contrast(one: number, other: number): number {
  const of = (shift: number) => Math.abs(((one >> shift) & 255) - ((other >> shift) & 255));
  return Math.max(of(16), of(8), of(0));
}

function similarity(one: Picture, other: Picture): number {
  const asImage = ({ width, height, data }: Picture) => ({ width, height, data: new Uint8ClampedArray(data) });
  return ssim(asImage(one), asImage(other)).mssim;
}

/** None first: it is nearly always the best. */
function shifts(): readonly (readonly [left: number, top: number])[] {
  const steps = Array.from({ length: 2 * MAX_SHIFT + 1 }, (_, at) => at - MAX_SHIFT);
  const all = steps.flatMap((top) => steps.map((left) => [left, top] as const));
  return all.sort(([a, b], [c, d]) => Math.abs(a) + Math.abs(b) - Math.abs(c) - Math.abs(d));
}

interface Canvas {
  readonly width: number;
  readonly height: number;
  readonly left?: number;
  readonly top?: number;
}

/** On white; what a shift uncovers is the nearest row or column again, and what is missing of the picture stays white. */
function placed(picture: Picture, { width, height, left = 0, top = 0 }: Canvas): Picture {
  const data = new Uint8Array(width * height * 4).fill(255);
  for (let y = 0; y < height; y++) {
    const fromY = inside(y - top, picture.height);
    if (fromY === null) continue;
    for (let x = 0; x < width; x++) {
      const fromX = inside(x - left, picture.width);
      if (fromX === null) continue;
      const from = (fromY * picture.width + fromX) * 4;
      data.set(picture.data.subarray(from, from + 4), (y * width + x) * 4);
    }
  }
  return { width, height, data };
}

function inside(at: number, length: number): number | null {
  if (at < -MAX_SHIFT || at >= length + MAX_SHIFT) return null;
  return Math.min(Math.max(at, 0), length - 1);
}
