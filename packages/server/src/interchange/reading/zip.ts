/** ZIP files from anywhere, read in memory within limits: nothing in them ever becomes a path of this machine. */
import { type Entry, fromBuffer, type ZipFile } from "yauzl";
import { ImportRefused } from "./import-plan.ts";

export interface ZipEntry {
  readonly path: string;
  /** The bytes, within what is left of the budget of the whole file. */
  readonly read: () => Promise<Buffer>;
}

export interface ZipLimits {
  readonly maxEntries: number;
  /** Of all that is read, after decompression. */
  readonly maxBytes: number;
}

const ZIP_LIMITS: ZipLimits = { maxEntries: 50_000, maxBytes: 32 * 1024 * 1024 };

/** Text shrinks to a hundredth at the utmost; what claims to grow further is a bomb. */
const MAX_RATIO = 200;

export function isZip(bytes: Buffer): boolean {
  return bytes.length >= 4 && bytes.readUInt32LE(0) === 0x04034b50;
}

/** The entries of a ZIP file that could be of use: no folders, no links, no paths that lead elsewhere. */
export async function readZip(bytes: Buffer, limits: ZipLimits = ZIP_LIMITS): Promise<readonly ZipEntry[]> {
  const file = await open(bytes);
  const entries = await listEntries(file, limits);
  let left = limits.maxBytes;
  const spend = (size: number): void => {
    left -= size;
    if (left < 0) throw new ImportRefused("too-large", "The ZIP file unpacks to more than this program reads.");
  };
  return entries.map((entry) => ({ path: entry.fileName, read: () => readEntry(file, entry, spend) }));
}

function open(bytes: Buffer): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    fromBuffer(bytes, { lazyEntries: true, validateEntrySizes: true, strictFileNames: true }, (error, file) => {
      if (file) resolve(file);
      else reject(damaged(error));
    });
  });
}

function listEntries(file: ZipFile, limits: ZipLimits): Promise<readonly Entry[]> {
  return new Promise((resolve, reject) => {
    const entries: Entry[] = [];
    if (file.entryCount > limits.maxEntries) {
      reject(new ImportRefused("too-large", `The ZIP file has more than ${limits.maxEntries} entries.`));
      return;
    }
    file.on("error", (error: unknown) => reject(damaged(error)));
    file.on("end", () => resolve(entries));
    file.on("entry", (entry: Entry) => {
      if (entry.isEncrypted()) {
        reject(new ImportRefused("invalid", "The ZIP file is encrypted."));
        return;
      }
      if (isOfUse(entry)) entries.push(entry);
      file.readEntry();
    });
    file.readEntry();
  });
}

const SYMBOLIC_LINK = 0o120000;
const FILE_TYPE = 0o170000;

function isOfUse(entry: Entry): boolean {
  const mode = entry.externalFileAttributes >>> 16;
  return !entry.fileName.endsWith("/") && (mode & FILE_TYPE) !== SYMBOLIC_LINK;
}

async function readEntry(file: ZipFile, entry: Entry, spend: (size: number) => void): Promise<Buffer> {
  if (entry.uncompressedSize > Math.max(1, entry.compressedSize) * MAX_RATIO && entry.uncompressedSize > 1024 * 1024) {
    throw new ImportRefused("too-large", `${entry.fileName} in the ZIP file grows out of all proportion: refused.`);
  }
  spend(entry.uncompressedSize);
  return new Promise((resolve, reject) => {
    file.openReadStream(entry, (error, stream) => {
      if (!stream) {
        reject(damaged(error));
        return;
      }
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("error", (cause: unknown) => reject(damaged(cause)));
      stream.on("end", () => resolve(Buffer.concat(chunks)));
    });
  });
}

function damaged(cause: unknown): ImportRefused {
  if (cause instanceof ImportRefused) return cause;
  const detail = cause instanceof Error ? `: ${cause.message}` : "";
  return new ImportRefused("damaged", `The ZIP file cannot be read${detail.slice(0, 200)}.`, cause);
}
