/**
 * A tree as one block of bytes, to be stored or sent to a worker. Decoding makes no copy of the number arrays: they are
 * views of the bytes it got, which therefore must not change any more.
 */
import { faultOf } from "./check-tree.ts";
import type { DomTree } from "./dom-tree.ts";
import { stringsOf, tableOf } from "./string-table.ts";
import { TreeCodecError } from "./tree-codec-error.ts";
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
