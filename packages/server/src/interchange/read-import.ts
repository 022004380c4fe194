/** A file that somebody hands in becomes a plan, or one clear message. */
import { gunzipSync } from "node:zlib";
import { isChangedetection, readChangedetection } from "./formats/changedetection.ts";
import { isDistill, readDistill } from "./formats/distill.ts";
import { isOpml, readOpml } from "./formats/opml.ts";
import { isUrlList, readUrlList } from "./formats/url-list.ts";
import { isUrlwatch, readUrlwatch } from "./formats/urlwatch.ts";
import { type ImportPlan, ImportRefused } from "./import-plan.ts";
import { type CheckedArchive, readArchive } from "./read-archive.ts";
import { isZip, readZip } from "./zip.ts";

/** Larger files are refused before anything of them is read. */
export const MOST_IMPORT_BYTES = 64 * 1024 * 1024;
/** The operator, who has the directory in hand anyway, may bring more: as much as one JSON text can be. */
export const MOST_OPERATOR_BYTES = 384 * 1024 * 1024;

export interface ReadImportOptions {
  readonly now: number;
  /** Of the file, and again of what a gzipped one unpacks to. */
  readonly mostBytes?: number;
}

export type ReadImport =
  /** Our own archive, which holds the records themselves. */
  | { readonly kind: "archive"; readonly checked: CheckedArchive }
  /** Another program's list of what to follow. */
  | { readonly kind: "plan"; readonly plan: ImportPlan };

/** Reads a file of any format that is known; throws an ImportRefused for everything else. */
export async function readImport(file: Buffer, options: ReadImportOptions): Promise<ReadImport> {
  const { now, mostBytes = MOST_IMPORT_BYTES } = options;
  if (file.length > mostBytes) throw tooLarge(mostBytes);
  const bytes = isGzip(file) ? unzipped(file, mostBytes) : file;
  if (isZip(bytes)) return { kind: "plan", plan: await readZipped(bytes) };
  const text = decode(bytes);
  if (/^\s*[{[]/.test(text)) return readJson(text, now);
  if (isOpml(text)) return { kind: "plan", plan: readOpml(text) };
  if (isUrlList(text)) return { kind: "plan", plan: readUrlList(text) };
  if (isUrlwatch(text)) return { kind: "plan", plan: readUrlwatch(text) };
  throw new ImportRefused("unknown-format", `The file is none of those that can be read: ${KNOWN}.`);
}

const KNOWN =
  "a Tessera archive, a list of addresses, OPML, a changedetection.io backup, a Distill export, or a urlwatch job file";

function tooLarge(mostBytes: number): ImportRefused {
  const most = Math.floor(mostBytes / 1024 / 1024);
  return new ImportRefused("too-large", `The file has more than ${most} MB. Restore whole instances from a backup.`);
}

function isGzip(bytes: Buffer): boolean {
  return bytes.length > 2 && bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/** Stops where it grows beyond the limit, not when it is there. */
function unzipped(file: Buffer, mostBytes: number): Buffer {
  try {
    return gunzipSync(file, { maxOutputLength: mostBytes });
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? cause.code : null;
    if (code === "ERR_BUFFER_TOO_LARGE") throw tooLarge(mostBytes);
    throw new ImportRefused("damaged", "The gzipped file is cut off or damaged.", cause);
  }
}

async function readZipped(bytes: Buffer): Promise<ImportPlan> {
  const entries = await readZip(bytes);
  if (isChangedetection(entries)) return readChangedetection(entries);
  throw new ImportRefused("unknown-format", "The ZIP file is not a backup of changedetection.io.");
}

function readJson(text: string, now: number): ReadImport {
  const json = parseJson(text);
  if (isDistill(json)) return { kind: "plan", plan: readDistill(json) };
  return { kind: "archive", checked: readArchive(json, now) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
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
