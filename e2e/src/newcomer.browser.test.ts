import { logIn } from "@tessera/demo";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addBlock, pickerFrame, read, says, tileContent, toSheet, visit } from "./visitor.ts";
import { openWorld, type World } from "./world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld({ hasOwner: false });
});
afterAll(() => world.stop());

test("a newcomer has three live blocks on a sheet and has typed nothing but a URL", async () => {
  world.clock.set("news", { tick: 5 });
  const { page, errors } = await visit(world);
  await page.goto(world.tessera.setUpUrl ?? "");
  await page.getByLabel("Your name, as others see it").fill("Robin");
  await page.getByLabel("Login name").fill("robin");
  await page.getByLabel("Password").fill("a-long-enough-password");
  await page.getByRole("button", { name: "Create my account" }).click();
  await page.waitForURL(/\/sheets\//);

  await page
    .getByLabel("Address of a page")
    .first()
    .fill(world.sites.news ?? "");
  await page.keyboard.press("Enter");
  for (const [selector, title] of [
    ["#latest-news h2", "Latest news"],
    ["#markets h2", "Markets"],
    ["#most-read h2", "Most read"],
  ] as const) {
    const frame = await pickerFrame(page);
    await addBlock(page, frame.locator(selector), title);
  }
  await toSheet(page);
  await says(tileContent(page, "Latest news"), /\d\d:\d\d/);
  await says(tileContent(page, "Markets"), "Herring");
  await says(tileContent(page, "Most read"), "Most read");

  // and they live: the source changes, the sheet follows without a reload
  const before = await read(tileContent(page, "Latest news"));
  world.clock.set("news", { tick: 9 });
  const api = await logIn(world.tessera.url, "robin", "a-long-enough-password");
  const { items } = await api.ask<{ items: { id: string; title: string }[] }>("GET", "/follows");
  await api.ask("POST", `/follows/${items.find(({ title }) => title === "Latest news")?.id}/check`);
  await expect.poll(() => read(tileContent(page, "Latest news")), { timeout: 60_000 }).not.toBe(before);
  expect(errors).toEqual([]);
});
