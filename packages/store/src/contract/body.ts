/** Bodies: content-addressed, compressed bytes. The hash is of the content before compression. */
import { createHash } from "node:crypto";
import { constants, zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { BodyHash } from "@tessera/model";
import { StoreFailure } from "./store-failure.ts";

/** How the bytes are packed: `raw` where compression would not make them smaller. */
export type Packing = "zstd" | "raw";

export interface Body {
  readonly hash: BodyHash;
  readonly packing: Packing;
  readonly bytes: Uint8Array;
  /** Length before packing. */
  readonly sizeBytes: number;
}

/** Web pages shrink to about an eighth at this level in about a millisecond a hundred kilobytes; higher levels gain 5 %. */
const COMPRESSION_LEVEL = 3;

/** No body is larger: captures are cut off long before by the budget of the fetcher. */
const MAX_BODY_BYTES = 256 * 1024 * 1024;

/** Packs a body. Pure and CPU-bound: belongs into a worker thread for large ones. */
export function packBody(content: string | Uint8Array): Body {
  const plain = typeof content === "string" ? Buffer.from(content, "utf8") : content;
  if (plain.length > MAX_BODY_BYTES) throw new RangeError(`a body of ${plain.length} bytes is above the limit`);
  const hash = hashOf(plain);
  const packed = zstdCompressSync(plain, {
    params: { [constants.ZSTD_c_compressionLevel]: COMPRESSION_LEVEL, [constants.ZSTD_c_checksumFlag]: 1 },
  });
  return packed.length < plain.length
    ? { hash, packing: "zstd", bytes: alone(packed), sizeBytes: plain.length }
    : { hash, packing: "raw", bytes: plain, sizeBytes: plain.length };
}

/**
 * In a buffer of its own: zlib answers with a part of one of 16 kB, all of which would go along to other threads, and be
 * kept for as long as the part is.
 */
export function alone(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(bytes);
}

/** The content of a packed body; throws where it is not what its hash says. */
export function unpackBody(body: Body): Uint8Array {
  const plain = unpack(body);
  if (plain.length !== body.sizeBytes || hashOf(plain) !== body.hash) throw damaged(body, null);
  return plain;
}

export function hashOf(content: Uint8Array | string): BodyHash {
  return BodyHash.parse(createHash("sha256").update(content).digest("hex"));
}

function unpack(body: Body): Uint8Array {
  if (body.packing === "raw") return body.bytes;
  try {
    return zstdDecompressSync(body.bytes, { maxOutputLength: Math.max(1, body.sizeBytes) });
  } catch (cause) {
    throw damaged(body, cause);
  }
}

function damaged(body: Body, cause: unknown): StoreFailure {
  return new StoreFailure("damaged", `body ${body.hash} is damaged`, cause);
}

export interface StoredObject {
  readonly key: string;
  readonly changedAt: number;
}

export interface ObjectStore {
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Null where there is no such object. */
  get(key: string): Promise<Uint8Array | null>;
  /** Does nothing where there is no such object. */
  remove(key: string): Promise<void>;
  /** Everything that is there, also what others put there. */
  list(): AsyncIterable<StoredObject>;
}
