import { afterEach, expect, test } from "vitest";
import { type FakeServer, fakeServer } from "../mount/fake-server.fixture.ts";
import { type Mounted, mounted } from "../mount/mounted.fixture.ts";
import Savings from "./Savings.svelte";

const PATIENCE = { timeout: 30_000 };

let server: FakeServer;
let shown: Mounted;
afterEach(async () => {
  await shown.close();
  server.close();
});

test.each([
  [0, "Markup alone, compressed: without images, styles and scripts."],
  [1, "With images and scripts, as far as known: of 1 of 3 pages; styles and fonts count for both."],
  [3, "With images and scripts; styles and fonts count for both."],
])("of three pages %i were seen in a browser: it is said what is counted", async (renderedPages, words) => {
  const counts = { shownBytes: 500, totalBytes: 12_500, avoidedShare: 0.96, pages: 3, renderedPages };
  server = await fakeServer({ "GET /sheets/s/savings": () => counts });
  shown = mounted(Savings, { sheets: { list: [{ id: "s", title: "Home" }] } as never });
  await expect.poll(() => shown.text(), PATIENCE).toContain("12 kB (96%) smaller");
  expect(shown.text()).toMatch(new RegExp(`${words.replaceAll(".", "\\.")}\\s*$`));
});
