import { expect, test } from "vitest";

/** Style sheets and the style parts of components. */
const styles = Object.entries(
  import.meta.glob<string>(["../**/*.svelte", "../**/*.css"], { query: "?raw", import: "default", eager: true }),
).map(([file, text]) => ({
  file,
  css: file.endsWith(".css") ? text : (/<style>([\s\S]*)<\/style>/.exec(text)?.[1] ?? ""),
}));

/** Properties and values that know left and right, or top and bottom, instead of the direction of the text. */
const PHYSICAL =
  /(?:^|[\s;{])(?:(?:margin|padding|border)-(?:left|right|top|bottom)\b[\w-]*|left|right|top|bottom|min-width|max-width|min-height|max-height|width|height)\s*:|(?:text-align|float|clear)\s*:\s*(?:left|right)\b/m;

test("styles follow the direction of the text, so that right-to-left needs nothing of its own", () => {
  expect(styles.length).toBeGreaterThan(30);
  const physical = styles.flatMap(({ file, css }) => {
    const found = PHYSICAL.exec(css.replace(/@media[^{]*\{/g, ""));
    return found ? [`${file}: ${found[0].trim()}`] : [];
  });
  expect(physical).toEqual([]);
});
