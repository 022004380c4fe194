/** What people write that a clock or a matcher will run later: checked where it comes in. */
import type { Condition, Quiet, Schedule, Words } from "@tessera/model";
import { compilePattern } from "../changes/pattern.ts";
import { digestPattern } from "../tell/hold.ts";
import { Problem } from "./problem.ts";

export interface Rules {
  readonly conditions?: readonly Condition[] | undefined;
  readonly quiet?: Quiet | undefined;
  readonly schedule?: Schedule | undefined;
}

interface Issue {
  readonly path: string;
  readonly message: string;
}

/** Throws where a regular expression is none in RE2, or a cron pattern is none. */
export function checkRules(rules: Rules): void {
  const conditions = (rules.conditions ?? []).flatMap((condition, at) =>
    "words" in condition ? issuesOf(condition.words, `body.conditions.${at}.words.text`) : [],
  );
  const lines = (rules.quiet?.lines ?? []).flatMap((line, at) =>
    line.kind === "contains" ? issuesOf(line.words, `body.quiet.lines.${at}.words.text`) : [],
  );
  const issues = [...conditions, ...lines, ...scheduleIssues(rules.schedule)];
  if (issues.length > 0) throw new Problem("invalid", { issues, detail: `${issues[0]!.path}: ${issues[0]!.message}` });
}

function issuesOf(words: Words, path: string): readonly Issue[] {
  if (words.as === "words") return [];
  const pattern = compilePattern(words.text);
  return pattern.kind === "invalid" ? [{ path, message: pattern.message }] : [];
}

function scheduleIssues(schedule: Schedule | undefined): readonly Issue[] {
  if (schedule?.kind !== "cron" || digestPattern(schedule.pattern, schedule.timeZone)) return [];
  return [{ path: "body.schedule.pattern", message: "not a cron pattern" }];
}
