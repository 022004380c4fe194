import { buffer } from "node:stream/consumers";
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decompress, decompressed } from "./decompress.ts";

const CODERS = {
  gzip: gzipSync,
  "x-gzip": gzipSync,
  br: brotliCompressSync,
  zstd: zstdCompressSync,
  deflate: deflateSync,
} as const;

/** The same in pieces of a few bytes. */
const inPieces: typeof decompress = async (body, coding, maxBytes) => {
  async function* pieces() {
    for (let at = 0; at < body.length; at += 7) yield body.subarray(at, at + 7);
  }
  return buffer(decompressed(pieces(), coding, maxBytes));
};

describe.each([
  ["at once", decompress],
  ["piece by piece", inPieces],
] as const)("%s", (_, undo) => {
  test("every coding that is asked for is undone, alone and one on top of the other", async () => {
    const coding = fc.constantFrom(...(Object.keys(CODERS) as (keyof typeof CODERS)[]));
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 1 }), coding, coding, async (bytes, inner, outer) => {
        const body = Buffer.from(bytes);
        expect(await undo(CODERS[inner](body), inner.toUpperCase(), 1_000)).toEqual(body);
        const twice = CODERS[outer](CODERS[inner](body));
        expect(await undo(twice, `${inner}, ${outer}`, 100_000)).toEqual(body);
      }),
      { numRuns: 30 },
    );
  });

  test("deflate is taken raw as well, and identity is nothing", async () => {
    expect(await undo(deflateRawSync("hello"), "deflate", 100)).toEqual(Buffer.from("hello"));
    expect(await undo(Buffer.from("hello"), "identity", 100)).toEqual(Buffer.from("hello"));
    expect(await undo(Buffer.alloc(0), "gzip", 100)).toEqual(Buffer.alloc(0));
  });

  test.each(Object.entries(CODERS))("a %s bomb stops at the budget", async (coding, coder) => {
    const bomb = coder(Buffer.alloc(50_000_000));
    expect(bomb.length).toBeLessThan(100_000);
    await expect(undo(bomb, coding, 1_000_000)).rejects.toMatchObject({ code: "too-large" });
  });

  test("a bomb in a bomb stops as well, and more than two codings are not even begun", async () => {
    const bomb = gzipSync(gzipSync(Buffer.alloc(50_000_000)));
    await expect(undo(bomb, "gzip, gzip", 1_000_000)).rejects.toMatchObject({ code: "too-large" });
    await expect(undo(bomb, "gzip, gzip, gzip", 1_000_000)).rejects.toMatchObject({ code: "decompression" });
  });

  test("damaged, cut off and unknown codings are typed", async () => {
    const whole = gzipSync("hello ".repeat(100));
    for (const [body, coding] of [
      [whole.subarray(0, 20), "gzip"],
      [Buffer.from("not compressed at all"), "gzip"],
      [Buffer.from("not compressed at all"), "br"],
      [Buffer.from("not compressed at all"), "zstd"],
      [whole, "compress"],
      [whole, "__proto__"],
      [whole, "constructor"],
    ] as const) {
      await expect(undo(body, coding, 1_000)).rejects.toMatchObject({ code: "decompression" });
    }
  });
});

test("what breaks off before a coding is undone fails as it broke", async () => {
  async function* broken() {
    yield gzipSync("hello ".repeat(100)).subarray(0, 10);
    throw new RangeError("gone");
  }
  await expect(buffer(decompressed(broken(), "gzip", 1_000))).rejects.toThrow(RangeError);
});
