import fc from "fast-check";
import { expect, test, vi } from "vitest";

vi.stubGlobal("chrome", {});
const { addressOf, wayTo } = await import("./pairing.ts");

test("an address is understood as people write it", () => {
  expect(addressOf("https://tessera.example/sheets/1?x#y")).toBe("https://tessera.example");
  expect(addressOf(" tessera.example/ ")).toBe("https://tessera.example");
  expect(addressOf("192.168.1.20:8420")).toBe("http://192.168.1.20:8420");
  expect(addressOf("tessera.local")).toBe("http://tessera.local");
  expect(addressOf("localhost:8420")).toBe("http://localhost:8420");
  expect(["", "   ", "ftp://x", "http://", "javascript:alert(1)"].map(addressOf)).toEqual([
    null,
    null,
    null,
    null,
    null,
  ]);
});

test("it is said how safe the way there is", () => {
  expect(["https://a.example", "http://127.0.0.1:8420", "http://192.168.1.20"].map(wayTo)).toEqual([
    "safe",
    "this-machine",
    "open",
  ]);
});

test("whatever is written is an address of the web or none", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.webUrl(), fc.domain()), (written) => {
      const address = addressOf(written);
      if (address !== null) expect(new URL(address).origin).toBe(address);
    }),
  );
});
