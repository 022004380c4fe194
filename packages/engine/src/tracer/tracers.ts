/** The catalogue of tracers, by name. */
import { directPath } from "./direct-path.ts";
import type { Tracer } from "./tracer.ts";

// a tracer reads only memories that it wrote, so the catalogue may forget which memory belongs to which
export const TRACERS: readonly Tracer[] = [directPath as unknown as Tracer];

export function tracerNamed(name: string): Tracer | null {
  return TRACERS.find((tracer) => tracer.name === name) ?? null;
}
