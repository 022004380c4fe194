import { PageSource, type Person } from "@tessera/model";
import type { FollowView } from "@tessera/store";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openPage } from "../follow/follow-block.ts";
import { addMailChannel, type CheckWorld, openCheckWorld, toldTo, URL_OF_PAGE } from "./check-world.fixture.ts";
import { heraldPage, LEAD } from "./herald-page.fixture.ts";

let world: CheckWorld;
let ada: Person;
beforeEach(async () => {
  world = await openCheckWorld();
  ada = await world.addPerson();
});
afterEach(() => world.store.close());

const DAY = 24 * 60 * 60_000;
const CHART = '<canvas id=chart width=600 height=300></canvas><script src="chart.js"></script>';
const raw = (lead: string) => heraldPage({ lead, below: CHART });
const rendered = (lead: string) => heraldPage({ lead, below: CHART.replace("<canvas", "<canvas data-drawn") });
const WALL =
  "<title>Before you continue</title><h1>Before you continue</h1><p>We use cookies. <button>Accept all</button>";

const fetchers = () => world.web.asked.map(({ fetcher }) => fetcher);
const SOURCE = PageSource.parse({ url: URL_OF_PAGE });
const open = () => openPage({ personId: ada.id, source: SOURCE, onStage: () => undefined }, world.parts);
const now = async ({ follow }: FollowView) => (await world.store.follows.find(ada.id, follow.id))!;

/** Of a page that was opened raw, and is to be rendered at its next check. */
async function followInRaw(): Promise<FollowView> {
  expect(await open()).toMatchObject({ page: { fetcher: { fetcher: "http", reason: "made-by-scripts" } } });
  return world.follow(ada, LEAD, { channels: [await addMailChannel(world, ada)] });
}

test("a wall that a browser meets does not take the place of the page without one", async () => {
  world.web.set(URL_OF_PAGE, raw("Bridge opens"), "http");
  world.web.set(URL_OF_PAGE, WALL, "browser");
  const followed = await followInRaw();
  await world.check(followed);
  expect(await now(followed)).toMatchObject({
    latest: { excerpt: "Bridge opens", verdict: { kind: "found" } },
    page: { fetcher: { fetcher: "http" } },
  });
  expect(await toldTo(world, ada)).toEqual([]);
});

test("nor does a rendered page that lacks a block which the raw one has, also where somebody opens it once more", async () => {
  world.web.set(URL_OF_PAGE, raw("Bridge opens"), "http");
  world.web.set(URL_OF_PAGE, heraldPage({ hasLead: false }), "browser");
  const followed = await followInRaw();
  for (let time = 0; time < 3; time++) {
    expect(await open()).toMatchObject({ capture: { fetcher: "http" } });
    await world.check(followed);
  }
  expect(fetchers()).toContain("browser");
  expect((await now(followed)).latest).toMatchObject({ excerpt: "Bridge opens", verdict: { kind: "found" } });
});

test("a wall does not either where nothing is followed yet; a page that asks for consent beside all it says does", async () => {
  world.web.set(URL_OF_PAGE, raw("Bridge opens"), "http");
  world.web.set(URL_OF_PAGE, WALL, "browser");
  await open();
  expect(await open()).toMatchObject({ capture: { fetcher: "http" }, page: { fetcher: { fetcher: "http" } } });
  expect(fetchers()).toEqual(["http", "browser", "http"]);
  world.web.set(URL_OF_PAGE, rendered("Bridge opens").replace("<h2>Top", "<h2>Cookie settings</h2><h2>Top"), "browser");
  const page = await open();
  await world.checkPage(page.kind === "opened" ? page.page.id : ("" as never), DAY);
  expect(await open()).toMatchObject({ capture: { fetcher: "browser" } });
});

test("what only a browser shows of a block is no news when its page is rendered from now on; what changes then is", async () => {
  world.web.set(URL_OF_PAGE, raw("0 boats"), "http");
  world.web.set(URL_OF_PAGE, rendered("12 boats in the harbour"), "browser");
  const followed = await followInRaw();
  await world.check(followed);
  expect(await now(followed)).toMatchObject({
    latest: { excerpt: "12 boats in the harbour", change: "first", diff: null },
    page: { fetcher: { fetcher: "browser" } },
  });
  expect(await toldTo(world, ada)).toEqual([]);
  world.web.set(URL_OF_PAGE, rendered("13 boats in the harbour"), "browser");
  await world.check(followed);
  expect(await toldTo(world, ada)).toMatchObject([
    { before: "12 boats in the harbour", after: "13 boats in the harbour" },
  ]);
});

test("a second look is no second chance for it", async () => {
  world.web.set(URL_OF_PAGE, raw("0 boats"), "http");
  world.web.set(URL_OF_PAGE, rendered("12 boats in the harbour"), "browser");
  await open();
  const quiet = { secondLook: true, volatileParts: true, order: false, lines: [] };
  const followed = await world.follow(ada, LEAD, { quiet, channels: [await addMailChannel(world, ada)] });
  for (let time = 0; time < 3; time++) await world.check(followed);
  expect((await now(followed)).latest).toMatchObject({ excerpt: "12 boats in the harbour" });
  expect(await toldTo(world, ada)).toEqual([]);
});

test("a block that changed before it is rendered is told, whichever way it is seen", async () => {
  world.web.set(URL_OF_PAGE, raw("Bridge opens"), "http");
  const followed = await followInRaw();
  world.web.set(URL_OF_PAGE, raw("Bridge closed"), "http");
  world.web.set(URL_OF_PAGE, rendered("Bridge closed at noon"), "browser");
  await world.check(followed);
  expect(await toldTo(world, ada)).toHaveLength(1);
});

test("a page that is as it was in the browser stays so when the raw one is tried and says less", async () => {
  world.web.set(URL_OF_PAGE, raw("0 boats"), "http");
  world.web.set(URL_OF_PAGE, rendered("12 boats in the harbour"), "browser");
  const followed = await followInRaw();
  await world.check(followed);
  const before = fetchers().length;
  await world.check(followed, DAY);
  expect(fetchers().slice(before)).toEqual(["http", "browser"]);
  expect((await now(followed)).latest).toMatchObject({ excerpt: "12 boats in the harbour", looks: 2 });
  for (const trouble of [WALL, { code: "crashed", retry: "later", message: "no browser" } as const]) {
    world.web.set(URL_OF_PAGE, heraldPage({ hasLead: false, below: CHART }), "http");
    world.web.set(URL_OF_PAGE, trouble, "browser");
    await world.check(followed, 2 * DAY);
    expect(await now(followed)).toMatchObject({ page: { fetcher: { fetcher: "browser" } } });
    expect((await now(followed)).latest?.verdict.kind).not.toBe("gone");
  }
});
