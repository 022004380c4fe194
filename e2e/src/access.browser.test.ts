import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { faults } from "./faults.ts";
import { openScene } from "./scene.ts";
import { openPicker, says, tileContent, visit } from "./visitor.ts";
import { openWorld, type World } from "./world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.stop());

test("logging in is accessible", async () => {
  const { page, context } = await visit(world);
  onTestFinished(() => context.close());
  await page.goto(world.tessera.url);
  await page.getByLabel("Password").waitFor();
  expect(await faults(page)).toEqual([]);
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`the sheet, the picker, history, repair and settings are accessible in the ${colorScheme}`, async () => {
    const robin = await openScene(world, { isOwner: true, colorScheme });
    const { page } = robin;
    const followId = await robin.follow("scores", "#scoreboard", "Live scores");
    await says(tileContent(page, "Live scores"), "Live scores");
    expect(await faults(page)).toEqual([]);

    const frame = await openPicker(page, world.tessera.url, robin.sites.scores);
    await frame.locator("#weather h2").click();
    expect(await faults(page)).toEqual([]);
    await page.getByRole("button", { name: "Take this block" }).click();
    await page.getByTitle("How it will look").waitFor();
    expect(await faults(page)).toEqual([]);

    for (const path of [
      `/follows/${followId}/history`,
      `/follows/${followId}/repair`,
      "/settings",
      "/settings/channels",
      "/settings/people",
      "/catalogue",
    ]) {
      await page.goto(world.tessera.url + path);
      await page.getByRole("main").getByRole("heading").first().waitFor();
      expect(await faults(page), path).toEqual([]);
    }
  });
}
