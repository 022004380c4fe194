/** Hashes of 53 bits, so that they are exact in a Float64Array and as keys of a Map. Not for adversaries: verify. */

const FNV_PRIME = 0x01000193;
const LOW_SEED = 0x811c9dc5;
const HIGH_SEED = 0x9747b28c;

/** Two 32-bit lanes that are mixed side by side and joined at the end. */
export interface HashState {
  low: number;
  high: number;
}

export function startHash(): HashState {
  return { low: LOW_SEED, high: HIGH_SEED };
}

export function mixInteger(state: HashState, value: number): void {
  state.low = Math.imul(state.low ^ value, FNV_PRIME);
  state.high = Math.imul((state.high ^ (value + (state.low >>> 15))) >>> 0, 0x85ebca6b);
  state.high ^= state.high >>> 13;
}

/** Mixes a hash made by `joinHash`. */
export function mixHash(state: HashState, hash: number): void {
  mixInteger(state, hash >>> 0);
  mixInteger(state, Math.floor(hash / 0x1_0000_0000));
}

/** The state as one non-negative integer below 2^53. */
export function joinHash(state: HashState): number {
  return ((state.high >>> 11) * 0x1_0000_0000 + (state.low >>> 0)) as number;
}

export function hashString(text: string, start = 0, stop: number = text.length): number {
  const state = startHash();
  for (let at = start; at < stop; at++) mixInteger(state, text.charCodeAt(at));
  mixInteger(state, stop - start);
  return joinHash(state);
}
