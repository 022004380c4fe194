import { createHash } from "node:crypto";
import { TraceWorkerPool } from "@tessera/server";
import { afterAll, expect, test } from "vitest";
import { addAnswer, TracedPage } from "./traced-page.ts";

const pool = new TraceWorkerPool({ threads: 1 });
afterAll(() => pool.stop());

const pageOf = (...stories: readonly string[]): string =>
  `<h1>News</h1><ul>${stories.map((story) => `<li><a href="/${story.length}">${story}</a></li>`).join("")}</ul>`;

async function hashOf(editions: readonly string[]): Promise<string> {
  const page = new TracedPage(pool.workers, "http://127.0.1.1/");
  await page.learn(pageOf("a bridge opens", "trains are late"), ["html[1]/body[1]/ul[1]"]);
  const hash = createHash("sha256");
  for (const html of editions) addAnswer(hash, await page.trace(html));
  return hash.digest("hex");
}

test("the same editions have the same hash in every run, one word more has another", async () => {
  const second = pageOf("a school closes", "a bridge opens");
  const hash = await hashOf([second, pageOf("rain", "a school closes")]);
  expect(await hashOf([second, pageOf("rain", "a school closes")])).toBe(hash);
  expect(await hashOf([second, pageOf("rain", "a school closes early")])).not.toBe(hash);
});
