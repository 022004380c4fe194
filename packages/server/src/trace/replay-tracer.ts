/** Which tracer a replay runs: that of the product, or any rival out of the papers. */
import { type Tracer, tracerNamed } from "@tessera/engine";

/** The papers are loaded when one of them is asked for: nothing else of the server knows them. */
export async function replayTracerNamed(name: string): Promise<Tracer | null> {
  return tracerNamed(name) ?? (await import("@tessera/engine/papers")).anyTracerNamed(name);
}
