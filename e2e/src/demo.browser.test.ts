import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDemo, TICK_MS } from "@tessera/demo";
import { chromium } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { launchOptions } from "../../scripts/browser-path.ts";
import { visitDemo } from "./demo-visitor.ts";
import { logInTo } from "./visitor.ts";
import { buildApp } from "./world.ts";

/** The story runs so many times faster, and stands still when all questions were asked. */
const SPEED = 8;
const LAST_TICK = 100;

test("a visitor of the demo answers every question while the pages go on changing, and has nothing to complain about", {
  timeout: 300_000,
}, async () => {
  buildApp();
  const data = mkdtempSync(join(tmpdir(), "tessera-demo-"));
  const startMs = Date.now();
  const storyMs = (): number => Math.min((Date.now() - startMs) * SPEED, startOfStory + LAST_TICK * TICK_MS);
  let startOfStory = Number.POSITIVE_INFINITY;
  const demo = await openDemo({ data, port: 0, firstSitePort: 0, password: "sits-in-front-of-it", now: storyMs });
  startOfStory = storyMs();
  onTestFinished(async () => {
    await demo.stop();
    rmSync(data, { recursive: true, force: true });
  });
  const browser = await chromium.launch(launchOptions());
  onTestFinished(() => browser.close());
  const page = await browser.newPage({ viewport: { width: 1_400, height: 1_100 }, locale: "en-GB" });
  await logInTo(page, demo.url, demo.owner);
  const { answers, failures, wrong } = await visitDemo(page, {
    sheetUrl: page.url(),
    isOver: () => storyMs() >= startOfStory + LAST_TICK * TICK_MS,
    thinkMs: 3_000,
  });
  expect({ failures, wrong }).toEqual({ failures: [], wrong: [] });
  expect(answers.filter(({ hasStuck }) => !hasStuck)).toEqual([]);
  const asked = new Set(answers.map(({ title }) => title));
  // which of them are asked about depends on the versions that the checks happen to see
  expect(["Latest news", "Public notices", "River level"]).toEqual(expect.arrayContaining([...asked]));
  expect(asked.size).toBeGreaterThan(0);
});
