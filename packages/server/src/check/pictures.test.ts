import { afterEach, beforeEach, expect, test } from "vitest";
import { checkPage } from "./check-page.ts";
import { type CheckWorld, openCheckWorld, URL_OF_PAGE } from "./check-world.fixture.ts";
import { heraldPage, LEAD } from "./herald-page.fixture.ts";

let world: CheckWorld;
beforeEach(async () => {
  world = await openCheckWorld();
});
afterEach(() => world.store.close());

test("where a page is rendered, a follow's first observation has its picture after the first look, and keeps it", async () => {
  const { store, web } = world;
  web.set(URL_OF_PAGE, heraldPage({ lead: "Bridge opens" }));
  const ada = await world.addPerson();
  const view = await world.follow(ada, LEAD, {}, { url: URL_OF_PAGE, fetcher: "browser" });
  const pictureNow = async () => {
    const { latest } = (await store.follows.find(ada.id, view.follow.id)) ?? {};
    return [latest?.change, latest?.picture && (await store.bodies.readText(latest.picture))];
  };
  expect(await pictureNow()).toEqual(["first", null]);
  expect(await world.check(view)).toMatchObject({ page: "unchanged", changes: 0 });
  expect(await pictureNow()).toEqual(["first", "the block"]);

  web.pictures.block = "drawn again";
  await world.check(view);
  expect(await pictureNow()).toEqual(["first", "the block"]);
  // around the block everything may change: its picture stays that of the observation
  web.set(URL_OF_PAGE, heraldPage({ lead: "Bridge opens" }).replace("</body>", "<p>More below</p></body>"));
  expect(await world.check(view)).toMatchObject({ page: "page", changes: 0 });
  expect(await pictureNow()).toEqual(["first", "the block"]);
  web.set(URL_OF_PAGE, heraldPage({ lead: "Bridge closes" }));
  await world.check(view);
  expect(await pictureNow()).toEqual(["changed", "drawn again"]);
  expect((await store.upkeep.examine({ now: 0, repair: false })).findings).toEqual([]);
});

test("the whole page is pictured when somebody asks for it, and not at every look", async () => {
  const { store, web } = world;
  web.set(URL_OF_PAGE, heraldPage({ lead: "Bridge opens" }));
  const ada = await world.addPerson();
  const view = await world.follow(ada, LEAD, {}, { url: URL_OF_PAGE, fetcher: "browser" });
  expect(web.pictured).toEqual(["page"]);
  const { picture } = (await store.checks.capture(view.block.firstCaptureId)) ?? {};
  expect(picture && (await store.bodies.readText(picture))).toBe("the page");
  const claims = await store.checks.claim({ now: world.now(), limit: 1, leaseMs: 60_000, holder: "serve:test" });
  for (const claim of claims) await checkPage(claim, world.parts);
  expect(web.asked).toHaveLength(2);
  expect(web.pictured.filter((what) => what === "page")).toHaveLength(1);
});
