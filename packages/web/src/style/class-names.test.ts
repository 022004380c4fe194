import { expect, test } from "vitest";
import base from "./base.css?raw";

/** Names with this beginning are of the whole app; all others are of the one component that styles them. */
const WHOLE_APP = /^app-/;

const components = Object.entries(
  import.meta.glob<string>("../**/*.svelte", { query: "?raw", import: "default", eager: true }),
);

function namesIn(css: string): ReadonlySet<string> {
  const rules = css.replaceAll(/\/\*[\s\S]*?\*\//g, "");
  return new Set([...rules.matchAll(/\.(-?[a-z_][\w-]*)/gi)].map(([, name]) => name ?? ""));
}

test("a style of the whole app cannot meet a class of a component: its names begin otherwise", () => {
  const names = [...namesIn(base)];
  expect(names.length).toBeGreaterThan(10);
  expect(names.filter((name) => !WHOLE_APP.test(name))).toEqual([]);
});

test("every name of the whole app that a component wears is there", () => {
  const names = namesIn(base);
  const missing = components.flatMap(([file, text]) =>
    [...text.matchAll(/(?<=[\s".:])app-[a-z-]+/g)]
      .filter(([name]) => !names.has(name))
      .map(([name]) => `${file}: ${name}`),
  );
  expect(components.length).toBeGreaterThan(30);
  expect(missing).toEqual([]);
});
