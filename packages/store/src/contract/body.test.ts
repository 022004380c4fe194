import fc from "fast-check";
import { expect, test } from "vitest";
import { hashOf, packBody, unpackBody } from "./body.ts";
import { packMemory } from "./packed-memory.ts";

test("what is packed comes out again, whatever it is", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 5_000 }), (content) => {
      const body = packBody(content);
      expect(Buffer.from(unpackBody(body)).equals(Buffer.from(content))).toBe(true);
      expect(body.bytes.length).toBeLessThanOrEqual(content.length);
    }),
  );
});

test("packed bytes are a buffer of their own: no more than them goes to another thread", () => {
  const { bytes } = packBody("a page ".repeat(1_000));
  expect(bytes.buffer.byteLength).toBe(bytes.length);
  const memory = packMemory({ memory: JSON.stringify("words ".repeat(1_000)), dynamics: "null" });
  expect(memory.buffer.byteLength).toBe(memory.length);
});

test("equal contents have one name, written in either form", () => {
  expect(packBody("käse").hash).toBe(hashOf(Buffer.from("käse", "utf8")));
});

test("a flipped bit is a typed failure, never other content", () => {
  const body = packBody("<p>the same words again and again, the same words again and again</p>".repeat(20));
  fc.assert(
    fc.property(fc.nat(body.bytes.length - 1), fc.nat(7), (at, bit) => {
      const bytes = Uint8Array.from(body.bytes);
      bytes[at] = (bytes[at] ?? 0) ^ (1 << bit);
      try {
        expect(hashOf(unpackBody({ ...body, bytes }))).toBe(body.hash);
      } catch (failure) {
        expect(failure).toMatchObject({ name: "StoreFailure", code: "damaged" });
      }
    }),
  );
});
