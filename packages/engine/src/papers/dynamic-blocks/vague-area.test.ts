import fc from "fast-check";
import { expect, test } from "vitest";
import { parseHtml } from "../../html/parse-html.ts";
import { type VagueArea, vagueArea } from "./area-pattern.ts";

test("the example of section 5.2.1: right and top are fixed, and one of them matches", () => {
  const pattern = vagueArea.merge([11, 650, 639, 263, 302, 39], [418, 648, 230, 268, 351, 83], 1);
  expect(pattern).toEqual([null, 649, null, 265.5, null, null]);
  const page = parseHtml("<p>x</p>");
  const boxes = new Int32Array(page.size * 4).fill(-1);
  boxes.set([12, 364, 639, 39], 3 * 4);
  expect(vagueArea.match(pattern, { ...page, boxes })?.similarityOf(3)).toBe(0.5);
});

test("section 5.2.1: a coordinate that moved by the threshold of 10 is still fixed, one that moved by more is not", () => {
  const moved = vagueArea.merge([0, 100, 100, 0, 50, 50], [10, 111, 100, 0, 50, 50], 1);
  expect(moved).toEqual([5, null, 100, 0, 50, 50]);
});

test("a merged area still names all its samples while they keep close together", () => {
  const coordinate = fc.integer({ min: 0, max: 4 });
  const page = parseHtml("<p>x</p>");
  fc.assert(
    fc.property(fc.array(fc.tuple(coordinate, coordinate, coordinate, coordinate), { minLength: 1 }), (samples) => {
      let pattern: VagueArea | null = null;
      for (const [count, box] of samples.entries()) {
        const rendered = { ...page, boxes: new Int32Array(page.size * 4).fill(-1) };
        rendered.boxes.set(box, 3 * 4);
        const sample = vagueArea.of(rendered, 3) as VagueArea;
        pattern = pattern ? vagueArea.merge(pattern, sample, count) : sample;
        expect(vagueArea.match(pattern, rendered)?.candidates).toEqual([3]);
      }
    }),
  );
});

test("an area with nothing fixed proposes nothing", () => {
  const page = parseHtml("<p>x</p>");
  const rendered = { ...page, boxes: new Int32Array(page.size * 4) };
  const match = vagueArea.match([null, null, null, null, null, null], rendered);
  expect(match?.candidates).toEqual([]);
  expect(match?.similarityOf(3)).toBe(0);
});
