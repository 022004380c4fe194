/** The tracers as the bench runs them, by name. */
import { TRACERS, type Tracer, tracerNamed } from "@tessera/engine";
import { UsageError } from "../usage-error.ts";

/** The names given, or all tracers; a name that is none is an error that lists them. */
export function tracerNames(list: string | undefined): string[] {
  const known = TRACERS.map((tracer) => tracer.name);
  const names = list ? list.split(",") : known;
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new UsageError(`no such tracer: ${unknown}; one of ${known.join(", ")}`);
  return names;
}

/** The tracer to run on a site. */
export function benchTracer(name: string, _site: string): Tracer {
  const tracer = tracerNamed(name);
  if (!tracer) throw new RangeError(`no tracer ${name}`);
  return tracer;
}
