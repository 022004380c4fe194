/** Layout boxes of a labelled page on disk, beside the data: rendered once by `bench boxes`, read by every bench. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { type DomTree, tagOf } from "@tessera/engine";

/** Folder beside `cases.jsonl` that holds one file a page. */
const BOX_FOLDER = ".boxes";
/** Format of the file; raised when it changes, and older files are rendered again. */
const MAGIC = 0x5442_5832;
/** Magic, number of nodes, digest of the tree. */
const HEADER_BYTES = 16;
const DIGEST_BYTES = 8;
const FIELDS = 4;

export function boxFilePath(folder: string, file: string): string {
  return join(folder, BOX_FOLDER, `${file}.boxes`);
}

/** Names the Chromiums that rendered the pages beside it, one a line. */
const CHROMIUM_FILE = "chromium.txt";

/** To be called before a page is rendered: boxes that are there without a name beside them are of an unknown Chromium. */
export function noteChromium(folder: string, version: string): void {
  const known = chromiumsOf(folder);
  if (known.includes(version)) return;
  mkdirSync(join(folder, BOX_FOLDER), { recursive: true });
  writeFileSync(join(folder, BOX_FOLDER, CHROMIUM_FILE), `${[...known, version].join("\n")}\n`);
}

/** The Chromiums that rendered the pages of a set, in the order of their first page; none where none is rendered. */
export function chromiumsOf(folder: string): string[] {
  const path = join(folder, BOX_FOLDER, CHROMIUM_FILE);
  if (existsSync(path)) return readFileSync(path, "utf8").trim().split("\n");
  return hasBoxFolder(folder) ? ["unrecorded"] : [];
}

export function hasBoxFolder(folder: string): boolean {
  return existsSync(join(folder, BOX_FOLDER));
}

/** `boxes` is null for a page that Chromium could not render or whose tree is another one: known, and not tried again. */
export function writeBoxes(path: string, tree: DomTree, boxes: Int32Array | null): void {
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt32LE(MAGIC, 0);
  header.writeUInt32LE(boxes ? tree.size : 0, 4);
  digestOf(tree).copy(header, HEADER_BYTES - DIGEST_BYTES);
  const body = boxes ? deflateRawSync(Buffer.from(columnsOf(boxes).buffer)) : Buffer.alloc(0);
  mkdirSync(dirname(path), { recursive: true });
  // a run that is stopped must not leave half a file behind
  writeFileSync(`${path}.part`, Buffer.concat([header, body]));
  renameSync(`${path}.part`, path);
}

/** `unknown`: not rendered yet, or for another tree than this one. Null: rendered, but without usable boxes. */
export function readBoxes(path: string, tree: DomTree): Int32Array | null | "unknown" {
  if (!existsSync(path)) return "unknown";
  const content = readFileSync(path);
  if (content.length < HEADER_BYTES || content.readUInt32LE(0) !== MAGIC) return "unknown";
  if (!content.subarray(HEADER_BYTES - DIGEST_BYTES, HEADER_BYTES).equals(digestOf(tree))) return "unknown";
  const size = content.readUInt32LE(4);
  if (size === 0) return null;
  const body = inflated(content.subarray(HEADER_BYTES));
  if (size !== tree.size || body?.length !== size * FIELDS * Int32Array.BYTES_PER_ELEMENT) return "unknown";
  return rowsOf(new Int32Array(body.buffer, body.byteOffset, size * FIELDS));
}

/** Depth and tag of every node: what boxes belong to, however the engine numbers and hashes it. */
function digestOf(tree: DomTree): Buffer {
  const nodes = Array.from({ length: tree.size }, (_, node) => `${tree.depth[node]}${tagOf(tree, node)}`);
  return createHash("sha256").update(nodes.join()).digest().subarray(0, DIGEST_BYTES);
}

/** Null where the file was cut or spoilt: as good as none. */
function inflated(body: Buffer): Buffer | null {
  try {
    return inflateRawSync(body);
  } catch {
    return null;
  }
}

/** All lefts, then all tops and so on: neighbours in document order are alike, and the file gets half as large. */
function columnsOf(boxes: Int32Array): Int32Array {
  const size = boxes.length / FIELDS;
  return boxes.map((_, at) => boxes[(at % size) * FIELDS + Math.floor(at / size)]!);
}

function rowsOf(columns: Int32Array): Int32Array {
  const size = columns.length / FIELDS;
  return columns.map((_, at) => columns[(at % FIELDS) * size + Math.floor(at / FIELDS)]!);
}
