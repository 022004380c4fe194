import { type Person, PickedLayout, sizeFor } from "@tessera/model";
import { afterEach, beforeEach, expect, test } from "vitest";
import { URL_OF_PAGE } from "../check/check-world.fixture.ts";
import { heraldPage, LEAD } from "../check/herald-page.fixture.ts";
import { type ApiWorld, openApiWorld } from "./api-world.fixture.ts";

let world: ApiWorld;
let ada: Person;
beforeEach(async () => {
  world = await openApiWorld();
  ada = await world.addPerson();
});
afterEach(() => world.close());

const get = (url: string) => world.ask(ada, { method: "GET", url });
const post = (url: string, payload: object = {}) => world.ask(ada, { method: "POST", url, payload });
const show = (html: string) => world.web.set(URL_OF_PAGE, html);
const TOWN = { kind: "css" as const, selector: ".town" };

interface Offered {
  readonly path: string;
  readonly title: string;
  readonly knownBy: string | null;
}

test("the components of a page are trained over its captures, and of too few captures it is said", async () => {
  show(heraldPage({ lead: "one" }));
  const view = await world.follow(ada, LEAD);
  const components = async (query = "") => {
    const { items } = (await get(`/api/v1/pages/${view.page.id}/captures`)).json();
    return (await get(`/api/v1/captures/${items[0].id}/components${query}`)).json();
  };
  const untrained = await components("?grain=fine");
  expect(untrained).toMatchObject({ isTrained: false, captures: 1, grain: "fine" });
  expect(untrained.blocks.every(({ knownBy }: Offered) => knownBy === null)).toBe(true);
  for (const lead of ["two", "three"]) {
    show(heraldPage({ lead }));
    await world.check(view);
  }
  const trained = await components("?grain=fine");
  expect(trained).toMatchObject({ isTrained: true, captures: 3, rejected: 0 });
  const titles = trained.blocks.map(({ title }: Offered) => title);
  expect(titles).toEqual(expect.arrayContaining(["In town", "Sport"]));
  expect(trained.blocks.some(({ knownBy }: Offered) => knownBy === "content")).toBe(true);
  const [fewer, more] = [await components("?grain=coarse"), trained];
  expect(fewer.blocks.length).toBeLessThanOrEqual(more.blocks.length);
  expect((await components()).grain).toBe("normal");
});

test("what I follow is known by where it is in the capture that is shown, and what others follow is not", async () => {
  show(heraldPage({ lead: "one" }));
  const view = await world.follow(ada, TOWN);
  const bob = await world.addPerson();
  await world.follow(bob, LEAD);
  // the page moves on, and the block with it, before anybody looks at it
  show(
    heraldPage({ lead: "two", extra: "<section><h2>New above all</h2><p>Something that was not here.</p></section>" }),
  );
  const opened = (await post("/api/v1/pages", { source: { url: URL_OF_PAGE } })).json();
  const followed = (await get(`/api/v1/captures/${opened.capture.id}/followed`)).json();
  expect(followed).toMatchObject([{ followId: view.follow.id, node: expect.any(Number), extent: "one" }]);
  const alike = await get(`/api/v1/captures/${opened.capture.id}/alike?path=${followed[0].path}`);
  expect(alike.statusCode).toBe(200);
  expect(
    (await world.ask(bob, { method: "GET", url: `/api/v1/captures/${opened.capture.id}/followed` })).json(),
  ).toHaveLength(1);
});

test("a small page, which is one block in the usual grain, is offered in the fine one unless told", async () => {
  const section = (word: string) =>
    `<section><h2>${word}</h2><ul>${[1, 2, 3].map((day) => `<li>${word} works begin on the ${day}th of May</li>`).join("")}</ul></section>`;
  show(`<main><h1>Notices</h1>${section("Road")}${section("Water")}</main>`);
  const { capture } = (await post("/api/v1/pages", { source: { url: URL_OF_PAGE } })).json();
  const offered = async (query: string) => (await get(`/api/v1/captures/${capture.id}/components${query}`)).json();
  expect((await offered("?grain=normal")).blocks).toHaveLength(1);
  const byItself = await offered("");
  expect(byItself).toEqual(await offered("?grain=fine"));
});

