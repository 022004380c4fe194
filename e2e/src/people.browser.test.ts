import { logIn } from "@tessera/demo";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addBlock, enter, openPicker, says, tile, tileContent, toSheet } from "./visitor.ts";
import { openWorld, type World } from "./world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.stop());

test("two people see their own blocks and nothing of each other's", async () => {
  const kim = await world.invite("kim");
  const one = await enter(world, world.owner);
  const other = await enter(world, kim);
  for (const [{ page }, selector, title] of [
    [one, "#markets h2", "Markets"],
    [other, "#most-read h2", "Most read"],
  ] as const) {
    const frame = await openPicker(page, world.tessera.url, world.sites.news ?? "");
    await addBlock(page, frame.locator(selector), title);
    await toSheet(page);
    await says(tileContent(page, title), title);
  }
  expect(await tile(one.page, "Most read").count()).toBe(0);
  expect(await tile(other.page, "Markets").count()).toBe(0);

  // nor by address: what is somebody else's is not there
  const kimsApi = await logIn(world.tessera.url, kim.name, kim.password);
  const mine = await world.api.ask<{ items: { id: string; latest: { id: string; captureId: string } }[] }>(
    "GET",
    "/follows",
  );
  const [follow] = mine.items;
  for (const path of [
    `/follows/${follow?.id}`,
    `/follows/${follow?.id}/history`,
    `/follows/${follow?.id}/tile`,
    `/follows/${follow?.id}/observations/${follow?.latest.id}/tile`,
  ]) {
    await expect(kimsApi.ask("GET", path), path).rejects.toThrow(/ 404 /);
  }
  await other.page.goto(new URL(new URL(one.page.url()).pathname, world.tessera.url).href);
  await expect.poll(() => tile(other.page, "Markets").count()).toBe(0);
  expect([...one.errors, ...other.errors]).toEqual([]);
});
