import { expect, test } from "vitest";
import { canSandbox, chromiumFlags, UNWANTED_DEFAULTS } from "./chromium-flags.ts";

test("Chromium goes without its sandbox as root alone, and no flag says otherwise", () => {
  expect([0, 1, 1_000, null].map((uid) => canSandbox(uid))).toEqual([false, true, true, true]);
  expect(canSandbox()).toBe(process.getuid?.() !== 0);
  expect([...chromiumFlags({ webgl: true }), ...UNWANTED_DEFAULTS].filter((flag) => flag.includes("sandbox"))).toEqual(
    [],
  );
});

test("pages have WebGL only where somebody allows it", () => {
  expect(chromiumFlags({ webgl: false })).toContain("--disable-3d-apis");
  expect(chromiumFlags({ webgl: true })).not.toContain("--disable-3d-apis");
});
