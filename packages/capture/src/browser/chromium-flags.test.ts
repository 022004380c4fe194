import { expect, test } from "vitest";
import { CHROMIUM_FLAGS, canSandbox, UNWANTED_DEFAULTS } from "./chromium-flags.ts";

test("Chromium goes without its sandbox as root alone, and no flag says otherwise", () => {
  expect([0, 1, 1_000, null].map((uid) => canSandbox(uid))).toEqual([false, true, true, true]);
  expect(canSandbox()).toBe(process.getuid?.() !== 0);
  expect([...CHROMIUM_FLAGS, ...UNWANTED_DEFAULTS].filter((flag) => flag.includes("sandbox"))).toEqual([]);
});
