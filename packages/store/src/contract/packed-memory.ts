/**
 * What is remembered of a block, packed: the memory of its tracer and what its history has taught. Worker threads read
 * and write it; the rest of the program carries it, and a tenth of the bytes goes through threads, logs and disks.
 */
import { constants, zstdCompressSync, zstdDecompressSync } from "node:zlib";
import type { Block } from "@tessera/model";
import { alone } from "./body.ts";
import { StoreFailure } from "./store-failure.ts";

/** Both as JSON. */
export interface BlockMemory {
  readonly memory: string;
  readonly dynamics: string;
}

export type PackedMemory = Uint8Array;

/** The higher ones take thrice as long for an eighth less. */
const COMPRESSION_LEVEL = 1;
/** Tracers and histories are bounded far below. */
const MAX_BYTES = 64 * 1024 * 1024;
/** JSON that is written without indents has no such sign. */
const SEPARATOR = "\n";

export function packMemory({ memory, dynamics }: BlockMemory): PackedMemory {
  const packed = zstdCompressSync(`${memory}${SEPARATOR}${dynamics}`, {
    params: { [constants.ZSTD_c_compressionLevel]: COMPRESSION_LEVEL, [constants.ZSTD_c_checksumFlag]: 1 },
  });
  return alone(packed);
}

/** The same of the record of a block. */
export function rememberedOf({ memory, dynamics }: Pick<Block, "memory" | "dynamics">): PackedMemory {
  return packMemory({ memory: JSON.stringify(memory), dynamics: JSON.stringify(dynamics ?? null) });
}

/** Throws a `StoreFailure` where the bytes are not what was packed. */
export function unpackMemory(packed: PackedMemory): BlockMemory {
  const text = unpackedText(packed);
  const at = text.indexOf(SEPARATOR);
  if (at < 0) throw damaged(null);
  return { memory: text.slice(0, at), dynamics: text.slice(at + 1) };
}

function unpackedText(packed: PackedMemory): string {
  try {
    return zstdDecompressSync(packed, { maxOutputLength: MAX_BYTES }).toString("utf8");
  } catch (cause) {
    throw damaged(cause);
  }
}

function damaged(cause: unknown): StoreFailure {
  return new StoreFailure("damaged", "what is remembered of a block is damaged", cause);
}
