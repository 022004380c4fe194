import { afterAll, beforeAll, expect, test } from "vitest";
import { openScene } from "./scene.ts";
import { PATIENCE_MS, read, says, tile, tileContent, visit } from "./visitor.ts";
import { openWorld, type World } from "./world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.stop());

const picture = (name: string) => (process.env.PICTURES ? { path: `${process.env.PICTURES}/${name}.png` } : null);

test("a sheet is shared in its dialog, appears with the other person, live, and is gone when that ends", async () => {
  const [ada, bob] = [await openScene(world), await openScene(world)];
  ada.set("news", { tick: 20 });
  const id = await ada.follow("news", "#most-read", "Most read");
  await ada.toSheet();
  await ada.page.getByRole("button", { name: "Share this sheet" }).click();
  await ada.page.getByLabel("Login name").fill(bob.account.name);
  await ada.page.getByRole("button", { name: "Share", exact: true }).click();
  await ada.page.getByRole("button", { name: /^Stop sharing with/ }).waitFor();
  const shot = picture("dialog");
  if (shot) await ada.page.screenshot(shot);
  // the tab comes by itself
  await bob.page.locator(`nav a[href="/sheets/${ada.sheetId}"]`).click();
  await tile(bob.page, "Most read").waitFor();
  expect(await bob.page.getByRole("button", { name: "Sheet appearance" }).count()).toBe(0);
  await says(tileContent(bob.page, "Most read"), "Most read");
  const before = await read(tileContent(bob.page, "Most read"));
  await ada.change(id, "news", { tick: 25 });
  await expect.poll(() => read(tileContent(bob.page, "Most read")), { timeout: PATIENCE_MS }).not.toBe(before);
  const viewed = picture("viewer");
  if (viewed) await bob.page.screenshot(viewed);
  await ada.page.getByRole("button", { name: /^Stop sharing with/ }).click();
  await expect
    .poll(() => bob.page.locator(`nav a[href="/sheets/${ada.sheetId}"]`).count(), { timeout: PATIENCE_MS })
    .toBe(0);
});

test("a link opens in a browser without an account, turns the sheets of a wall, and ends while it is open", async () => {
  const ada = await openScene(world);
  const note = (title: string, text: string) => ({
    content: { kind: "note", title, text },
    place: { x: 0, y: 0, width: 6, height: 4 },
  });
  await ada.api.ask("POST", `/sheets/${ada.sheetId}/tiles`, note("To do", "buy milk"));
  // on a private host: strangers are not shown it
  await ada.follow("scores", ".match", "Match");
  const { id: other } = await ada.api.ask<{ readonly id: string }>("POST", "/sheets", { title: "Second" });
  await ada.api.ask("POST", `/sheets/${other}/tiles`, note("Later", "call home"));
  const { id, url } = await ada.api.ask<{ readonly id: string; readonly url: string }>("POST", "/gadgets", {
    ...{ sheetId: ada.sheetId, face: "link", wall: { sheetIds: [other], seconds: 5 } },
  });
  const stranger = await visit(world);
  await stranger.page.goto(url);
  await says(stranger.page.locator("main:not([hidden])"), "buy milk");
  await says(stranger.page.locator("main:not([hidden])"), "1 tile is private to its owner.");
  const shot = picture("link");
  if (shot) await stranger.page.screenshot(shot);
  await says(stranger.page.locator("main:not([hidden])"), "call home");
  expect(await stranger.context.cookies()).toEqual([]);
  await ada.api.ask("DELETE", `/gadgets/${id}`);
  await says(stranger.page.locator("body"), "This is no longer shown here.");
  await ada.page.goto(`${world.tessera.url}/wall?sheets=${ada.sheetId},${other}&seconds=5`);
  await ada.page.getByText("buy milk").waitFor();
  const wall = picture("wall");
  if (wall) await ada.page.screenshot(wall);
  await ada.page.getByText("call home").waitFor({ timeout: PATIENCE_MS });
  await stranger.context.close();
});

/** Everything here is on loopback, which is never shown to strangers; `gadget.browser.test.ts` has a site that is. */
test("a block, a board and a sheet are to be embedded: not before the owner allows it, and why one is refused is said", async () => {
  const ada = await openScene(world);
  ada.set("news", { tick: 20 });
  const followId = await ada.follow("news", "#most-read", "Most read");
  const content = { kind: "board", title: "Table", followIds: [followId] };
  const place = { x: 4, y: 0, width: 4, height: 4 };
  await ada.api.ask("POST", `/sheets/${ada.sheetId}/tiles`, { followId, content, place });
  await ada.toSheet();
  const { page } = ada;
  const embed = async (title: string) => {
    await tile(page, title).focus();
    await page.keyboard.press("m");
    await page.getByRole("menuitem", { name: "Embed elsewhere" }).click();
  };
  const dialog = page.getByRole("dialog", { name: "Embed elsewhere" });
  await embed("Most read");
  await says(dialog, "does not allow blocks on other sites");
  await page.keyboard.press("Escape");
  await world.api.ask("PATCH", "/settings", { allowsGadgets: true });
  await embed("Most read");
  await dialog.getByText("as on its page, scaled").click();
  await dialog.getByRole("button", { name: "Make the address" }).click();
  await says(dialog.getByRole("alert"), "on a private host");
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  await embed("Table");
  await says(dialog, "shows this table");
  await dialog.getByRole("button", { name: "Make the address" }).click();
  await says(dialog.getByRole("alert"), "on a private host");
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });

  // of a sheet what is private is left out, so that there is something to copy
  await page.getByRole("button", { name: "Share this sheet" }).click();
  await page.getByRole("button", { name: "Embed the sheet" }).click();
  await dialog.getByRole("button", { name: "Make the address" }).click();
  const snippet = dialog.getByRole("textbox", { name: "HTML to copy" });
  await expect.poll(() => snippet.inputValue(), { timeout: PATIENCE_MS }).toContain("<iframe ");
  await says(dialog.frameLocator("iframe").locator("body"), "2 tiles are private to their owner.");
});
