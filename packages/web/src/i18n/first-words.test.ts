import { expect, test } from "vitest";
import { splitWords } from "../../first-words.ts";
import { saidBy } from "./said-words.ts";

const CODE = `export const words = {
  "a.one": "One",
  "a.many":
    "A long one with a \\"quote\\" and {place}",

  "b.forms": {
    one: "{count} form",
    other: "{count} forms",
  },
  "c.last": "Last",
} satisfies Words;

export type Key = keyof typeof words;
`;

test("the words of a language fall apart into two modules that have all of them between them", () => {
  const isFirst = (key: string): boolean => key.startsWith("a.") || key === "c.last";
  const [first, late] = [splitWords(CODE, isFirst), splitWords(CODE, (key) => !isFirst(key))];
  const keysOf = (code: string) => [...code.matchAll(/^ {2}"([\w.]+)":/gm)].map(([, key]) => key);
  expect([keysOf(first), keysOf(late)]).toEqual([["a.one", "a.many", "c.last"], ["b.forms"]]);
  for (const code of [first, late])
    expect(code).toMatch(/^export const words = \{[\s\S]*\} satisfies Words;\n\nexport type/);
  expect(late).toContain('other: "{count} forms",\n  },');
});

test("what a module says is found as it is written, and by its templates", () => {
  const part = (name: string): string => `$\{${name}}`;
  const templates = [`verdict.${part("kind")}`, `look.${part("what")}.${part("way")}`];
  const isSaid = saidBy(['t("a.one")', ...templates.map((template) => `t(\`${template}\`)`)]);
  const keys = ["a.one", "a.two", "verdict.gone", "verdict", "look.way.page", "looks.way"];
  expect(keys.filter(isSaid)).toEqual(["a.one", "verdict.gone", "look.way.page"]);
});
