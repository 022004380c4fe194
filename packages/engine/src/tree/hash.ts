/** Hashes of 53 bits, so that they are exact in a Float64Array and as keys of a Map. Not for adversaries: verify. */

// odd factors with well spread bits, from FNV-1a and MurmurHash3
const LOW_FACTOR = 0x01000193;
const HIGH_FACTOR = 0x85ebca6b;
// signed, so that a state never leaves the 32-bit integers that engines keep without a box
const LOW_SEED = 0x811c9dc5 | 0;
const HIGH_SEED = 0x9747b28c | 0;

/** Two 32-bit lanes that are mixed side by side and joined at the end. */
export interface HashState {
  low: number;
  high: number;
}

export function startHash(): HashState {
  return { low: LOW_SEED, high: HIGH_SEED };
}

/** Makes a used state a new one. */
export function resetHash(state: HashState): void {
  state.low = LOW_SEED;
  state.high = HIGH_SEED;
}

export function mixInteger(state: HashState, value: number): void {
  state.low = Math.imul(state.low ^ value, LOW_FACTOR);
  state.low ^= state.low >>> 15;
  state.high = Math.imul(state.high ^ (value + state.low), HIGH_FACTOR);
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

/** Hash of a text, or of a part of it. Two characters a step: this loop sees every character of every page. */
export function hashString(text: string, start = 0, stop: number = text.length): number {
  let low = LOW_SEED;
  let high = HIGH_SEED;
  for (let at = start; at < stop; at += 2) {
    const pair = text.charCodeAt(at) | ((at + 1 < stop ? text.charCodeAt(at + 1) : 0) << 16);
    low = Math.imul(low ^ pair, LOW_FACTOR);
    low ^= low >>> 15;
    high = Math.imul(high ^ (pair + low), HIGH_FACTOR);
    high ^= high >>> 13;
  }
  const state = { low, high };
  // the length tells "a" from "a" and a null character
  mixInteger(state, stop - start);
  return joinHash(state);
}
