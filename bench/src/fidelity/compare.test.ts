import fc from "fast-check";
import { expect, test } from "vitest";
import { seededRandom } from "../seeded-random.ts";
import { compare, inkOf, type Picture, readPicture, shrunk, writePicture } from "./compare.ts";

const [WIDTH, HEIGHT] = [200, 120];

function painted(colourAt: (x: number, y: number) => readonly [number, number, number]): Picture {
  const data = new Uint8Array(WIDTH * HEIGHT * 4).fill(255);
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) data.set(colourAt(x, y), (y * WIDTH + x) * 4);
  }
  return { width: WIDTH, height: HEIGHT, data };
}

/** Lines of words, as a text looks from afar. */
const isInk = (x: number, y: number) => y % 20 < 9 && x % 40 < 31 && (x * 7 + y * 3) % 5 < 3;
const TEXT = painted((x, y) => (isInk(x, y) ? [20, 20, 20] : [255, 255, 255]));
const BLANK = painted(() => [255, 255, 255]);

test("the same picture twice is alike in everything", () => {
  const { ssim, changed, isBlank } = compare(TEXT, TEXT);
  expect({ ssim, changed, isBlank }).toEqual({ ssim: 1, changed: 0, isBlank: false });
});

test("a tile without anything in it is blank, whatever its one colour, and unlike the page", () => {
  for (const tile of [BLANK, painted(() => [0, 0, 0]), painted((x) => [250, 250, 250 + (x % 5)])]) {
    const { ssim, isBlank } = compare(TEXT, tile);
    expect(isBlank).toBe(true);
    expect(ssim).toBeLessThan(0.7);
  }
});

test("a box without anything in it is blank where the page has text, and is not where the page has boxes only", () => {
  const box = painted((x, y) => (x > 20 && x < 180 && y < 56 ? [16, 21, 31] : [255, 255, 255]));
  expect(compare(TEXT, box).isBlank).toBe(true);
  expect(compare(box, box).isBlank).toBe(false);
});

test("a tile is not called blank where its page shows nothing either", () => {
  expect(compare(BLANK, BLANK)).toMatchObject({ isBlank: false, ssim: 1 });
});

test("text of the colour of its ground cannot be seen", () => {
  expect(inkOf(painted((x, y) => (isInk(x, y) ? [30, 30, 40] : [20, 20, 20])))).toBe(0);
});

test("a block that stands one pixel beside is as good as the same, two beside is not", () => {
  const shifted = (by: number) => painted((x, y) => (isInk(x - by, y - by) ? [20, 20, 20] : [255, 255, 255]));
  expect(compare(TEXT, shifted(1)).ssim).toBeGreaterThan(0.98);
  expect(compare(TEXT, shifted(-1)).ssim).toBeGreaterThan(0.98);
  expect(compare(TEXT, shifted(3)).ssim).toBeLessThan(0.9);
});

test("faint noise costs little, strong noise much", () => {
  const noisy = (amount: number) => {
    const random = seededRandom(7);
    return painted((x, y) => {
      const base = isInk(x, y) ? 20 : 235;
      const value = Math.max(0, Math.min(255, base + Math.round((random() - 0.5) * amount)));
      return [value, value, value];
    });
  };
  const quiet = noisy(0);
  const [faint, strong] = [compare(quiet, noisy(6)).ssim, compare(quiet, noisy(200)).ssim];
  expect(faint).toBeGreaterThan(0.95);
  expect(strong).toBeLessThan(0.85);
});

test("another colour of the same brightness is seen as changed pixels", () => {
  const [red, blue] = [
    painted((x, y) => (isInk(x, y) ? [255, 0, 0] : [255, 255, 255])),
    painted((x, y) => (isInk(x, y) ? [0, 54, 255] : [255, 255, 255])),
  ];
  expect(compare(red, blue).changed).toBeGreaterThan(0.05);
});

test("a tile of another size is compared from the top left corner", () => {
  const half = { width: WIDTH, height: HEIGHT / 2, data: TEXT.data.subarray(0, WIDTH * (HEIGHT / 2) * 4) };
  const { ssim } = compare(TEXT, half);
  expect(ssim).toBeGreaterThan(0.3);
  expect(ssim).toBeLessThan(0.9);
});

test("a picture shrunk by half has the mean of four pixels in each, and one colour stays that colour", () => {
  const checks = painted((x, y) => ((x + y) % 2 === 0 ? [200, 100, 0] : [100, 100, 100]));
  const { width, height, data } = shrunk(checks, 0.5);
  expect([width, height]).toEqual([WIDTH / 2, HEIGHT / 2]);
  expect([...data.subarray(0, 8)]).toEqual([150, 100, 50, 255, 150, 100, 50, 255]);
  const plain = shrunk(
    painted(() => [10, 20, 30]),
    0.37,
  );
  expect(plain.data.every((value, at) => value === [10, 20, 30, 255][at % 4])).toBe(true);
});

test("any two pictures of any size can be compared", () => {
  const picture = fc
    .record({ width: fc.integer({ min: 1, max: 40 }), height: fc.integer({ min: 1, max: 40 }), seed: fc.integer() })
    .map(({ width, height, seed }) => {
      const random = seededRandom(seed);
      return { width, height, data: Uint8Array.from({ length: width * height * 4 }, () => random() * 256) };
    });
  fc.assert(
    fc.property(picture, picture, (page, tile) => {
      const { ssim, changed, difference } = compare(page, tile);
      expect(ssim).toBeGreaterThanOrEqual(-1);
      expect(ssim).toBeLessThanOrEqual(1.000001);
      expect(changed).toBeGreaterThanOrEqual(0);
      expect(readPicture(writePicture(difference)).width).toBe(difference.width);
    }),
    { numRuns: 50 },
  );
});
