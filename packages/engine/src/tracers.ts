/** The tracers that follows are traced with, by name; those of the papers are in `papers/`. */
import { fused } from "./tracer/fused/fused.ts";
import type { Tracer } from "./tracer/tracer.ts";

/** The tracer that follows use unless a bench or a replay says otherwise. */
export const DEFAULT_TRACER = "fused";

// a tracer reads only memories that it wrote, so the catalogue may forget which memory belongs to which
const TRACERS = [fused] as unknown as readonly Tracer[];

export function tracerNamed(name: string): Tracer | null {
  return TRACERS.find((tracer) => tracer.name === name) ?? null;
}
