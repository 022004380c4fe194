import { findChromium } from "@tessera/capture";
import fc from "fast-check";
import { type Browser, chromium } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { filterSheet } from "./filter-css.ts";
import { namespaceSheet } from "./namespace-css.ts";
import { bindMediaText, type Viewport } from "./page-media.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await chromium.launch({ executablePath: findChromium()!, chromiumSandbox: false, args: ["--disable-gpu"] });
});
afterAll(() => browser.close());

const length = fc.oneof(
  fc.integer({ min: -1, max: 12 }).map((hundreds) => `${hundreds * 100}px`),
  fc.integer({ min: 0, max: 70 }).map((ems) => `${ems}em`),
  fc.constantFrom("0", "8in", "20cm", "560pt"),
);
const ratio = fc.constantFrom("1", "1/1", "4/3", "16/9", "0.75", "9/16", "0", "1/0");
const comparison = fc.constantFrom("<", "<=", "=", ">", ">=");
const named = (names: readonly string[], value: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.oneof(
    fc
      .tuple(fc.constantFrom("", "min-", "max-"), fc.constantFrom(...names), value)
      .map(([a, b, c]) => `(${a}${b}:${c})`),
    fc.tuple(fc.constantFrom(...names), comparison, value).map(([a, b, c]) => `(${a} ${b} ${c})`),
    fc
      .tuple(value, fc.constantFrom("<", "<="), fc.constantFrom(...names), value)
      .map(([a, b, c, d]) => `(${a} ${b} ${c} ${b} ${d})`),
  );
const feature = fc.oneof(
  named(["height", "width", "device-height"], length),
  named(["aspect-ratio"], ratio),
  fc.constantFrom("(orientation: portrait)", "(orientation: landscape)", "(height)", "(min-resolution: 1dppx)"),
);
const { condition } = fc.letrec<{ condition: string; inside: string }>((tie) => ({
  inside: fc.oneof(
    { depthSize: "small" },
    feature,
    tie("condition").map((inner) => `(${inner})`),
  ),
  condition: fc.oneof(
    { depthSize: "small" },
    feature,
    tie("inside").map((inner) => `not ${inner}`),
    fc.tuple(tie("inside"), tie("inside")).map((sides) => sides.join(" and ")),
    fc.tuple(tie("inside"), tie("inside"), tie("inside")).map((sides) => sides.join(" or ")),
  ),
}));
const query = fc.oneof(
  condition,
  fc.tuple(fc.constantFrom("screen", "not screen", "only print"), feature).map((sides) => sides.join(" and ")),
);

const links = { linkTo: () => null, linkToDrawing: () => null };

function inTile(queries: string, viewport: Viewport): string {
  const css = filterSheet(`@media ${queries}{p{color:red}}`, { base: new URL("https://site.test/"), links });
  return /^@media ([^{]*)\{/.exec(namespaceSheet(css, { scope: ".s", prefix: "t-", viewport }))![1]!;
}

test("a browser answers in a frame of any height as it did in the window of the page", async () => {
  const tab = await browser.newPage();
  const answers = async (queries: readonly string[], [width, height]: Viewport) => {
    await tab.setViewportSize({ width, height });
    const asked = `${JSON.stringify(queries)}.map((each) => matchMedia(each).matches)`;
    return (await tab.evaluate(asked)) as readonly boolean[];
  };
  const side = fc.integer({ min: 2, max: 13 }).map((hundreds) => hundreds * 100);
  await fc.assert(
    fc.asyncProperty(
      fc.array(query, { minLength: 60, maxLength: 60 }),
      fc.tuple(side, side),
      side,
      async (queries, page, height) => {
        const onPage = await answers(queries, page);
        const said = (each: readonly boolean[]) => queries.map((written, at) => `${written}: ${each[at]}`);
        const frame = [page[0], height] as const;
        expect(
          said(
            await answers(
              queries.map((each) => inTile(each, page)),
              frame,
            ),
          ),
        ).toEqual(said(onPage));
        expect(
          said(
            await answers(
              queries.map((each) => bindMediaText(each, page)),
              frame,
            ),
          ),
        ).toEqual(said(onPage));
      },
    ),
    { numRuns: 8 },
  );
  await tab.close();
});
