import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { tessera } from "../tessera.fixture.ts";

test("the reference page is the one of these verbs: `tessera help --markdown` writes it", async () => {
  const page = readFileSync(new URL("../../../../docs/guide/command-line.md", import.meta.url), "utf8");
  expect(`${(await tessera("help", "--markdown")).out}\n`).toBe(page);
});
