import axe from "axe-core";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { openScene } from "./scene.ts";
import { openPicker, says, tileContent, visit } from "./visitor.ts";
import { openWorld, type World } from "./world.ts";

/** WCAG 2.2 AA and all that it contains. */
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.stop());

/** What axe finds wrong on our own page; foreign pages in frames are shown as their authors made them. */
async function faults(page: Page): Promise<readonly string[]> {
  // the policy of the app lets no foreign script in, a test's own included: it goes in by the debugger
  await page.evaluate(axe.source);
  return page.evaluate(async (tags) => {
    const { axe: inPage } = window as unknown as {
      axe: {
        run(
          context: unknown,
          options: unknown,
        ): Promise<{ violations: { id: string; nodes: { target: string[]; failureSummary: string }[] }[] }>;
      };
    };
    const { violations } = await inPage.run(
      { exclude: [["iframe"]] },
      { runOnly: { type: "tag", values: tags }, iframes: false },
    );
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`),
    );
  }, TAGS);
}

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
