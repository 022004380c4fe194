import fc from "fast-check";
import { expect, test } from "vitest";
import { placeBelow } from "./place-below.ts";

const room = { width: 1000, height: 800 };
const button = { left: 500, right: 530, top: 100, bottom: 130 };

test("it opens below, its end at the end of the button", () => {
  expect(placeBelow(button, { width: 200, height: 300 }, { room, isRtl: false })).toEqual({ left: 330, top: 134 });
  expect(placeBelow(button, { width: 200, height: 300 }, { room, isRtl: true })).toEqual({ left: 500, top: 134 });
});

test("it opens above where there is no room below", () => {
  const low = { ...button, top: 700, bottom: 730 };
  expect(placeBelow(low, { width: 200, height: 300 }, { room, isRtl: false }).top).toBe(396);
});

test("whatever fits into the window stays inside it", () => {
  fc.assert(
    fc.property(
      fc.tuple(fc.nat(1000), fc.nat(800)),
      fc.tuple(fc.nat(980), fc.nat(780)),
      fc.boolean(),
      (at, size, isRtl) => {
        const [[x, y], [width, height]] = [at, size];
        const anchor = { left: x, right: x + 30, top: y, bottom: y + 30 };
        const { left, top } = placeBelow(anchor, { width, height }, { room, isRtl });
        expect(left).toBeGreaterThanOrEqual(8);
        expect(top).toBeGreaterThanOrEqual(8);
        expect(left + width).toBeLessThanOrEqual(Math.max(room.width - 8, width + 8));
        expect(top + height).toBeLessThanOrEqual(Math.max(room.height - 8, height + 8));
      },
    ),
  );
});
