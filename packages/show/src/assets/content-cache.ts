/** Contents on disk: each once under its hash, an index from name to content, the least used deleted above a size. */
import { createHash, randomUUID } from "node:crypto";
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";

export interface CachedContent {
  readonly type: string;
  readonly body: Buffer;
}

/** A content whose file is open, so that it is there even where a sweep deletes it. To be read once, in one of two ways. */
export interface OpenContent {
  readonly type: string;
  readonly sizeBytes: number;
  read(): Promise<Buffer>;
  /** Piece by piece, as fast as they are taken. */
  stream(): Readable;
}

/** A content that comes piece by piece: nothing of it is held. */
export interface ContentToKeep {
  readonly type: string;
  readonly pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
}

interface Entry {
  readonly type: string;
  readonly hash: string;
  readonly sizeBytes: number;
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

  /** The whole content, where it is what was kept byte for byte. */
  async get(name: string, nowMs: number): Promise<CachedContent | null> {
    const entry = await this.#entry(name, nowMs);
    const body = entry && (await (await this.#openEntry(entry, nowMs))?.read());
    return body && hashOf(body) === entry.hash ? { type: entry.type, body } : null;
  }

  /** For contents that are too large to be held. */
  async open(name: string, nowMs: number): Promise<OpenContent | null> {
    const entry = await this.#entry(name, nowMs);
    return entry && this.#openEntry(entry, nowMs);
  }

  /** Nothing is kept where the pieces fail. */
  async put(name: string, { type, pieces }: ContentToKeep, nowMs: number): Promise<void> {
    await mkdir(join(this.#options.folder, "content"), { recursive: true });
    await mkdir(join(this.#options.folder, "index"), { recursive: true });
    const { hash, sizeBytes } = await this.#writeContent(pieces);
    const entry: Entry = { type, hash, sizeBytes, fetchedAtMs: nowMs };
    await this.#write(this.#indexPath(name), JSON.stringify(entry));
    this.#bytes = (this.#bytes ?? (await this.#measure())) + sizeBytes;
    if (this.#bytes > this.#options.maxBytes) await this.#sweep();
  }

  async #entry(name: string, nowMs: number): Promise<Entry | null> {
    try {
      const entry = JSON.parse(await readFile(this.#indexPath(name), "utf8")) as Entry;
      return nowMs - entry.fetchedAtMs > this.#options.maxAgeMs ? null : entry;
    } catch {
      // Absent, or half written by a process that died: fetched again.
      return null;
    }
  }

  async #openEntry(entry: Entry, nowMs: number): Promise<OpenContent | null> {
    let file: FileHandle | null = null;
    try {
      file = await open(this.#contentPath(entry.hash), "r+");
      const { size } = await file.stat();
      if (size !== entry.sizeBytes) throw new RangeError("the file is not what was kept");
      // The time of last use is what a sweep goes by.
      await file.utimes(nowMs / 1000, nowMs / 1000);
      return openContent(file, entry);
    } catch {
      // Swept in between, or cut off: fetched again.
      await file?.close();
      return null;
    }
  }

  /** Under another name first: what a content is called is known when all of it is there. */
  async #writeContent(pieces: ContentToKeep["pieces"]): Promise<{ readonly hash: string; readonly sizeBytes: number }> {
    const draft = this.#contentPath(`draft-${randomUUID()}`);
    const hash = createHash("sha256");
    let sizeBytes = 0;
    try {
      await using file = await open(draft, "wx");
      for await (const piece of pieces) {
        hash.update(piece);
        sizeBytes += piece.length;
        await file.writeFile(piece);
      }
      const name = hash.digest("hex");
      await rename(draft, this.#contentPath(name));
      return { hash: name, sizeBytes };
    } catch (failure) {
      await rm(draft, { force: true });
      throw failure;
    }
  }

  /** Under another name first: nobody reads half a file. */
  async #write(path: string, body: string): Promise<void> {
    const draft = `${path}.${randomUUID()}`;
    await writeFile(draft, body);
    await rename(draft, path);
  }

  async #sweep(): Promise<void> {
    const files = (await this.#files()).sort((one, other) => one.usedAtMs - other.usedAtMs);
    let bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    // whoever has kept the last one is about to read it
    for (const file of files.slice(0, -1)) {
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

function openContent(file: FileHandle, { type, sizeBytes }: Entry): OpenContent {
  return {
    type,
    sizeBytes,
    stream: () => file.createReadStream(),
    async read() {
      try {
        return await file.readFile();
      } finally {
        await file.close();
      }
    },
  };
}

function hashOf(body: Buffer): string {
  return createHash("sha256").update(body).digest("hex");
}
