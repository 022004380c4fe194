import { afterEach, beforeEach, expect, test } from "vitest";
import { EXIT } from "../command/verb.ts";
import { openTestInstance, type Ran, type TestInstance, tesseraWith } from "../tessera.fixture.ts";

let instance: TestInstance;
const run = (...args: string[]): Promise<Ran> => tesseraWith({ environment: instance.environment }, ...args);

beforeEach(async () => {
  instance = await openTestInstance();
  await run("user", "add", "ada");
});
afterEach(() => instance.close());

test("a sheet with quotes in its title is searched by it, whatever quotes they are", async () => {
  instance.setPage("<!doctype html><title>Town</title><main><p>News of the town</p></main>");
  await run("follow", instance.url, "--css", "p", "--title", "News", "--sheet", "The „New“ “Town”");
  await run("follow", instance.url, "--css", "main", "--title", "Paper", "--sheet", "The Old Town");
  const found = await run("search", "news", "--sheet", "The „New“ “Town”");
  expect([found.exitCode, found.out]).toEqual([EXIT.ok, expect.stringContaining("News")]);
  expect(found.out).not.toContain("Paper");
  expect((await run("search", "news", "--sheet", "The „Old“ Town")).out).toMatch(/Paper/);
});
