import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { run } from "./command.ts";

let folder: string;
const said: string[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "fidelity-"));
  said.length = 0;
  vi.spyOn(console, "log").mockImplementation((line) => void said.push(String(line)));
});

afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

test("three techniques are opened, followed, shown and compared to the end", async () => {
  const only = ["text overflow", "quotes", "data table made by a script"];
  const figures = join(folder, "figures.md");
  await run([...only.flatMap((name) => ["--only", name]), "--pictures", folder, "--figures", figures]);
  const lines = only.map((name) => said.find((line) => line.startsWith(`${name} | `)));
  expect(lines.map((line) => line?.split(" | ")[6])).toEqual(["shown", "shown", "shown"]);
  expect(lines[2]).toContain("| browser |");
  expect(said.at(-2)).toContain("3 blocks\nover 0.95 SSIM: 100.0 %");
  for (const picture of ["page", "tile", "difference"]) {
    expect(existsSync(join(folder, "quotes", `${picture}.png`))).toBe(true);
  }
  expect(readFileSync(join(folder, "index.html"), "utf8")).toContain("quotes/tile.png");
  expect(readFileSync(figures, "utf8")).toContain("| quotes |");
});

test("the blocks that are offered on saved pages are compared, each with its title", async () => {
  const site = join(folder, "sites/harbour");
  mkdirSync(site, { recursive: true });
  const list = (title: string) =>
    `<section><h2>${title}</h2><ul>${["one", "two", "three"].map((word) => `<li><a href="/${word}">The ${word} about ${title} and the sea</a></li>`).join("")}</ul></section>`;
  writeFileSync(
    join(site, "index.html"),
    `<!doctype html><title>Harbour</title><main>${list("Ferries")}${list("Tides")}</main>`,
  );
  await run(["--sites", join(folder, "sites"), "--blocks", "2"]);
  const blocks = said.filter((line) => line.startsWith("harbour/index.html ") && line.includes(" | "));
  expect(blocks.length).toBeGreaterThan(0);
  expect(blocks.every((line) => line.includes("| shown |"))).toBe(true);
  expect(
    blocks.every((line) => / \| "(?:Ferries"|Tides"|Ferries · Tides"|Harbour" \(the page's name\))$/.test(line)),
  ).toBe(true);
});
