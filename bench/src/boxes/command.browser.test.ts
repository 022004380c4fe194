import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { chromiumsOf } from "../data/box-file.ts";
import { readCases } from "../data/cases.ts";
import { PageCache } from "../data/page-cache.ts";
import { run } from "./command.ts";

const PAGE = `<!doctype html><head><noscript><img src="https://example.invalid/a.png"></noscript>
  <meta http-equiv="refresh" content="0; url=https://example.invalid/"></head>
  <body onload="document.body.innerHTML = ''" style="margin: 0"><p style="height: 40px; margin: 0">one</p>
  <script>document.body.innerHTML = "";</script><p id="block" style="height: 30px; margin: 0">two</p><p hidden>three</p>`;

test("labelled pages get their boxes once, with scripts and network off", async () => {
  const folder = mkdtempSync(join(tmpdir(), "boxes-"));
  const said = vi.spyOn(console, "log").mockImplementation(() => {});
  try {
    mkdirSync(join(folder, "pages"));
    writeFileSync(join(folder, "pages/1.html"), PAGE);
    const versions = [{ file: "pages/1.html", path: "html[1]/body[1]/p[2]" }];
    writeFileSync(join(folder, "cases.jsonl"), JSON.stringify({ id: "a", site: "b", kind: "c", versions }));
    await run(["--data", folder]);
    await run(["--data", folder]);
    expect(said.mock.calls.flat()).toEqual([
      "known 0, rendered 1, differing 0, failed 0",
      "known 1, rendered 0, differing 0, failed 0",
    ]);
    expect(chromiumsOf(folder)).toEqual([expect.stringMatching(/^\d+\.\d+\.\d+\.\d+$/)]);
    const [labelled] = readCases(folder);
    const tree = new PageCache({ boxes: true }).treeOf(labelled!, labelled!.versions[0]!);
    const body = 4;
    expect(tree.tagNames[tree.tag[body]!]).toBe("p");
    expect([...tree.boxes!.slice(body * 4, body * 4 + 4)]).toEqual([0, 0, 1280, 40]);
    expect([...tree.boxes!.slice(-4)]).toEqual([-1, -1, -1, -1]);
    expect(new PageCache().treeOf(labelled!, labelled!.versions[0]!).boxes).toBeNull();
  } finally {
    said.mockRestore();
    rmSync(folder, { recursive: true });
  }
});
