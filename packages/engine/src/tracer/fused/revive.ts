/** Reads stored memories: those of today as they are, those of version 1 with what they could not know yet. */
import type { Fingerprint } from "./fingerprint.ts";
import { FUSED_VERSION, type FusedMemory } from "./memory.ts";
import { UNKNOWN } from "./similarity.ts";

/** Version 1 knew no last words and no shares of a block, and of a guess only its path. */
type FirstFingerprint = Omit<Fingerprint, "lastWords" | "spread" | "shareOfParent">;

interface FirstMemory extends Omit<FusedMemory, "pointed" | "latest" | "guess"> {
  readonly pointed: readonly FirstFingerprint[];
  readonly latest: FirstFingerprint;
}

/** Null where it is no memory of this tracer, or of a later version: it is then learned anew from the first capture. */
export function revive(stored: unknown): FusedMemory | null {
  const memory = stored as Partial<FusedMemory> | null;
  if (typeof memory !== "object" || memory?.tracer !== "fused") return null;
  if (!Array.isArray(memory.pointed) || memory.pointed.length === 0 || !memory.latest) return null;
  if (memory.version === 1) return ofFirstVersion(memory as FirstMemory);
  return memory.version === FUSED_VERSION ? (memory as FusedMemory) : null;
}

function ofFirstVersion(memory: FirstMemory): FusedMemory {
  return {
    ...memory,
    version: FUSED_VERSION,
    pointed: memory.pointed.map(completed),
    latest: completed(memory.latest),
    guess: null,
  };
}

function completed(print: FirstFingerprint): Fingerprint {
  return { ...print, lastWords: [], spread: UNKNOWN, shareOfParent: UNKNOWN };
}
