/** Assets on disk: each content once under its hash, an index from address to content, the oldest deleted above a size. */
import { createHash, randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { AssetTarget } from "./asset-links.ts";

export interface CachedAsset {
  readonly type: string;
  readonly body: Buffer;
}

interface Entry {
  readonly type: string;
  readonly hash: string;
  readonly fetchedAtMs: number;
}

export interface AssetCacheOptions {
  readonly folder: string;
  readonly maxBytes: number;
  /** How long a content counts as what is at its address. */
  readonly maxAgeMs: number;
}

/** Below the limit by this much after a sweep, so that not every write sweeps. */
const SWEPT_TO = 0.8;

export class AssetCache {
  readonly #options: AssetCacheOptions;
  /** Bytes of contents; null until the folder has been read. */
  #bytes: number | null = null;

  constructor(options: AssetCacheOptions) {
    this.#options = options;
  }

  async get(target: AssetTarget, nowMs: number): Promise<CachedAsset | null> {
    try {
      const entry = JSON.parse(await readFile(this.#indexPath(target), "utf8")) as Entry;
      if (nowMs - entry.fetchedAtMs > this.#options.maxAgeMs) return null;
      const path = this.#contentPath(entry.hash);
      const body = await readFile(path);
      if (hashOf(body) !== entry.hash) return null;
      // The time of last use is what a sweep goes by.
      await utimes(path, nowMs / 1000, nowMs / 1000);
      return { type: entry.type, body };
    } catch {
      // Absent, half written by a process that died, or swept in between: fetched again.
      return null;
    }
  }

  async put(target: AssetTarget, asset: CachedAsset, nowMs: number): Promise<void> {
    const hash = hashOf(asset.body);
    await mkdir(join(this.#options.folder, "content"), { recursive: true });
    await mkdir(join(this.#options.folder, "index"), { recursive: true });
    await this.#write(this.#contentPath(hash), asset.body);
    const entry: Entry = { type: asset.type, hash, fetchedAtMs: nowMs };
    await this.#write(this.#indexPath(target), JSON.stringify(entry));
    this.#bytes = (this.#bytes ?? (await this.#measure())) + asset.body.length;
    if (this.#bytes > this.#options.maxBytes) await this.#sweep();
  }

  /** Under another name first: nobody reads half a file. */
  async #write(path: string, body: Buffer | string): Promise<void> {
    const draft = `${path}.${randomUUID()}`;
    await writeFile(draft, body);
    await rename(draft, path);
  }

  async #sweep(): Promise<void> {
    const files = (await this.#files()).sort((one, other) => one.usedAtMs - other.usedAtMs);
    let bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    for (const file of files) {
      if (bytes <= this.#options.maxBytes * SWEPT_TO) break;
      await rm(file.path, { force: true });
      bytes -= file.bytes;
    }
    this.#bytes = bytes;
  }

  async #measure(): Promise<number> {
    return (await this.#files()).reduce((sum, file) => sum + file.bytes, 0);
  }

  async #files(): Promise<{ path: string; bytes: number; usedAtMs: number }[]> {
    const folder = join(this.#options.folder, "content");
    const names = await readdir(folder).catch(() => []);
    const files = await Promise.all(
      names.map(async (name) => {
        const path = join(folder, name);
        const about = await stat(path).catch(() => null);
        return about ? [{ path, bytes: about.size, usedAtMs: about.mtimeMs }] : [];
      }),
    );
    return files.flat();
  }

  #indexPath({ url, kind }: AssetTarget): string {
    return join(this.#options.folder, "index", hashOf(Buffer.from(`${kind} ${url.href}`)));
  }

  #contentPath(hash: string): string {
    return join(this.#options.folder, "content", hash);
  }
}

function hashOf(body: Buffer): string {
  return createHash("sha256").update(body).digest("hex");
}
