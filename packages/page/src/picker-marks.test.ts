import fc from "fast-check";
import { expect, test } from "vitest";
import { isOver, LABEL_GAP, spreadBoxes } from "./picker-marks.ts";
import type { FrameBox } from "./picker-messages.ts";

const size = fc.integer({ min: 1, max: 60 });
const box = fc.tuple(fc.nat(200), fc.nat(200), size, size) as fc.Arbitrary<FrameBox>;

test("labels in the same corner stand side by side, and go on below where there is no room", () => {
  const corner: FrameBox = [10, 10, 20, 18];
  const [first, second, third] = spreadBoxes([corner, corner, corner], 60);
  expect(first).toEqual(corner);
  expect(second).toEqual([30 + LABEL_GAP, 10, 20, 18]);
  expect(third).toEqual([10, 28 + LABEL_GAP, 20, 18]);
});

test("no label covers another, none changes its size, and those that were free stay", () => {
  fc.assert(
    fc.property(fc.array(box, { maxLength: 25 }), (boxes) => {
      const places = spreadBoxes(boxes, 260);
      for (const [index, place] of places.entries()) {
        expect(places.slice(0, index).some((other) => isOver(other, place))).toBe(false);
        expect(place.slice(2)).toEqual(boxes[index]!.slice(2));
        const isFree = !boxes.some((other, at) => at !== index && isOver(other, boxes[index]!));
        const isUntouched = !places.slice(0, index).some((other) => isOver(other, boxes[index]!));
        if (isFree && isUntouched) expect(place).toEqual(boxes[index]);
      }
    }),
  );
});
