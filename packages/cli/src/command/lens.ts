/** How a block is found again, as it is said on the command line: a lens in plain words, or a tracer by name. */
import { LENS_NAMES, LENSES, lensOf, TRACER_NAMES, type TracerName } from "@tessera/model";
import type { ObservationReply } from "@tessera/model/api";
import { CliError, EXIT } from "./verb.ts";

export const LENS_OPTIONS = { lens: { type: "string" }, tracer: { type: "string" } } as const;

export const LENS_HELP = `\
  --lens HOW       how to find it again: automatic (everything together), place (whatever stands there; without a
                   browser by order), path (its place in the structure), content (its words and pictures), context
                   (what stands around it)
  --tracer NAME    the same for those who know: ${TRACER_NAMES.join(", ")}
                   (area: only with a browser, else it always says gone; fragment-table: always asks)`;

interface Said {
  readonly lens?: string | undefined;
  readonly tracer?: string | undefined;
}

/** What is said, as the API takes it; nothing where nothing is said. */
export function tracerSaid({ lens, tracer }: Said): { readonly tracer?: TracerName } {
  if (lens !== undefined && tracer !== undefined) throw new CliError(EXIT.usage, "--lens or --tracer, not both");
  if (lens !== undefined) {
    const named = LENS_NAMES.find((name) => name === lens);
    if (!named) throw new CliError(EXIT.usage, `--lens is one of ${LENS_NAMES.join(", ")}`);
    return { tracer: LENSES[named] };
  }
  if (tracer === undefined) return {};
  const known = TRACER_NAMES.find((name) => name === tracer);
  if (!known) throw new CliError(EXIT.usage, `there is no tracer ${tracer}; one of ${TRACER_NAMES.join(", ")}`);
  return { tracer: known };
}

/** A lens in its plain word, any other tracer by its name. */
export function lensWord(tracer: string): string {
  return lensOf(tracer) ?? tracer;
}

/** By what the block was found; empty where it was not. */
export function foundByWord({ foundBy }: Pick<ObservationReply, "foundBy">): string {
  return foundBy === null ? "" : lensWord(foundBy);
}
