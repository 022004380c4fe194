import { chmodSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findChromium } from "./chromium-flags.ts";

test("the named browser comes first, then the first that can be run", () => {
  const folder = mkdtempSync(join(tmpdir(), "tessera-"));
  writeFileSync(join(folder, "chromium"), "");
  writeFileSync(join(folder, "google-chrome"), "");
  chmodSync(join(folder, "google-chrome"), 0o755);
  expect(findChromium({ PATH: folder })).toBe(join(folder, "google-chrome"));
  expect(findChromium({ PATH: folder, TESSERA_BROWSER: "/opt/mine" })).toBe("/opt/mine");
  expect(findChromium({ PATH: folder, TESSERA_BROWSER: "auto" })).toBe(findChromium({ PATH: folder }));
  expect(findChromium({ PATH: folder, TESSERA_BROWSER: "off" })).toBeNull();
});

test("a Chromium without windows is taken before one that has them", () => {
  const folder = mkdtempSync(join(tmpdir(), "tessera-"));
  for (const name of ["chromium", "chromium-headless-shell"]) writeFileSync(join(folder, name), "", { mode: 0o755 });
  expect(findChromium({ PATH: folder })).toBe(join(folder, "chromium-headless-shell"));
});
