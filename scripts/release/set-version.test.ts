import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { manifestOf } from "../build/manifest.ts";
import { ROOT } from "../build/stamp.ts";
import { dateChangelog, setVersion } from "./set-version.ts";

const folder = mkdtempSync(join(tmpdir(), "tessera-release-"));
afterAll(() => rmSync(folder, { recursive: true }));

function put(path: string, content: object): void {
  mkdirSync(join(folder, path, ".."), { recursive: true });
  writeFileSync(join(folder, path), `${JSON.stringify(content, null, 2)}\n`);
}

test("every package of the repository has the root's version", () => {
  expect(setVersion(ROOT, manifestOf(".").version, { write: false })).toEqual([]);
});

test("a new version is written wherever the old one stands, and nowhere else", () => {
  put("package.json", { version: "1.0.0", workspaces: ["packages/*"] });
  put("packages/one/package.json", { version: "1.0.0", dependencies: { "@tessera/two": "1.0.0", left: "1.0.0" } });
  const locked = { "": { version: "1.0.0" }, "node_modules/left": { version: "1.0.0" } };
  put("package-lock.json", { version: "1.0.0", packages: locked });
  expect(setVersion(folder, "1.1.0", { write: true })).toEqual([
    "package.json",
    "packages/one/package.json",
    "package-lock.json",
  ]);
  const one = JSON.parse(readFileSync(join(folder, "packages/one/package.json"), "utf8"));
  expect(one).toEqual({ version: "1.1.0", dependencies: { "@tessera/two": "1.1.0", left: "1.0.0" } });
  const lock = JSON.parse(readFileSync(join(folder, "package-lock.json"), "utf8"));
  expect(lock.packages).toEqual({ "": { version: "1.1.0" }, "node_modules/left": { version: "1.0.0" } });
});

test("the changelog keeps what was unreleased under its version", () => {
  const before = "# Changelog\n\n## Unreleased\n\n- New.\n\n## 1.0.0\n\n- Old.\n";
  expect(dateChangelog(before, "1.1.0")).toBe(
    "# Changelog\n\n## Unreleased\n\n## 1.1.0\n\n- New.\n\n## 1.0.0\n\n- Old.\n",
  );
  expect(() => dateChangelog("# Changelog\n\n## Unreleased\n\n## 1.0.0\n", "1.1.0")).toThrow(
    "nothing under Unreleased",
  );
});
