/** Contents on disk: each once under its hash, an index from name to content, the least used deleted above a size. */
import { createHash, randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";

export interface CachedContent {
  readonly type: string;
  readonly body: Buffer;
}

interface Entry {
  readonly type: string;
  readonly hash: string;
  readonly fetchedAtMs: number;
}

export interface ContentCacheOptions {
  readonly folder: string;
  readonly maxBytes: number;
  /** How long a content counts as what its name stands for. */
  readonly maxAgeMs: number;
}

/** Below the limit by this much after a sweep, so that not every write sweeps. */
const SWEPT_TO = 0.8;

export class ContentCache {
  readonly #options: ContentCacheOptions;
  /** Bytes of contents; null until the folder has been read. */
  #bytes: number | null = null;

  constructor(options: ContentCacheOptions) {
    this.#options = options;
  }

  async get(name: string, nowMs: number): Promise<CachedContent | null> {
    try {
      const entry = JSON.parse(await readFile(this.#indexPath(name), "utf8")) as Entry;
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

  async put(name: string, content: CachedContent, nowMs: number): Promise<void> {
    const hash = hashOf(content.body);
    await mkdir(join(this.#options.folder, "content"), { recursive: true });
    await mkdir(join(this.#options.folder, "index"), { recursive: true });
    await this.#write(this.#contentPath(hash), content.body);
    const entry: Entry = { type: content.type, hash, fetchedAtMs: nowMs };
    await this.#write(this.#indexPath(name), JSON.stringify(entry));
    this.#bytes = (this.#bytes ?? (await this.#measure())) + content.body.length;
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
    await this.#sweepIndex(files.reduce((latest, file) => Math.max(latest, file.usedAtMs), 0));
  }

  /** Names that are too old to be answered for; the time of the latest use stands for now. */
  async #sweepIndex(nowMs: number): Promise<void> {
    const folder = join(this.#options.folder, "index");
    for (const name of await readdir(folder).catch(() => [])) {
      const about = await stat(join(folder, name)).catch(() => null);
      if (about && nowMs - about.mtimeMs > this.#options.maxAgeMs) await rm(join(folder, name), { force: true });
    }
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

  #indexPath(name: string): string {
    return join(this.#options.folder, "index", hashOf(Buffer.from(name)));
  }

  #contentPath(hash: string): string {
    return join(this.#options.folder, "content", hash);
  }
}

function hashOf(body: Buffer): string {
  return createHash("sha256").update(body).digest("hex");
}
