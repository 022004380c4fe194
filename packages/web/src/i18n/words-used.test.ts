import { expect, test } from "vitest";
import { en, type Key } from "./en.ts";

/** Every source file of the app but the words themselves and the tests. */
const sources = Object.entries(
  import.meta.glob<string>(["../**/*.svelte", "../**/*.ts", "!../**/*.test.ts", "!./[a-z][a-z].ts"], {
    query: "?raw",
    import: "default",
    eager: true,
  }),
).map(([, text]) => text);

/** What is written out, and templates such as `verdict.${state}` as patterns. */
const literals = new Set(sources.flatMap((text) => [...text.matchAll(/"([\w.-]+)"/g)].map(([, key]) => key!)));
const patterns = sources
  .flatMap((text) => [...text.matchAll(/`((?:[\w.-]|\$\{[^`{}]*\})+)`/g)].map(([, template]) => template!))
  .filter((template) => /^[a-z]+\..*\$\{/.test(template))
  .map(
    (template) =>
      new RegExp(
        `^${template
          .replace(/\$\{[^{}]*\}/g, "*")
          .replace(/[.]/g, "\\.")
          .replaceAll("*", "[\\w-]+(\\.[\\w-]+)?")}$`,
      ),
  );

test("every sentence is said somewhere", () => {
  expect(sources.length).toBeGreaterThan(50);
  const unsaid = (Object.keys(en) as Key[]).filter(
    (key) => !literals.has(key) && !patterns.some((pattern) => pattern.test(key)),
  );
  expect(unsaid).toEqual([]);
});
