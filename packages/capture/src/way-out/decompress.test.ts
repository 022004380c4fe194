import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { decompress } from "./decompress.ts";

const CODERS = {
  gzip: gzipSync,
  "x-gzip": gzipSync,
  br: brotliCompressSync,
  zstd: zstdCompressSync,
  deflate: deflateSync,
} as const;

test("every coding that is asked for is undone, alone and one on top of the other", async () => {
  const coding = fc.constantFrom(...(Object.keys(CODERS) as (keyof typeof CODERS)[]));
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ minLength: 1 }), coding, coding, async (bytes, inner, outer) => {
      const body = Buffer.from(bytes);
      expect(await decompress(CODERS[inner](body), inner.toUpperCase(), 1_000)).toEqual(body);
      const twice = CODERS[outer](CODERS[inner](body));
      expect(await decompress(twice, `${inner}, ${outer}`, 100_000)).toEqual(body);
    }),
    { numRuns: 30 },
  );
});

test("deflate is taken raw as well, and identity is nothing", async () => {
  expect(await decompress(deflateRawSync("hello"), "deflate", 100)).toEqual(Buffer.from("hello"));
  expect(await decompress(Buffer.from("hello"), "identity", 100)).toEqual(Buffer.from("hello"));
  expect(await decompress(Buffer.alloc(0), "gzip", 100)).toEqual(Buffer.alloc(0));
});

test.each(Object.entries(CODERS))("a %s bomb stops at the budget", async (coding, coder) => {
  const bomb = coder(Buffer.alloc(50_000_000));
  expect(bomb.length).toBeLessThan(100_000);
  await expect(decompress(bomb, coding, 1_000_000)).rejects.toMatchObject({ code: "too-large" });
});

test("a bomb in a bomb stops as well, and more than two codings are not even begun", async () => {
  const bomb = gzipSync(gzipSync(Buffer.alloc(50_000_000)));
  await expect(decompress(bomb, "gzip, gzip", 1_000_000)).rejects.toMatchObject({ code: "too-large" });
  await expect(decompress(bomb, "gzip, gzip, gzip", 1_000_000)).rejects.toMatchObject({ code: "decompression" });
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
    await expect(decompress(body, coding, 1_000)).rejects.toMatchObject({ code: "decompression" });
  }
});
