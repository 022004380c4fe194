/**
 * Direct Path Finding after [homepage-live] (Han et al., WWW 2007), section 5.1: records the tags on the path from the
 * root to the block and goes down the recorded path again; any difference and the block is not found.
 *
 * Departures: the paper records tags only and does not say how it tells siblings of one tag apart; the index among them
 * is recorded too, as in the path pattern of [following-dynamic-blocks] section 4.1.
 */
import type { Memory, Ranking, Tracer } from "../../tracer/tracer.ts";
import type { DomTree } from "../../tree/dom-tree.ts";
import { nodeAt, pathOf } from "../../tree/path.ts";

export interface DirectPathMemory extends Memory {
  readonly path: string;
}

const VERSION = 1;

export const directPath: Tracer<DirectPathMemory> = {
  name: "direct-path",
  about: "[homepage-live] 5.1 Direct Path Finding: the element at the recorded path",
  // the path is there or it is not: found or gone, nothing between (`bench calibrate` would have it always ask)
  calibration: { bias: -4, score: 8, margin: 0, foundFrom: 0.5, goneBelow: 0.5 },

  learn(page: DomTree, node: number): DirectPathMemory {
    return { tracer: "direct-path", version: VERSION, path: pathOf(page, node) };
  },

  trace(memory: DirectPathMemory, page: DomTree): Ranking {
    const node = nodeAt(page, memory.path);
    return { candidates: node === null ? [] : [{ node, score: 1 }] };
  },

  adapt(memory: DirectPathMemory): DirectPathMemory {
    return memory;
  },

  revive(stored: unknown): DirectPathMemory | null {
    const memory = stored as Partial<DirectPathMemory> | null;
    if (typeof memory !== "object" || memory?.tracer !== "direct-path" || memory.version !== VERSION) return null;
    return typeof memory.path === "string" ? (memory as DirectPathMemory) : null;
  },
};
