import { type Condition, DEFAULT_QUIET } from "@tessera/model";
import { expect, test } from "vitest";
import { patternFaults } from "../changes/pattern.ts";
import { TraceFailure } from "../workers/trace-workers.ts";
import { ApiError } from "./api-error.ts";
import { checkRules, type Rules } from "./rules.ts";

const contains = (text: string): Condition => ({ kind: "contains", words: { as: "pattern", text } });

/** The paths and messages of what is wrong, and what was given to a worker thread to compile. */
async function issuesOf(rules: Rules, compile = async (sources: readonly string[]) => patternFaults(sources)) {
  const compiled: string[] = [];
  const looks = {
    patternFaults: (sources: readonly string[]) => {
      compiled.push(...sources);
      return compile(sources);
    },
  };
  const problem = await checkRules(rules, looks).then(
    () => null,
    (error: unknown) => error,
  );
  if (problem !== null && !(problem instanceof ApiError)) throw problem;
  return { issues: problem?.details.issues ?? [], compiled };
}

test("patterns are compiled in a worker thread, and what is none says where it stands", async () => {
  const lines = [{ kind: "contains" as const, words: { as: "pattern" as const, text: "[z-a]" } }];
  const { issues, compiled } = await issuesOf({
    conditions: [contains("sold (out|off)"), { kind: "gone" }, contains("(?=x)")],
    quiet: { ...DEFAULT_QUIET, lines },
  });
  expect(compiled).toEqual(["sold (out|off)", "(?=x)", "[z-a]"]);
  expect(issues.map(({ path }) => path)).toEqual(["body.conditions.2.words.text", "body.quiet.lines.0.words.text"]);
});

test("patterns that grow large by their repeats, or are many, are refused before anything compiles them", async () => {
  const large = await issuesOf({ conditions: [contains("a"), contains("\\pL{0,1000}".repeat(80))] });
  expect(large.issues).toEqual([
    { path: "body.conditions.1.words.text", message: expect.stringMatching(/too large.*2500 are allowed/) },
  ]);
  const many = await issuesOf({ conditions: Array.from({ length: 31 }, () => contains("a")) });
  expect(many.issues).toEqual([{ path: "body", message: expect.stringMatching(/31 patterns, and 30 are allowed/) }]);
  expect([...large.compiled, ...many.compiled]).toEqual([]);
});

test("a thread that was ended is the patterns' fault, not the server's", async () => {
  const { issues } = await issuesOf({ conditions: [contains("a")] }, async () => {
    throw new TraceFailure("timeout", "ended", null);
  });
  expect(issues).toEqual([{ path: "body.conditions.0.words.text", message: expect.stringMatching(/too long/) }]);
});

test("a schedule that never comes round is refused", async () => {
  const cron = (pattern: string) => ({ schedule: { kind: "cron" as const, pattern, timeZone: "UTC" as never } });
  expect((await issuesOf(cron("0 0 30 2 *"))).issues).toMatchObject([{ path: "body.schedule.pattern" }]);
  expect((await issuesOf(cron("seven"))).issues).toMatchObject([{ path: "body.schedule.pattern" }]);
  expect((await issuesOf(cron("0 7 * * *"))).issues).toEqual([]);
});
