import { brotliCompressSync, gzipSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { readHttpMessage } from "./warc.ts";

const message = (fields: string, body: Buffer | string) =>
  Buffer.concat([Buffer.from(`HTTP/1.1 200 OK\r\n${fields}\r\n\r\n`), Buffer.from(body)]);

/** Cuts a body into chunks of the given sizes. */
function inChunks(body: Buffer, sizes: readonly number[]): Buffer {
  const parts: Buffer[] = [];
  let at = 0;
  for (const size of [...sizes, body.length]) {
    const chunk = body.subarray(at, at + size);
    if (chunk.length === 0) continue;
    parts.push(Buffer.from(`${chunk.length.toString(16)};ext=1\r\n`), chunk, Buffer.from("\r\n"));
    at += chunk.length;
  }
  return Buffer.concat([...parts, Buffer.from("0\r\n\r\n")]);
}

test("chunks and codings are undone", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ minLength: 1 }),
      fc.array(fc.integer({ min: 1, max: 50 })),
      async (bytes, sizes) => {
        const body = Buffer.from(bytes);
        const sent = inChunks(gzipSync(body), sizes);
        const read = await readHttpMessage(
          message("Transfer-Encoding: chunked\r\nContent-Encoding: gzip", sent),
          10_000,
        );
        expect(read?.body).toEqual(body);
      },
    ),
    { numRuns: 30 },
  );
});

test("a body that was undone before it was kept is taken as it is", async () => {
  const fields = "Transfer-Encoding: chunked\r\nContent-Encoding: br\r\nContent-Type: text/html";
  expect((await readHttpMessage(message(fields, "<p>plain"), 1_000))?.body.toString()).toBe("<p>plain");
});

test("bombs and damage are typed; what is no answer is none", async () => {
  const bomb = brotliCompressSync(Buffer.alloc(10_000_000));
  await expect(readHttpMessage(message("Content-Encoding: br", bomb), 1_000)).rejects.toMatchObject({
    code: "too-large",
  });
  await expect(readHttpMessage(message("Content-Encoding: br", "\u0001\u0002"), 1_000)).rejects.toMatchObject({
    code: "decompression",
  });
  for (const text of ["", "GET / HTTP/1.1\r\n\r\n", "HTTP/1.1 200 OK", "\r\n\r\n"]) {
    expect(await readHttpMessage(Buffer.from(text), 1_000)).toBeNull();
  }
});

test("fields are read over folded lines, whatever their case", async () => {
  const read = await readHttpMessage(
    message("CONTENT-type: text/html;\r\n charset=utf-8\r\nnonsense\r\nX: 1\r\nX: 2", ""),
    10,
  );
  expect(Object.fromEntries(read?.fields ?? [])).toEqual({ "content-type": "text/html; charset=utf-8", x: "1" });
});
