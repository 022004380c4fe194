import fc from "fast-check";
import { expect, test } from "vitest";
import { planPhotographs } from "./plan-photographs.ts";
import type { Box } from "./sharpness.ts";

const LIMITS = { maxCount: 8, maxPixels: 4_000_000 };
const boxesOf = (boxes: readonly Box[]) => new Map(boxes.map((box, number) => [number, box]));
const plan = (...boxes: readonly Box[]) => planPhotographs(boxesOf(boxes), LIMITS);
const chart = (x: number, y: number): Box => ({ x, y, width: 300, height: 150 });

test("charts beside each other are on one photograph at full density, those far away on another", () => {
  expect(plan(chart(0, 0), chart(320, 0), chart(0, 9_000))).toEqual([
    { box: { x: 0, y: 0, width: 620, height: 150 }, scale: 2, numbers: [0, 1] },
    { box: chart(0, 9_000), scale: 2, numbers: [2] },
  ]);
});

test("many charts of a long page are all photographed, less sharp where there is no other way", () => {
  const column = Array.from({ length: 60 }, (_, at) => chart(0, at * 500));
  const photographs = plan(...column);
  expect(photographs.length).toBeLessThanOrEqual(8);
  expect(photographs.flatMap(({ numbers }) => numbers).sort((a, b) => a - b)).toEqual(column.map((_, at) => at));
  expect(Math.min(...photographs.map(({ scale }) => scale))).toBeGreaterThanOrEqual(0.5);
});

test("what nobody can scroll to is not photographed together with anything", () => {
  expect(plan(chart(-400, 0), chart(0, 0)).map(({ numbers }) => numbers)).toEqual([[0], [1]]);
});

test("whatever a page has, photographs are few and small, and each part is on one at most, inside of it", () => {
  const side = fc.double({ min: 0.5, max: 40_000, noNaN: true });
  const box: fc.Arbitrary<Box> = fc.record({
    x: fc.double({ min: -2_000, max: 20_000, noNaN: true }),
    y: fc.double({ min: -2_000, max: 200_000, noNaN: true }),
    width: side,
    height: side,
  });
  fc.assert(
    fc.property(fc.array(box, { maxLength: 30 }), (boxes) => {
      const photographs = plan(...boxes);
      expect(photographs.length).toBeLessThanOrEqual(LIMITS.maxCount);
      if (boxes.length > 0) expect(photographs.length).toBeGreaterThan(0);
      const numbers = photographs.flatMap((each) => each.numbers);
      expect(new Set(numbers).size).toBe(numbers.length);
      for (const { box: whole, scale, numbers: shown } of photographs) {
        expect(whole.width * whole.height * scale ** 2).toBeLessThanOrEqual(LIMITS.maxPixels * 1.001);
        expect(Math.max(whole.width, whole.height) * scale).toBeLessThanOrEqual(16_001);
        for (const number of shown) {
          const { x, y, width, height } = boxes[number]!;
          expect(Math.min(x - whole.x, y - whole.y)).toBeGreaterThanOrEqual(0);
          expect(x + width - whole.x - whole.width).toBeLessThan(1e-3);
          expect(y + height - whole.y - whole.height).toBeLessThan(1e-3);
        }
      }
    }),
  );
});
