/** What people write that a clock or a matcher will run later: checked where it comes in. */
import type { Condition, Quiet, Schedule } from "@tessera/model";
import { MAX_PATTERNS, sizeFault, wordsIn } from "../changes/pattern.ts";
import { cronFault } from "../timing/next-due.ts";
import { TraceFailure, type TraceWorkers } from "../workers/trace-workers.ts";
import { ApiError } from "./api-error.ts";

export interface Rules {
  readonly conditions?: readonly Condition[] | undefined;
  readonly quiet?: Quiet | undefined;
  readonly schedule?: Schedule | undefined;
}

interface Issue {
  readonly path: string;
  readonly message: string;
}

/** Throws where a regular expression is none in RE2 or too large, or a cron pattern is none. */
export async function checkRules(rules: Rules, workers: Pick<TraceWorkers, "patternFaults">): Promise<void> {
  const issues = [...(await patternIssues(rules, workers)), ...scheduleIssues(rules.schedule)];
  if (issues.length > 0) throw new ApiError("invalid", { issues, detail: `${issues[0]!.path}: ${issues[0]!.message}` });
}

/** Sizes here, because that takes no time; what is left to compile in a worker thread. */
async function patternIssues(
  { conditions = [], quiet }: Rules,
  workers: Pick<TraceWorkers, "patternFaults">,
): Promise<readonly Issue[]> {
  const patterns = wordsIn({ conditions, lines: quiet?.lines ?? [] }).filter(({ words }) => words.as === "pattern");
  if (patterns.length === 0) return [];
  if (patterns.length > MAX_PATTERNS) {
    const message = `has ${patterns.length} patterns, and ${MAX_PATTERNS} are allowed: join some with |`;
    return [{ path: "body", message }];
  }
  const sources = patterns.map(({ words }) => words.text);
  const tooLarge = sources.map(sizeFault);
  const faults = tooLarge.some((fault) => fault !== null) ? tooLarge : await compileFaults(sources, workers);
  return patterns.flatMap(({ path }, at) => {
    const message = faults[at];
    return message ? [{ path: `body.${path}`, message }] : [];
  });
}

async function compileFaults(
  sources: readonly string[],
  workers: Pick<TraceWorkers, "patternFaults">,
): Promise<readonly (string | null)[]> {
  try {
    return await workers.patternFaults(sources);
  } catch (failure) {
    if (!(failure instanceof TraceFailure)) throw failure;
    return sources.map(() => "the patterns take too long to compile");
  }
}

function scheduleIssues(schedule: Schedule | undefined): readonly Issue[] {
  const fault = schedule?.kind === "cron" ? cronFault(schedule) : null;
  return fault ? [{ path: "body.schedule.pattern", message: `not a cron pattern: ${fault}` }] : [];
}
