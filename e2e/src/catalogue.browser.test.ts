import { afterAll, beforeAll, expect, test } from "vitest";
import { openScene } from "./scene.ts";
import { pickerFrame, says, sheetItem, tile } from "./visitor.ts";
import { openWorld, type World } from "./world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.stop());

/** The notice about the water is there at these ticks, and gone at a later one. */
const WITH_WATER = [1, 2, 3];
const WITHOUT_WATER = 20;

test("the catalogue with remove and join: outlined, chosen after a reload, joined across the page, a part that is missed", async () => {
  const robin = await openScene(world);
  const { page } = robin;
  robin.set("notices", { tick: 0, design: 1 });
  const river = await robin.follow("notices", "#river", "River level");
  for (const tick of WITH_WATER) {
    robin.set("notices", { tick });
    await robin.lookAgain(river);
  }
  const { url } = world.tessera;
  const query = new URLSearchParams({ url: robin.sites.notices, sheet: robin.sheetId, show: "blocks" });
  await page.goto(`${url}/pick?${query}`);
  await page.getByRole("button", { name: "Open this page" }).click();
  const frame = await pickerFrame(page);
  const list = page.getByRole("region", { name: "Blocks of the page" });
  await says(list, /Learned from \d captures/);

  // the button is at the corner of the block that is pointed at
  const add = page.getByRole("button", { name: "Add “Opening hours”" });
  const remove = page.getByRole("button", { name: "Remove “Opening hours”" });
  await frame.locator("#hours h2").hover();
  const box = await frame.locator("#hours").boundingBox();
  if (!box) throw new Error("the block is not to be seen");
  await page.mouse.click(box.x + box.width - 30, box.y + 18);
  await sheetItem(page, "Opening hours").waitFor();
  await remove.waitFor();
  await page.reload();
  await remove.waitFor();
  expect(await remove.getAttribute("aria-pressed")).toBe("true");

  await remove.click();
  await add.waitFor();
  await page.getByRole("button", { name: "Undo" }).first().click();
  await remove.waitFor();

  // two that stand in different parts of the page become one tile
  await page.getByRole("checkbox", { name: "Join “Opening hours” with others" }).check();
  await page.getByRole("checkbox", { name: "Join “Drinking water” with others" }).check();
  await page.getByRole("button", { name: "Join into one tile (2)" }).click();
  const title = "Drinking water · Opening hours";
  await sheetItem(page, title).waitFor();
  await robin.toSheet();
  const joined = tile(page, title);
  await says(
    joined.getByRole("region", { name: "Drinking water" }).frameLocator("iframe:not([inert])").locator("body"),
    "Boil tap water",
  );
  await says(
    joined.getByRole("region", { name: "Opening hours" }).frameLocator("iframe:not([inert])").locator("body"),
    "8 to 16",
  );

  const water = (await robin.follows()).find((follow) => follow.title === "Drinking water");
  robin.set("notices", { tick: WITHOUT_WATER });
  await robin.looksLike(water?.id ?? "", "gone");
  await says(joined, "Missing on its page: Drinking water");
}, 240_000);
