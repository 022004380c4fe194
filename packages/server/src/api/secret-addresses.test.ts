import { afterEach, beforeEach, expect, test } from "vitest";
import { heraldPage } from "../check/herald-page.fixture.ts";
import { openSharedWorld, type SharedWorld } from "./shared-world.fixture.ts";

const KEY = "8c1fNOT4others";
const WITH_KEY = `https://stats.example/report?token=${KEY}`;
const WITHOUT = "https://stats.example/report?id=8123";
const WISH = { kind: "css", selector: ".lead" } as const;

let shared: SharedWorld;

beforeEach(async () => {
  shared = await openSharedWorld();
  await shared.world.store.settings.change({ allowsGadgets: true });
});
afterEach(() => shared.world.close());

const visit = (url: string) => {
  const { pathname, search } = new URL(url, "http://localhost");
  return shared.world.app.inject({ method: "GET", url: pathname + search, headers: { host: "localhost" } });
};

/** A board of this page and one that anybody may see, on the shared sheet, and what others are given of it. */
async function boardOf(url: string) {
  const { world, ada, bob, open, sheet, as } = shared;
  world.web.set(url, heraldPage({ lead: "VISITORS today" }));
  const view = await world.follow(ada, WISH, { title: "Visitors" }, { url });
  const followIds = [open.follow.id, view.follow.id];
  const content = { kind: "board", title: "Numbers", followIds };
  const tile = (await as(ada).send("POST", `/sheets/${sheet}/tiles`, { followId: followIds[0], content })).json();
  await shared.share("view");
  const link = (await as(ada).send("POST", "/gadgets", { sheetId: sheet, face: "link" })).json();
  return {
    view,
    toMember: (await as(bob).get(`/sheets/${sheet}`)).body,
    toStranger: (await visit(`${link.url}/tiles/${tile.id}`)).body,
    gadget: (await as(ada).send("POST", "/gadgets", { followId: view.follow.id })).json(),
  };
}

test("a page whose address is a key is shown to nobody else, by share, link or gadget, and its person is told why", async () => {
  // first one that is none: others are given its address
  const open = await boardOf(WITHOUT);
  expect(open.view.page.privateTo).toBeNull();
  for (const body of [open.toMember, open.toStranger]) expect(body).toContain(WITHOUT);
  expect(open.gadget.url).toBeDefined();
  const { view, toMember, toStranger, gadget } = await boardOf(WITH_KEY);
  expect(view.page.privateTo).toBe(shared.ada.id);
  for (const body of [toMember, toStranger]) {
    expect([body.includes(KEY), body.includes("Visitors")]).toEqual([false, body === toMember]);
  }
  expect(gadget).toMatchObject({ code: "gadget-refused", reason: "ones-own", detail: /key in its address/ });
});
