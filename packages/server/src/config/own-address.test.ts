import { expect, test } from "vitest";
import { ownAddress } from "./read-config.ts";

test.each([
  [{ baseUrl: "https://home.example", host: "0.0.0.0", port: 1 }, "https://home.example"],
  [{ baseUrl: undefined, host: "0.0.0.0", port: 8420 }, "http://127.0.0.1:8420"],
  [{ baseUrl: undefined, host: "::1", port: 8420 }, "http://[::1]:8420"],
  [{ baseUrl: undefined, host: "10.0.0.5", port: 80 }, "http://10.0.0.5:80"],
])("%j is at %s", (config, address) => {
  expect(ownAddress(config)).toBe(address);
});
