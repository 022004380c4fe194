/** The built web app, read into memory once: no string of a request ever becomes a path. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join, relative, sep } from "node:path";
import { gzipSync } from "node:zlib";

export interface WebFile {
  readonly bytes: Buffer;
  /** Compressed once, at the start; null where that spares nothing. */
  readonly gzip: Buffer | null;
  readonly contentType: string;
  readonly etag: string;
  /** Its name changes with its content. */
  readonly isImmutable: boolean;
}

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".webmanifest": "application/manifest+json; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".txt": "text/plain; charset=utf-8",
};

/** The files by the path of their URL; empty where there is no such directory. */
export function readWebFiles(directory: string): ReadonlyMap<string, WebFile> {
  const files = new Map<string, WebFile>();
  if (!existsSync(directory)) return files;
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    const contentType = CONTENT_TYPES[extname(entry.name)];
    if (!entry.isFile() || !contentType) continue;
    const file = join(entry.parentPath, entry.name);
    const bytes = readFileSync(file);
    const etag = createHash("sha256").update(bytes).digest("hex").slice(0, 32);
    const path = `/${relative(directory, file).split(sep).join("/")}`;
    const packed = gzipSync(bytes, { level: 9 });
    const gzip = packed.length < bytes.length ? packed : null;
    files.set(path, { bytes, gzip, contentType, etag, isImmutable: path.startsWith("/assets/") });
  }
  return files;
}