test("follows are joined into one tile, have one history, and are separated again", async () => {
  show(heraldPage({ lead: "one" }));
  const [lead, town] = [await world.follow(ada, LEAD), await world.follow(ada, TOWN)];
  const sheet = (await post("/api/v1/sheets", { title: "Home" })).json();
  const place = { x: 2, y: 3, width: 4, height: 4 };
  await post(`/api/v1/sheets/${sheet.id}/tiles`, { followId: town.follow.id, place });
  const followIds = [lead.follow.id, town.follow.id];
  const twice = await post(`/api/v1/sheets/${sheet.id}/joined`, { followIds: [town.follow.id, town.follow.id] });
  expect([twice.statusCode, twice.json().code]).toEqual([422, "invalid"]);
  const joined = (await post(`/api/v1/sheets/${sheet.id}/joined`, { followIds })).json();
  expect(joined).toMatchObject({ content: { kind: "joined", followIds }, followId: lead.follow.id, place });
  const tiles = async () => (await get(`/api/v1/sheets/${sheet.id}`)).json().tiles;
  expect(await tiles()).toMatchObject([{ id: joined.id, follow: { id: followIds[0] } }]);
  expect((await tiles())[0].follows.map(({ id }: { id: string }) => id)).toEqual(followIds);

  show(heraldPage({ lead: "two" }));
  await world.check(lead);
  const history = (await get(`/api/v1/tiles/${joined.id}/history`)).json();
  const times = history.items.map(({ at }: { at: number }) => at);
  expect(times).toEqual([...times].sort((a, b) => b - a));
  expect(new Set(history.items.map(({ followId }: { followId: string }) => followId))).toEqual(new Set(followIds));
  const slices = [];
  for (let after: string | null = ""; after !== null; ) {
    const slice: { items: object[]; next: string | null } = (
      await get(`/api/v1/tiles/${joined.id}/history?limit=1${after ? `&after=${after}` : ""}`)
    ).json();
    slices.push(...slice.items);
    after = slice.next;
  }
  expect(slices).toEqual(history.items);

  const apart = (await post(`/api/v1/tiles/${joined.id}/separate`)).json();
  expect(apart).toMatchObject([
    { followId: followIds[0], content: { kind: "follow" }, place },
    { followId: followIds[1], content: { kind: "follow" }, place: { ...place, y: 7 } },
  ]);
  expect(await tiles()).toHaveLength(2);
  expect((await post(`/api/v1/tiles/${joined.id}/separate`)).statusCode).toBe(404);
});

test("a new tile is as large as its block, a joined one has rows for each of its parts", async () => {
  show(heraldPage({ lead: "one" }));
  const layout = PickedLayout.parse({ viewport: [1_280, 900], boxes: [[0, 0, 700, 300]] });
  const lead = await world.follow(ada, LEAD, { layout });
  const town = await world.follow(ada, TOWN);
  const sport = await world.follow(ada, { kind: "css", selector: ".weather" });
  const { id } = (await post("/api/v1/sheets", { title: "Home" })).json();
  const placed = async (path: string, payload: object) => {
    const { width, height } = (await post(`/api/v1/sheets/${id}/${path}`, payload)).json().place;
    return { width, height };
  };
  expect(await placed("tiles", { followId: lead.follow.id })).toEqual(sizeFor({ width: 700, height: 300 }));
  expect(await placed("tiles", { followId: town.follow.id })).toEqual({ width: 4, height: 4 });
  const note = { kind: "note", title: "Mine", text: "" };
  expect(await placed("tiles", { followId: null, content: note })).toEqual({ width: 3, height: 4 });
  const other = (await post("/api/v1/sheets", { title: "Joined" })).json().id;
  const followIds = [lead, town, sport].map(({ follow }) => follow.id);
  const joined = (await post(`/api/v1/sheets/${other}/joined`, { followIds })).json();
  expect(joined.place).toEqual({ x: 0, y: 0, width: 4, height: 9 });
});
