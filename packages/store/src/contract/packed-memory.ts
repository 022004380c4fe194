/**
 * What is remembered of a block, packed: the memory of its tracer and what its history has taught. Worker threads read
 * and write it; the rest of the program carries it, and a tenth of the bytes goes through threads, logs and disks.
 */
import { constants, zstdCompressSync, zstdDecompressSync } from "node:zlib";
import type { Block } from "@tessera/model";
import { alone } from "./body.ts";
import { StoreFailure } from "./store-failure.ts";

/** All of it as JSON. */
export interface BlockMemory {
  readonly memory: string;
  readonly dynamics: string;
  /** `RarelyRemembered`; most blocks have none of it. */
  readonly rest?: string;
}

/** What only few blocks have. */
export interface RarelyRemembered {
  readonly shelved?: Block["shelved"];
  /** What the block was like when it was last found, where somebody wants to know that it looks very different: the engine's. */
  readonly patterns?: unknown;
}

export type PackedMemory = Uint8Array;

/** The higher ones take thrice as long for an eighth less. */
const COMPRESSION_LEVEL = 1;
/** Tracers and histories are bounded far below. */
const MAX_BYTES = 64 * 1024 * 1024;
/** JSON that is written without indents has no such sign. */
const SEPARATOR = "\n";

export function packMemory({ memory, dynamics, rest }: BlockMemory): PackedMemory {
  const parts = rest === undefined ? [memory, dynamics] : [memory, dynamics, rest];
  const packed = zstdCompressSync(parts.join(SEPARATOR), {
    params: { [constants.ZSTD_c_compressionLevel]: COMPRESSION_LEVEL, [constants.ZSTD_c_checksumFlag]: 1 },
  });
  return alone(packed);
}

/** The same of the record of a block. */
export function rememberedOf({
  memory,
  dynamics,
  shelved,
}: Pick<Block, "memory" | "dynamics" | "shelved">): PackedMemory {
  return packMemory({
    memory: JSON.stringify(memory),
    dynamics: JSON.stringify(dynamics ?? null),
    ...(shelved ? { rest: JSON.stringify({ shelved } satisfies RarelyRemembered) } : {}),
  });
}

/** Throws a `StoreFailure` where the bytes are not what was packed. */
export function unpackMemory(packed: PackedMemory): BlockMemory {
  const text = unpackedText(packed);
  const [memory, dynamics, rest] = text.split(SEPARATOR);
  if (memory === undefined || dynamics === undefined) throw damaged(null);
  return { memory, dynamics, ...(rest === undefined ? {} : { rest }) };
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
