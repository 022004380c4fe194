/**
 * A tree as one block of bytes, to be stored or sent to a worker. Decoding makes no copy of the number arrays: they are
 * views of the bytes it got, which therefore must not change any more.
 */
import { type DomTree, TEXT_TAG, TEXT_TAG_NAME } from "./dom-tree.ts";
import {
  type Arrays,
  arraysIn,
  bytesNeeded,
  checksumOf,
  HEADER_BYTES,
  type Header,
  MAGIC,
  readHeader,
  VERSION,
  writeHeader,
} from "./tree-layout.ts";

/** The bytes of a tree: the same tree gives the same bytes. */
export function encodeTree(tree: DomTree): Uint8Array {
  const text = tableOf([tree.text]);
  const tagNames = tableOf(tree.tagNames);
  const attrNames = tableOf(tree.attrNames);
  const attrValues = tableOf(tree.attrValues);
  const header: Header = {
    magic: MAGIC,
    version: VERSION,
    checksum: 0,
    hasBoxes: tree.boxes ? 1 : 0,
    nodes: tree.size,
    attributes: tree.attrName.length,
    textUnits: text.units.length,
    tagNames: tree.tagNames.length,
    tagNameUnits: tagNames.units.length,
    attrNames: tree.attrNames.length,
    attrNameUnits: attrNames.units.length,
    attrValues: tree.attrValues.length,
    attrValueUnits: attrValues.units.length,
    wideLists: [text, tagNames, attrNames, attrValues].reduce(
      (bits, { units }, list) => bits | (units instanceof Uint16Array ? 1 << list : 0),
      0,
    ),
  };
  const contents: Arrays = {
    ...tree,
    boxes: tree.boxes ?? new Int32Array(0),
    textUnits: text.units,
    tagNameLengths: tagNames.lengths,
    tagNameUnits: tagNames.units,
    attrNameLengths: attrNames.lengths,
    attrNameUnits: attrNames.units,
    attrValueLengths: attrValues.lengths,
    attrValueUnits: attrValues.units,
  };
  return fill(header, contents);
}

/**
 * The tree in bytes that `encodeTree` made.
 *
 * @throws TreeCodecError where the bytes are something else.
 */
export function decodeTree(bytes: Uint8Array): DomTree {
  const aligned = bytes.byteOffset % Float64Array.BYTES_PER_ELEMENT === 0 ? bytes : bytes.slice();
  const header = checkedHeader(aligned);
  const arrays = arraysIn(aligned.buffer, aligned.byteOffset, header);
  const [text] = strings(Uint32Array.of(header.textUnits), arrays.textUnits);
  const tree: DomTree = {
    size: header.nodes,
    parent: arrays.parent,
    end: arrays.end,
    depth: arrays.depth,
    tag: arrays.tag,
    tagNames: strings(arrays.tagNameLengths, arrays.tagNameUnits),
    text,
    textStart: arrays.textStart,
    attrStart: arrays.attrStart,
    attrName: arrays.attrName,
    attrNames: strings(arrays.attrNameLengths, arrays.attrNameUnits),
    attrValue: arrays.attrValue,
    attrValues: strings(arrays.attrValueLengths, arrays.attrValueUnits),
    shapeHash: arrays.shapeHash,
    contentHash: arrays.contentHash,
    boxes: header.hasBoxes === 1 ? arrays.boxes : null,
  };
  const fault = faultOf(tree);
  if (fault !== null) throw new TreeCodecError("corrupt", fault);
  return tree;
}

function fill(header: Header, contents: Arrays): Uint8Array {
  const bytes = new Uint8Array(bytesNeeded(header));
  const views = arraysIn(bytes.buffer, 0, header);
  for (const name of Object.keys(views) as (keyof Arrays)[]) views[name].set(contents[name]);
  const numbers = new Uint32Array(bytes.buffer);
  writeHeader(numbers, header);
  writeHeader(numbers, { ...header, checksum: checksumOf(numbers) });
  return bytes;
}

function checkedHeader(bytes: Uint8Array): Header {
  if (bytes.length < HEADER_BYTES)
    throw new TreeCodecError("truncated", `${bytes.length} bytes are less than a header`);
  const header = readHeader(
    new Uint32Array(bytes.buffer, bytes.byteOffset, HEADER_BYTES / Uint32Array.BYTES_PER_ELEMENT),
  );
  if (header.magic !== MAGIC) throw new TreeCodecError("foreign", "the first bytes are others");
  if (header.version > VERSION) throw new TreeCodecError("newer", `version ${header.version}, known up to ${VERSION}`);
  if (header.version < 1 || header.hasBoxes > 1) throw new TreeCodecError("corrupt", "the header makes no sense");
  const needed = bytesNeeded(header);
  if (bytes.length < needed) throw new TreeCodecError("truncated", `${bytes.length} of ${needed} bytes`);
  if (bytes.length > needed) throw new TreeCodecError("corrupt", `${bytes.length - needed} bytes too many`);
  const numbers = new Uint32Array(bytes.buffer, bytes.byteOffset, needed / Uint32Array.BYTES_PER_ELEMENT);
  if (checksumOf(numbers) !== header.checksum) throw new TreeCodecError("corrupt", "the checksum differs");
  return header;
}

function strings(lengths: Uint32Array, units: Uint8Array | Uint16Array): string[] {
  const list = stringsOf({ lengths, units });
  if (list === null) throw new TreeCodecError("corrupt", "strings do not add up");
  return list;
}

// Strings as numbers: one byte a code unit where all of them fit, else two, so that lone surrogates survive.

/** A list of strings as two arrays. */
interface StringTable {
  readonly lengths: Uint32Array;
  /** The code units of all strings, one after the other. */
  readonly units: Uint8Array | Uint16Array;
}

