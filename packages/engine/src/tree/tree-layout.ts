/** Where everything is in an encoded tree: the numbers of the header, and the arrays that they announce. */

/** "TSRA" in the byte order of this machine, so that another order is noticed. */
export const MAGIC = 0x41525354;

/** Raised with every change of the layout. */
export const VERSION = 1;

/** The numbers of the header in their order, 32 bits each. */
const HEADER = [
  "magic",
  "version",
  "checksum",
  "hasBoxes",
  "nodes",
  "attributes",
  "textUnits",
  "tagNames",
  "tagNameUnits",
  "attrNames",
  "attrNameUnits",
  "attrValues",
  "attrValueUnits",
  /** A bit for each list of strings with two bytes a code unit: text, tag names, attribute names, attribute values. */
  "wideLists",
] as const;

export type Header = Readonly<Record<(typeof HEADER)[number], number>>;

export const HEADER_BYTES: number = HEADER.length * Uint32Array.BYTES_PER_ELEMENT;

/** Everything from here on goes into the checksum, counted in numbers. */
const CHECKED_FROM: number = HEADER.indexOf("checksum") + 1;

/** Every array starts at a multiple of this, so that it can be viewed where it is. */
const ALIGNMENT = 8;

export interface Arrays {
  readonly shapeHash: Float64Array;
  readonly contentHash: Float64Array;
  readonly boxes: Int32Array;
  readonly parent: Int32Array;
  readonly end: Uint32Array;
  readonly depth: Uint32Array;
  readonly textStart: Uint32Array;
  readonly attrStart: Uint32Array;
  readonly attrValue: Uint32Array;
  readonly tag: Uint16Array;
  readonly attrName: Uint16Array;
  readonly textUnits: Uint8Array | Uint16Array;
  readonly tagNameLengths: Uint32Array;
  readonly tagNameUnits: Uint8Array | Uint16Array;
  readonly attrNameLengths: Uint32Array;
  readonly attrNameUnits: Uint8Array | Uint16Array;
  readonly attrValueLengths: Uint32Array;
  readonly attrValueUnits: Uint8Array | Uint16Array;
}

type ArrayType = {
  readonly BYTES_PER_ELEMENT: number;
  new (buffer: ArrayBufferLike, byteOffset: number, length: number): Arrays[keyof Arrays];
};

/** Type and length of every array; their order is the layout. */
function sectionsOf(header: Header): Record<keyof Arrays, readonly [type: ArrayType, length: number]> {
  const { nodes, attributes } = header;
  const units = (list: number): ArrayType => ((header.wideLists >> list) & 1 ? Uint16Array : Uint8Array);
  return {
    shapeHash: [Float64Array, nodes],
    contentHash: [Float64Array, nodes],
    boxes: [Int32Array, header.hasBoxes === 1 ? nodes * 4 : 0],
    parent: [Int32Array, nodes],
    end: [Uint32Array, nodes],
    depth: [Uint32Array, nodes],
    textStart: [Uint32Array, nodes + 1],
    attrStart: [Uint32Array, nodes + 1],
    attrValue: [Uint32Array, attributes],
    tag: [Uint16Array, nodes],
    attrName: [Uint16Array, attributes],
    textUnits: [units(0), header.textUnits],
    tagNameLengths: [Uint32Array, header.tagNames],
    tagNameUnits: [units(1), header.tagNameUnits],
    attrNameLengths: [Uint32Array, header.attrNames],
    attrNameUnits: [units(2), header.attrNameUnits],
    attrValueLengths: [Uint32Array, header.attrValues],
    attrValueUnits: [units(3), header.attrValueUnits],
  };
}

/** Bytes of a tree with this header. */
export function bytesNeeded(header: Header): number {
  let bytes = HEADER_BYTES;
  for (const [type, length] of Object.values(sectionsOf(header))) bytes += aligned(type.BYTES_PER_ELEMENT * length);
  return bytes;
}

/** The arrays of a tree with this header, as views of `buffer`. */
export function arraysIn(buffer: ArrayBufferLike, byteOffset: number, header: Header): Arrays {
  let at = byteOffset + HEADER_BYTES;
  const views = Object.entries(sectionsOf(header)).map(([name, [type, length]]) => {
    const view = new type(buffer, at, length);
    at += aligned(type.BYTES_PER_ELEMENT * length);
    return [name, view] as const;
  });
  return Object.fromEntries(views) as unknown as Arrays;
}

export function readHeader(numbers: Uint32Array): Header {
  return Object.fromEntries(HEADER.map((name, at) => [name, numbers[at]])) as Header;
}

export function writeHeader(numbers: Uint32Array, header: Header): void {
  for (const [at, name] of HEADER.entries()) numbers[at] = header[name];
}

/** A checksum against accidents, not against intent. */
export function checksumOf(numbers: Uint32Array): number {
  let sum = MAGIC;
  for (let at = CHECKED_FROM; at < numbers.length; at++) {
    sum = Math.imul(sum ^ numbers[at], 0x9e3779b1);
    sum ^= sum >>> 15;
  }
  return sum >>> 0;
}

function aligned(bytes: number): number {
  return Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
}
