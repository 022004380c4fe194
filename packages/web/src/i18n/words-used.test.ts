import { expect, test } from "vitest";
import { en, type Key } from "./en.ts";
import { saidBy } from "./said-words.ts";

/** Every source file of the app but the words themselves and the tests. */
const files = Object.entries(
  import.meta.glob<string>(["../**/*.svelte", "../**/*.ts", "!../**/*.test.ts", "!./[a-z][a-z].ts"], {
    query: "?raw",
    import: "default",
    eager: true,
  }),
);
const sources = files.map(([, text]) => text);

test("every sentence is said somewhere", () => {
  expect(sources.length).toBeGreaterThan(50);
  const isSaid = saidBy(sources);
  expect((Object.keys(en) as Key[]).filter((key) => !isSaid(key))).toEqual([]);
});

/** When it is built, these are only the sentences of the first script: whoever comes later and looks for one by name finds none. */
test("all sentences together are known to what is there from the start, and to nothing else", () => {
  const knowing = files.filter(([, text]) => /^import \{ en\b.*\/?en\.ts"/m.test(text)).map(([path]) => path);
  expect(knowing).toEqual(["./words.svelte.ts"]);
});
