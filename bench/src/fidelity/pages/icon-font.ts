/** A TrueType font of our own with three icons and the digits as bars, written table by table (OpenType 1.9). */

type Point = readonly [x: number, y: number];
type Contour = readonly Point[];

const UNITS = 1024;
/** The private use area, as icon fonts have it. */
const FIRST_ICON = 0xe001;

const SQUARE: Contour = [
  [64, 0],
  [64, 896],
  [960, 896],
  [960, 0],
];
const HOUSE: Contour = [
  [128, 0],
  [128, 448],
  [512, 896],
  [896, 448],
  [896, 0],
  [608, 0],
  [608, 320],
  [416, 320],
  [416, 0],
];
const ARROW: Contour = [
  [64, 320],
  [64, 576],
  [544, 576],
  [544, 832],
  [960, 448],
  [544, 64],
  [544, 320],
];
const STAR: Contour = [
  [512, 896],
  [640, 576],
  [960, 560],
  [704, 352],
  [800, 32],
  [512, 208],
  [224, 32],
  [320, 352],
  [64, 560],
  [384, 576],
];

/** Glyph 0 stands for everything that the font does not have. */
const GLYPHS: readonly Contour[] = [SQUARE, HOUSE, ARROW, STAR];

let written: Buffer | null = null;

/** House, arrow and star at U+E001 to U+E003. */
export function iconFont(): Buffer {
  written ??= fontOf(GLYPHS);
  return written;
}

function fontOf(glyphs: readonly Contour[]): Buffer {
  const outlines = glyphs.map(glyphOf);
  const offsets = [0];
  for (const outline of outlines) offsets.push(offsets.at(-1)! + outline.length);
  const tables: Readonly<Record<string, Buffer>> = {
    "OS/2": os2(),
    cmap: cmap(glyphs.length - 1),
    glyf: Buffer.concat(outlines),
    head: head(),
    hhea: hhea(glyphs.length),
    hmtx: words(glyphs.flatMap(() => [UNITS, 0])),
    loca: longs(offsets),
    maxp: maxp(glyphs),
    name: nameTable("Tessera Bench Icons"),
    post: Buffer.concat([longs([0x00030000, 0]), words([-100, 50]), longs([0, 0, 0, 0, 0])]),
  };
  return assemble(tables);
}

function glyphOf(points: Contour): Buffer {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const box = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  const steps = (values: readonly number[]) => values.map((value, at) => value - (values[at - 1] ?? 0));
  const flags = Buffer.alloc(points.length, 1);
  const body = Buffer.concat([words([1, ...box, points.length - 1, 0]), flags, words(steps(xs)), words(steps(ys))]);
  return Buffer.concat([body, Buffer.alloc((4 - (body.length % 4)) % 4)]);
}

function head(): Buffer {
  return Buffer.concat([
    longs([0x00010000, 0x00010000, 0, 0x5f0f3cf5]),
    words([3, UNITS]),
    Buffer.alloc(16),
    words([0, 0, UNITS, UNITS, 0, 8, 2, 1, 0]),
  ]);
}

function hhea(glyphs: number): Buffer {
  return Buffer.concat([
    longs([0x00010000]),
    words([896, -128, 0, UNITS, 0, 0, UNITS, 1, 0, 0, 0, 0, 0, 0, 0, glyphs]),
  ]);
}

function maxp(glyphs: readonly Contour[]): Buffer {
  const points = Math.max(...glyphs.map(({ length }) => length));
  return Buffer.concat([longs([0x00010000]), words([glyphs.length, points, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0])]);
}

/** One segment for the icons (format 4), and the end that every such table has. */
function cmap(icons: number): Buffer {
  const last = FIRST_ICON + icons - 1;
  const segments = words([4, 32, 0, 4, 4, 1, 0, last, 0xffff, 0, FIRST_ICON, 0xffff, 1 - FIRST_ICON, 1, 0, 0]);
  return Buffer.concat([words([0, 1, 3, 1]), longs([12]), segments]);
}

function os2(): Buffer {
  return Buffer.concat([
    words([4, UNITS, 400, 5, 0, 650, 700, 0, 140, 650, 700, 0, 480, 50, 258, 0]),
    Buffer.alloc(10),
    longs([0, 0, 0, 0]),
    Buffer.from("TSRA"),
    words([0x40, FIRST_ICON, FIRST_ICON + 2, 896, -128, 0, 896, 128]),
    longs([1, 0]),
    words([500, 700, 0, 32, 0]),
  ]);
}

function nameTable(family: string): Buffer {
  const texts = [family, "Regular", family, family, "Version 1.0", family.replaceAll(" ", "")];
  const bytes = texts.map((text) => Buffer.from(text, "utf16le").swap16());
  let at = 0;
  const records = bytes.map((text, index) => {
    const record = words([3, 1, 0x409, index + 1, text.length, at]);
    at += text.length;
    return record;
  });
  return Buffer.concat([words([0, texts.length, 6 + 12 * texts.length]), ...records, ...bytes]);
}

function assemble(tables: Readonly<Record<string, Buffer>>): Buffer {
  const names = Object.keys(tables).sort();
  const exponent = Math.floor(Math.log2(names.length));
  const range = 2 ** exponent * 16;
  let offset = 12 + 16 * names.length;
  const [directory, bodies]: [Buffer[], Buffer[]] = [[], []];
  for (const name of names) {
    const table = tables[name]!;
    const padded = Buffer.concat([table, Buffer.alloc((4 - (table.length % 4)) % 4)]);
    directory.push(Buffer.from(name.padEnd(4)), longs([checksum(padded), offset, table.length]));
    bodies.push(padded);
    offset += padded.length;
  }
  const start = Buffer.concat([longs([0x00010000]), words([names.length, range, exponent, names.length * 16 - range])]);
  const font = Buffer.concat([start, ...directory, ...bodies]);
  const adjustment = (0xb1b0afba - checksum(font)) >>> 0;
  const headAt = names.indexOf("head");
  const at = 12 + 16 * names.length + bodies.slice(0, headAt).reduce((sum, { length }) => sum + length, 0) + 8;
  font.writeUInt32BE(adjustment, at);
  return font;
}

function checksum(table: Buffer): number {
  let sum = 0;
  for (let at = 0; at + 4 <= table.length; at += 4) sum = (sum + table.readUInt32BE(at)) >>> 0;
  return sum;
}

function words(values: readonly number[]): Buffer {
  const buffer = Buffer.alloc(values.length * 2);
  for (const [at, value] of values.entries()) buffer.writeUInt16BE(value & 0xffff, at * 2);
  return buffer;
}

function longs(values: readonly number[]): Buffer {
  const buffer = Buffer.alloc(values.length * 4);
  for (const [at, value] of values.entries()) buffer.writeUInt32BE(value >>> 0, at * 4);
  return buffer;
}
