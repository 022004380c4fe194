/** The tracer of a name: that of the product, or any rival out of the papers as a follow needs it. */
import { type Tracer, tracerNamed } from "@tessera/engine";

/** The papers are loaded when one of them is asked for: nothing else of the server knows them. */
export async function tracerIfAny(name: string): Promise<Tracer | null> {
  return tracerNamed(name) ?? (await import("@tessera/engine/papers")).liveTracerNamed(name);
}

export async function loadTracer(name: string): Promise<Tracer> {
  const tracer = await tracerIfAny(name);
  if (!tracer) throw new RangeError(`there is no tracer ${name}`);
  return tracer;
}
