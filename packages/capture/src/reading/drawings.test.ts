import fc from "fast-check";
import { expect, test } from "vitest";
import { drawingIn, packDrawings } from "./drawings.ts";

test("every picture comes out as it went in", () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ minLength: 1 }), { minLength: 1, maxLength: 8 }), (pictures) => {
      const packed = packDrawings(pictures)!;
      expect(pictures.map((_, number) => [...drawingIn(packed, number)!])).toEqual(pictures.map((one) => [...one]));
      expect(drawingIn(packed, pictures.length)).toBeNull();
    }),
  );
});

test("a body that is none of ours has no pictures, whatever is in it", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 64 }), fc.integer(), (bytes, number) => {
      const picture = drawingIn(bytes, number);
      expect(picture === null || picture.length <= bytes.length).toBe(true);
    }),
  );
  expect(packDrawings([])).toBeNull();
});
