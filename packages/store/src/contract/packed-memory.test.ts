import fc from "fast-check";
import { expect, test } from "vitest";
import { packMemory, unpackMemory } from "./packed-memory.ts";
import { StoreFailure } from "./store-failure.ts";

const json = fc.jsonValue().map((value) => JSON.stringify(value));

test("what is packed comes back, whatever is in it", () => {
  fc.assert(
    fc.property(
      fc.record({ memory: json, dynamics: json, rest: json }, { requiredKeys: ["memory", "dynamics"] }),
      (remembered) => {
        expect(unpackMemory(packMemory(remembered))).toEqual(remembered);
      },
    ),
  );
});

test("bytes that nobody packed are damaged, and nothing worse", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      expect(() => unpackMemory(bytes)).toThrow(StoreFailure);
    }),
  );
  const packed = packMemory({ memory: JSON.stringify("x".repeat(500)), dynamics: "null" });
  for (let at = 0; at < packed.length; at++) {
    const broken = packed.map((byte, index) => (index === at ? byte ^ 1 : byte));
    expect(() => expect(unpackMemory(broken).dynamics).toBe("null")).not.toThrow(TypeError);
  }
  expect(() => unpackMemory(packed.subarray(0, -3))).toThrow(StoreFailure);
});
