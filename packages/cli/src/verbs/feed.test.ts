import { afterEach, beforeEach, expect, test } from "vitest";
import { openTestInstance, type Ran, type TestInstance, tesseraWith } from "../tessera.fixture.ts";

let instance: TestInstance;
const run = (...args: string[]): Promise<Ran> => tesseraWith({ environment: instance.environment }, ...args);

beforeEach(async () => {
  instance = await openTestInstance();
  await run("user", "add", "ada");
});
afterEach(() => instance.close());

const item = (name: string, day: number): string =>
  `<item><guid>${name}</guid><title>${name}</title><pubDate>${new Date(Date.UTC(2026, 0, day)).toUTCString()}</pubDate></item>`;
const feedOf = (...items: string[]): string =>
  `<?xml version="1.0"?><rss version="2.0"><channel><title>The Herald</title>${items.join("")}</channel></rss>`;

test("what was read counts for nothing among the unread, however late it is", async () => {
  const read = [item("Fair", 30), item("Storm", 29), item("Ferry", 28)];
  instance.setPage(feedOf(...read));
  expect((await run("follow", instance.url, "--title", "Herald")).error).toBe("");
  const titles = async (...args: string[]) =>
    (await run("feed", "Herald", "--json", ...args)).json().map((each) => (each as { title: string }).title);
  expect(await titles("--unread")).toEqual([]);
  expect(await titles("--limit", "2")).toEqual(["Fair", "Storm"]);
  instance.setPage(feedOf(...read, item("Late", 2), item("Later", 1)));
  await run("check", "Herald");
  expect(await titles("--unread", "--limit", "1", "--mark-read")).toEqual(["Late"]);
  expect(await titles("--unread")).toEqual(["Later"]);
  expect(await titles("--limit", "1000")).toHaveLength(5);
});
