import { mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { check } from "recheck";
import { expect, test } from "vitest";
import { filesBelow, isSource } from "../directions/source-files.ts";
import { EXEMPTIONS } from "./exemptions.ts";
import { expressionsIn, type WrittenExpression } from "./regular-expressions.ts";

const ROOT = new URL("../..", import.meta.url).pathname;
const NOT_PRODUCTION = /\.(test|fixture|arbitrary|conformance)\.ts$|\/conformance\//;
/** Only what repeats without an end can take more than linear time. */
const REPEATS = /[*+]|\{\d+,\}/;
/** For one expression; the checker needs some seconds for the largest, more where others use the machine. */
const CHECK_MS = 300_000;

const folders = readdirSync(join(ROOT, "packages")).map((name) => `packages/${name}/src`);
const files = filesBelow(ROOT, folders).filter((file) => isSource(file) && !NOT_PRODUCTION.test(file));
const expressions = files.flatMap((file) => expressionsIn(ROOT, file));

function isExempt({ file, text }: WrittenExpression): boolean {
  return EXEMPTIONS.some((exemption) => exemption.file === file && text.startsWith(exemption.starts));
}

/** What the checker says; by automata, so that it says the same each time. */
async function verdictOf(pattern: string, flags: string): Promise<string> {
  if (!REPEATS.test(pattern)) return "safe";
  const result = await check(pattern, flags, { checker: "automaton", timeout: CHECK_MS });
  return result.status === "vulnerable" ? result.complexity.summary : result.status;
}

test("expressions are found as literals and as texts of constants, in components too", () => {
  const folder = mkdtempSync(join(tmpdir(), "tessera-expressions-"));
  writeFileSync(
    join(folder, "a.ts"),
    'const A = "x+";\nconst all = [/a\\/b/gi, new RegExp("^" + A + "{3,}$", "u"), RegExp("y"), new RegExp(given)];',
  );
  writeFileSync(join(folder, "b.svelte"), "<p>/no/</p>\n<script lang=ts>\nconst a = /yes/;\n</script>");
  const found = [...expressionsIn(folder, "a.ts"), ...expressionsIn(folder, "b.svelte")];
  expect(found.map(({ pattern, flags, line }) => [pattern, flags, line])).toEqual([
    ["a\\/b", "gi", 2],
    ["^x+{3,}$", "u", 2],
    ["y", "", 2],
    [null, "", 2],
    ["yes", "", 3],
  ]);
});

test(
  "the checker knows an expression that takes too long",
  async () => {
    expect(await verdictOf("^(?:<!--[\\s\\S]*?-->|\\s)*<svg", "")).toMatch(/exponential|polynomial/);
    expect(await verdictOf("http-equiv\\s*=\\s*[\"']?\\s*refresh", "i")).toMatch(/polynomial/);
  },
  CHECK_MS,
);

test("no regular expression of ours takes more than linear time, whatever it meets", {
  timeout: 4 * CHECK_MS,
}, async () => {
  expect(expressions.length).toBeGreaterThan(200);
  const verdicts = new Map<string, Promise<string>>();
  const slow: string[] = [];
  for (const expression of expressions.filter((each) => !isExempt(each))) {
    const { pattern, flags, file, line, text } = expression;
    const key = `${pattern}/${flags}`;
    const verdict = pattern === null ? "not constant" : await (verdicts.get(key) ?? verdictOf(pattern, flags));
    verdicts.set(key, Promise.resolve(verdict));
    if (verdict !== "safe") slow.push(`${file}:${line} ${text}: ${verdict}`);
  }
  expect(slow, "make it linear, or say in exemptions.ts why it may stay").toEqual([]);
});

test("every exemption is about an expression that is there", () => {
  for (const { file, starts, reason } of EXEMPTIONS) {
    const meant = expressions.filter((each) => each.file === file && each.text.startsWith(starts));
    expect(meant, `${file} ${starts}`).toHaveLength(1);
    expect(reason.length).toBeGreaterThan(20);
  }
});
