import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { readWebFiles } from "./web-files.ts";

test("files of the app are kept plain and compressed, by the path of their address", () => {
  const directory = mkdtempSync(join(tmpdir(), "tessera-web-files-"));
  const script = "console.log('again and again');\n".repeat(100);
  mkdirSync(join(directory, "assets"));
  writeFileSync(join(directory, "assets", "app-1.js"), script);
  writeFileSync(join(directory, "index.html"), "x");
  writeFileSync(join(directory, "secret.key"), "not of the app");
  const files = readWebFiles(directory);
  expect([...files.keys()].sort()).toEqual(["/assets/app-1.js", "/index.html"]);
  const app = files.get("/assets/app-1.js");
  expect(app?.isImmutable).toBe(true);
  expect(gunzipSync(app?.gzip ?? Buffer.alloc(0)).toString()).toBe(script);
  // nothing is gained by packing one letter
  expect(files.get("/index.html")?.gzip).toBeNull();
});

test("without a built app there are no files", () => {
  expect(readWebFiles(join(tmpdir(), "tessera-no-such-directory")).size).toBe(0);
});
