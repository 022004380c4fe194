/**
 * The picture of a JPEG and nothing else: where and by what it was taken, what was written into it and what follows it is
 * left out. One pass over bytes whose number is bounded by the request; nothing is decoded.
 */

/** So many pixels a side; more of them make a browser that shows it slow. */
const MAX_SIDE = 8_192;

const [START, END, SCAN, COMMENT] = [0xd8, 0xd9, 0xda, 0xfe];
/** Says how colours are meant; without it some pictures have other ones. */
const ADOBE = 0xee;

/** Null where it is no JPEG, is cut off, or has more pixels than anyone can see. */
export function plainJpeg(bytes: Uint8Array): Buffer | null {
  if (bytes[0] !== 0xff || bytes[1] !== START) return null;
  const kept: Uint8Array[] = [bytes.subarray(0, 2)];
  let hasFrame = false;
  let hasScan = false;
  for (let at = 2; at + 1 < bytes.length; ) {
    const marker = bytes[at + 1]!;
    if (bytes[at] !== 0xff || marker === 0xff) return null;
    if (marker === END) return hasFrame && hasScan ? Buffer.concat([...kept, bytes.subarray(at, at + 2)]) : null;
    const length = ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0);
    const next = at + 2 + length;
    if (length < 2 || next > bytes.length) return null;
    if (isFrame(marker)) {
      if (!isSmall(bytes.subarray(at, next))) return null;
      hasFrame = true;
    }
    const end: number = marker === SCAN ? endOfScan(bytes, next) : next;
    hasScan ||= marker === SCAN;
    if (!isSaid(marker)) kept.push(bytes.subarray(at, end));
    at = end;
  }
  return null;
}

/** Application data and comments: words about the picture. */
function isSaid(marker: number): boolean {
  return marker === COMMENT || (marker >= 0xe0 && marker <= 0xef && marker !== ADOBE);
}

/** The segment that says how large the picture is; of this range three are about something else. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

function isSmall(segment: Uint8Array): boolean {
  const [height, width] = [5, 7].map((at) => ((segment[at] ?? 0) << 8) | (segment[at + 1] ?? 0)) as [number, number];
  return height > 0 && width > 0 && height <= MAX_SIDE && width <= MAX_SIDE;
}

/** Where the packed pixels end: at the first marker that is none of theirs. */
function endOfScan(bytes: Uint8Array, from: number): number {
  for (let at = from; at + 1 < bytes.length; at++) {
    if (bytes[at] !== 0xff) continue;
    const next = bytes[at + 1]!;
    const isOwn = next === 0 || next === 0xff || (next >= 0xd0 && next <= 0xd7);
    if (!isOwn) return at;
  }
  return bytes.length;
}
