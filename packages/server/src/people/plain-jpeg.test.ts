import fc from "fast-check";
import { expect, test } from "vitest";
import { SMALL_JPEG, segment, withSegments } from "./plain-jpeg.fixture.ts";
import { plainJpeg } from "./plain-jpeg.ts";

test("a picture without any words is kept as it is", () => {
  expect(plainJpeg(SMALL_JPEG)).toEqual(SMALL_JPEG);
});

test("where, when and by whom it was taken is left out, wherever it stands", () => {
  const words = fc.string({ maxLength: 300 });
  const said = fc.tuple(fc.constantFrom(0xe0, 0xe1, 0xe2, 0xed, 0xef, 0xfe), words).map(([at, it]) => segment(at, it));
  fc.assert(
    fc.property(fc.array(said, { maxLength: 8 }), fc.uint8Array({ maxLength: 200 }), (segments, after) => {
      expect(plainJpeg(Buffer.concat([withSegments(...segments), after]))).toEqual(SMALL_JPEG);
    }),
  );
});

test("how its colours are meant stays", () => {
  const adobe = segment(0xee, "Adobe\0d\0\0\0\0\0");
  expect(plainJpeg(withSegments(adobe))?.includes("Adobe")).toBe(true);
});

test("a part of a picture, another format and anything else is none", () => {
  for (let length = 0; length < SMALL_JPEG.length; length++) {
    expect(plainJpeg(SMALL_JPEG.subarray(0, length))).toBeNull();
  }
  const others = ["<svg onload=alert(1)>", "GIF89a", "\u0089PNG\r\n", "<!doctype html><script>1</script>"];
  for (const other of others) expect(plainJpeg(Buffer.from(other))).toBeNull();
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
      const made = plainJpeg(bytes);
      expect(made === null || made.length <= bytes.length).toBe(true);
    }),
  );
});

test("whatever comes of any bytes is plain already", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(SMALL_JPEG.length - 1), fc.nat(255)), { maxLength: 4 }), (changes) => {
      const bytes = Buffer.from(withSegments(segment(0xe1, "Exif")));
      for (const [at, value] of changes) bytes[at] = value;
      const made = plainJpeg(bytes);
      if (made) expect(plainJpeg(made)).toEqual(made);
    }),
  );
});

test("more pixels than anybody can see are refused", () => {
  const large = Buffer.from(SMALL_JPEG);
  const frame = large.indexOf(Buffer.from([0xff, 0xc2]));
  large.writeUInt16BE(20_000, frame + 5);
  expect(plainJpeg(large)).toBeNull();
});
