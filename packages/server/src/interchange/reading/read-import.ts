/** A file that somebody hands in becomes a plan, or one clear message. */
import { gunzipSync } from "node:zlib";
import { MAX_ARCHIVE_BYTES, MAX_IMPORT_BYTES } from "@tessera/model";
import { type Bookmarks, isBookmarks, readBookmarks } from "./bookmarks.ts";
import { isChangedetection, readChangedetection } from "./changedetection.ts";
import { isDistill, readDistill } from "./distill.ts";
import { isGlance, readGlance } from "./glance.ts";
import { isHomarr, readHomarr } from "./homarr.ts";
import { type ImportPlan, ImportRefused, MAX_VALUES, PlanBuilder, parseJson } from "./import-plan.ts";
import { isOpml, readOpml } from "./opml.ts";
import { type CheckedArchive, readArchive } from "./read-archive.ts";
import { isUrlwatch, readUrlwatch } from "./urlwatch.ts";
import { isZip, readZip } from "./zip.ts";

const MIB = 1024 * 1024;

/** In bytes of the file (and of what a gzipped one unpacks to), and of the text of an archive. */
export interface ImportLimits {
  /** A backup in a ZIP file may hold much that is not read. */
  readonly file: number;
  readonly archive: number;
  /** In the JSON of an archive. */
  readonly values: number;
}

export const IMPORT_LIMITS: ImportLimits = { file: MAX_IMPORT_BYTES, archive: MAX_ARCHIVE_BYTES, values: MAX_VALUES };

/** The operator, who has the directory in hand anyway, may bring more: as much as one JSON text can be. */
export const OPERATOR_LIMITS: ImportLimits = { file: 384 * MIB, archive: 384 * MIB, values: Number.POSITIVE_INFINITY };

/** The lists of other programs, which name several thousand blocks within this. YAML is slow to read. */
const MAX_TEXT = {
  ...{ list: 2 * MIB, bookmarks: 16 * MIB, opml: 4 * MIB, urlwatch: MIB, glance: MIB },
  ...{ distill: 8 * MIB, homarr: 4 * MIB },
} as const;

export interface ReadImportOptions {
  readonly now: number;
  readonly limits?: ImportLimits;
}

export type ReadImport =
  /** Our own archive, which holds the records themselves. */
  | { readonly kind: "archive"; readonly checked: CheckedArchive }
  /** Another program's list of what to follow. */
  | { readonly kind: "plan"; readonly plan: ImportPlan }
  /** Links that a browser kept. */
  | ({ readonly kind: "bookmarks" } & Bookmarks);

/**
 * Reads a file of any format that is known; throws an ImportRefused for everything else. Takes long where the file wants
 * it to: belongs into a worker thread.
 */
export async function readImport(file: Buffer, options: ReadImportOptions): Promise<ReadImport> {
  const { now, limits = IMPORT_LIMITS } = options;
  if (file.length > limits.file) throw tooLarge(limits.file);
  const bytes = isGzip(file) ? unzipped(file, limits.file) : file;
  if (isZip(bytes)) return { kind: "plan", plan: await readZipped(bytes) };
  const text = decode(bytes);
  if (/^\s*[{[]/.test(text)) return readJson(within(text, limits.archive), { now, maxValues: limits.values });
  if (isBookmarks(text)) return { kind: "bookmarks", ...readBookmarks(within(text, MAX_TEXT.bookmarks)) };
  return { kind: "plan", plan: readText(text) };
}

function readText(text: string): ImportPlan {
  if (isOpml(text)) return readOpml(within(text, MAX_TEXT.opml));
  // before the jobs, which have keys of the same names
  if (isGlance(text)) return readGlance(within(text, MAX_TEXT.glance));
  if (isUrlwatch(text)) return readUrlwatch(within(text, MAX_TEXT.urlwatch));
  if (isUrlList(within(text, MAX_TEXT.list))) return readUrlList(text);
  throw new ImportRefused("unknown-format", `The file is none of those that can be read: ${KNOWN}.`);
}

const KNOWN =
  "a Tessera archive, a list of addresses, OPML, the bookmarks of a browser or of start.me (HTML), a changedetection.io backup, a Distill export, a urlwatch job file, a Homarr board (JSON), or a Glance configuration (YAML)";

function tooLarge(maxBytes: number): ImportRefused {
  const most = Math.floor(maxBytes / MIB);
  return new ImportRefused("too-large", `The file has more than ${most} MB. Restore whole instances from a backup.`);
}

/** The text, where it is not longer than texts of its format may be. */
function within(text: string, max: number): string {
  if (text.length <= max) return text;
  throw new ImportRefused("too-large", `A file of this format may have ${Math.floor(max / MIB)} MB. Split it.`);
}

function isGzip(bytes: Buffer): boolean {
  return bytes.length > 2 && bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/** Stops where it grows beyond the limit, not when it is there. */
function unzipped(file: Buffer, maxBytes: number): Buffer {
  try {
    return gunzipSync(file, { maxOutputLength: maxBytes });
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? cause.code : null;
    if (code === "ERR_BUFFER_TOO_LARGE") throw tooLarge(maxBytes);
    throw new ImportRefused("damaged", "The gzipped file is cut off or damaged.", cause);
  }
}

async function readZipped(bytes: Buffer): Promise<ImportPlan> {
  const entries = await readZip(bytes);
  if (isChangedetection(entries)) return readChangedetection(entries);
  throw new ImportRefused("unknown-format", "The ZIP file is not a backup of changedetection.io.");
}

function readJson(text: string, { now, maxValues }: { readonly now: number; readonly maxValues: number }): ReadImport {
  const json = jsonOf(text, maxValues);
  if (isDistill(json)) {
    within(text, MAX_TEXT.distill);
    return { kind: "plan", plan: readDistill(json) };
  }
  if (isHomarr(json)) {
    within(text, MAX_TEXT.homarr);
    return { kind: "plan", plan: readHomarr(json) };
  }
  return { kind: "archive", checked: readArchive(json, now) };
}

function jsonOf(text: string, maxValues: number): unknown {
  try {
    return parseJson(text, maxValues);
  } catch (cause) {
    if (cause instanceof ImportRefused) throw cause;
    throw new ImportRefused("damaged", "The file starts like JSON, but is cut off or damaged.", cause);
  }
}

/** UTF-8 or, with its mark, UTF-16; anything else is no text. */
function decode(bytes: Buffer): string {
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? "utf-16le" : "utf-8";
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new ImportRefused("unknown-format", `The file is not text. It should be ${KNOWN}.`, cause);
  }
}

/** True where every line that says something starts with a web address. */
function isUrlList(text: string): boolean {
  const lines = linesOf(text);
  return lines.length > 0 && lines.every((line) => /^(?:https?:\/\/|feed:)/i.test(line));
}

function readUrlList(text: string): ImportPlan {
  const plan = new PlanBuilder("url-list");
  const seen = new Set<string>();
  for (const line of linesOf(text)) {
    const [url = "", ...rest] = line.split(/\s+/);
    if (seen.has(url)) plan.note(url, "twice");
    else plan.add({ name: url, url, sheets: rest.join(" ").split(",") });
    seen.add(url);
  }
  return plan.finish();
}

function linesOf(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"));
}