const LARGEST_NARROW_UNIT = 0xff;

/** Arguments that a call may have is a matter of stack size; this many are safe everywhere. */
const UNITS_PER_CALL = 4_096;

function tableOf(strings: readonly string[]): StringTable {
  const lengths = Uint32Array.from(strings, (string) => string.length);
  const total = lengths.reduce((sum, length) => sum + length, 0);
  const units = strings.every(isNarrow) ? new Uint8Array(total) : new Uint16Array(total);
  let at = 0;
  for (const string of strings) {
    for (let unit = 0; unit < string.length; unit++) units[at++] = string.charCodeAt(unit);
  }
  return { lengths, units };
}

/** The strings of a table, or null where its lengths do not add up. */
function stringsOf({ lengths, units }: StringTable): string[] | null {
  const pieces: string[] = [];
  for (let at = 0; at < units.length; at += UNITS_PER_CALL) {
    pieces.push(String.fromCharCode(...units.subarray(at, at + UNITS_PER_CALL)));
  }
  const all = pieces.join("");
  const strings: string[] = [];
  let at = 0;
  for (const length of lengths) {
    strings.push(all.slice(at, at + length));
    at += length;
  }
  return at === all.length ? strings : null;
}

function isNarrow(string: string): boolean {
  for (let at = 0; at < string.length; at++) if (string.charCodeAt(at) > LARGEST_NARROW_UNIT) return false;
  return true;
}

/** Bytes that are not a tree. Reading them again does not help; parsing the page again does. */
export class TreeCodecError extends Error {
  override readonly name = "TreeCodecError";
  /**
   * `foreign`: not made by `encodeTree`, or on a machine of another byte order; `newer`: made by a later version of it;
   * `truncated`: the end is missing; `corrupt`: something else is wrong.
   */
  readonly code: "foreign" | "newer" | "truncated" | "corrupt";
  readonly retry = "never";

  constructor(code: TreeCodecError["code"], detail: string) {
    super(`not a tree (${code}): ${detail}`);
    this.code = code;
  }
}

// What is always true of a tree: the promises that let algorithms index its arrays without looking.

/**
 * The first promise that the arrays break, in words, or null for a sound tree. Linear.
 *
 * @internal
 */
export function faultOf(tree: DomTree): string | null {
  return (
    faultOfLengths(tree) ??
    faultOfStructure(tree) ??
    faultOfStarts("textStart", tree.textStart, tree.text.length) ??
    faultOfStarts("attrStart", tree.attrStart, tree.attrName.length) ??
    faultOfTexts(tree) ??
    faultOfIndices(tree)
  );
}

function faultOfLengths(tree: DomTree): string | null {
  const { size } = tree;
  for (const name of ["parent", "end", "depth", "tag", "shapeHash", "contentHash"] as const) {
    if (tree[name].length !== size) return `${name} has ${tree[name].length} entries for ${size} nodes`;
  }
  for (const name of ["textStart", "attrStart"] as const) {
    if (tree[name].length !== size + 1) return `${name} has ${tree[name].length} entries for ${size} nodes`;
  }
  if (tree.attrValue.length !== tree.attrName.length) return "attributes have unequal numbers of names and values";
  if (tree.boxes && tree.boxes.length !== size * 4) return `boxes has ${tree.boxes.length} entries for ${size} nodes`;
  return tree.tagNames[TEXT_TAG] === TEXT_TAG_NAME ? null : "the first tag name is not that of text runs";
}

/** Ranges nest: every node lies in the range of its parent, and the ranges of siblings follow each other. */
function faultOfStructure({ size, parent, end, depth, tag }: DomTree): string | null {
  if (size > 0 && (parent[0] !== -1 || end[0] !== size || depth[0] !== 0)) return "node 0 is not the root of all";
  for (let node = 1; node < size; node++) {
    const above = parent[node];
    // the parent of a node is the one before it, or an ancestor of that one whose range is not yet over
    let open = node - 1;
    while (open >= 0 && end[open] <= node) open = parent[open];
    if (above !== open || above < 0) return `node ${node} is not below the node that is open there`;
    if (tag[above] === TEXT_TAG) return `node ${node} is below a text run`;
    if (end[node] <= node || end[node] > end[above]) return `the range of node ${node} does not nest`;
    if (depth[node] !== depth[above] + 1) return `node ${node} has the wrong depth`;
  }
  return null;
}

function faultOfStarts(name: string, starts: Uint32Array, stop: number): string | null {
  if (starts[0] !== 0 || starts[starts.length - 1] !== stop) return `${name} does not cover its entries`;
  for (let at = 1; at < starts.length; at++) if (starts[at] < starts[at - 1]) return `${name} goes back at ${at}`;
  return null;
}

/** A text run has text that ends with a line feed, and no attributes; an element has no text of its own. */
function faultOfTexts({ size, tag, text, textStart, attrStart }: DomTree): string | null {
  for (let node = 0; node < size; node++) {
    const stop = textStart[node + 1];
    if (tag[node] !== TEXT_TAG) {
      if (stop !== textStart[node]) return `element ${node} has text of its own`;
    } else if (stop === textStart[node] || text[stop - 1] !== "\n" || attrStart[node] !== attrStart[node + 1]) {
      return `node ${node} is no text run`;
    }
  }
  return null;
}

function faultOfIndices(tree: DomTree): string | null {
  if (tree.tag.some((tag) => tag >= tree.tagNames.length)) return "a tag has no name";
  if (tree.attrName.some((name) => name >= tree.attrNames.length)) return "an attribute has no name";
  return tree.attrValue.some((value) => value >= tree.attrValues.length) ? "an attribute has no value" : null;
}
