import { CaptureId, newId, type PagePatch, PageSource, type Person, PickedLayout, sizeFor } from "@tessera/model";
import type { TemplateReply } from "@tessera/model/api";
import type { FollowView } from "@tessera/store";
import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import { followLike, ownTitle, sourceLike } from "../follow/follow-like.ts";
import { PendingFollowStarter } from "../follow/pending-follow-starter.ts";
import { aboutPage, listPage, productName, productPage, productUrl, SHOP } from "../follow/product-pages.fixture.ts";
import { type ApiWorld, openApiWorld } from "./api-world.fixture.ts";

let world: ApiWorld;
let ada: Person;
let original: FollowView;
let starter: PendingFollowStarter;

const numbers = Array.from({ length: 20 }, (_, at) => at + 1);
const ABOUT = `${SHOP}/about`;
const GONE = `${SHOP}/products/gone`;

beforeEach(async () => {
  world = await openApiWorld();
  ada = await world.addPerson();
  for (const number of [0, ...numbers])
    world.web.set(productUrl(number), productPage({ number, price: 1_000 + number }));
  world.web.set(ABOUT, aboutPage());
  world.web.set(GONE, { code: "status", retry: "later", message: "404", status: 404 });
  original = await world.follow(ada, { kind: "css", selector: ".buy .price" }, {}, { url: productUrl(0) });
  starter = new PendingFollowStarter(
    { ...world.services.checks, now: world.now },
    { holder: "test", onError: () => {} },
  );
});
afterEach(async () => {
  await starter.stop();
  await world.close();
});

const post = async (url: string, payload: object) => world.ask(ada, { method: "POST", url: `/api/v1${url}`, payload });
const like = async (payload: object): Promise<TemplateReply> => {
  const answer = await post(`/follows/${original.follow.id}/like`, payload);
  expect([answer.statusCode, answer.body.slice(0, 300)]).toMatchObject([202, expect.anything()]);
  return answer.json();
};
const account = async (id: string): Promise<TemplateReply> =>
  (await world.ask(ada, { method: "GET", url: `/api/v1/templates/${id}` })).json();

/** Everything that is due, one after another, as the starter would in the background. */
async function work(): Promise<void> {
  for (;;) {
    const request = { now: world.now(), limit: 1, leaseMs: 60_000, holder: "test" };
    const [claimed] = await world.store.wishes.claim(request);
    if (!claimed) return;
    await starter.grant(claimed);
  }
}

const follows = async () => (await world.store.follows.list(ada.id, { limit: 99 })).items;

async function aSheet(): Promise<string> {
  return (await post("/sheets", { title: "Lamps" })).json().id;
}

test("the price of one product is followed on twenty others, as one table, and other pages are listed, not followed", async () => {
  const sheetId = await aSheet();
  const urls = [...numbers.map(productUrl), ABOUT, GONE, productUrl(0), `${productUrl(1)}#reviews`];
  const ordered = await like({ urls, result: { kind: "board", sheetId, title: "Prices" } });
  expect(ordered.waiting).toBe(22);
  expect(ordered.pages.at(-1)).toMatchObject({ url: productUrl(0), state: "already", followId: original.follow.id });
  await work();
  const { pages, waiting } = await account(ordered.id);
  expect(waiting).toBe(0);
  const stateOf = (url: string) => pages.find((page) => page.url === url)?.state;
  expect(numbers.map((number) => stateOf(productUrl(number)))).toEqual(numbers.map(() => "followed"));
  expect(stateOf(ABOUT)).toBe("other-layout");
  expect(pages.find(({ url }) => url === ABOUT)?.similarity).toBeLessThan(0.8);
  expect(
    Math.min(...numbers.map((n) => pages.find(({ url }) => url === productUrl(n))?.similarity ?? 0)),
  ).toBeGreaterThan(0.8);
  expect(stateOf(GONE)).toBe("unreachable");
  const { tiles } = (await world.ask(ada, { method: "GET", url: `/api/v1/sheets/${sheetId}` })).json();
  expect(tiles).toHaveLength(1);
  expect(tiles[0].content).toMatchObject({ kind: "board", title: "Prices" });
  expect(tiles[0].follows.map((row: { number: number }) => row.number)).toEqual(
    [0, ...numbers].map((n) => (1_000 + n) / 100),
  );
  expect(tiles[0].follows[3]).toMatchObject({ title: productName(3), verdict: "found" });
  const series = (await world.ask(ada, { method: "GET", url: `/api/v1/tiles/${tiles[0].id}/numbers` })).json();
  expect(series[3].points).toMatchObject([{ value: 10.03 }]);
});

test("a tile each is as large as the block of the original, where no browser has seen the page of its own", async () => {
  const sheetId = await aSheet();
  const layout = PickedLayout.parse({ viewport: [1_280, 900], boxes: [[0, 0, 520, 40]] });
  const { id } = original.follow;
  await world.store.follows.change(ada.id, id, { layout }, { now: world.now() });
  await like({ urls: [productUrl(1), productUrl(2)], result: { kind: "each", sheetId } });
  await work();
  const { tiles } = (await world.ask(ada, { method: "GET", url: `/api/v1/sheets/${sheetId}` })).json();
  const size = sizeFor({ width: 520, height: 40 });
  expect(tiles.map(({ place }: { place: object }) => place)).toEqual([
    { x: 0, y: 0, ...size },
    { x: size.width, y: 0, ...size },
  ]);
});

test("what is followed already is not followed twice, however often it is asked for", async () => {
  const urls = numbers.slice(0, 4).map(productUrl);
  await like({ urls });
  await work();
  expect(await follows()).toHaveLength(5);
  const again = await like({ urls });
  await work();
  expect((await account(again.id)).pages.map(({ state }) => state)).toEqual([
    "already",
    "already",
    "already",
    "already",
  ]);
  expect(await follows()).toHaveLength(5);
});

test("a block that was picked by hand is followed already, although its page is fetched in another way", async () => {
  await world.store.follows.fetchBy(ada.id, original.page.id, { patch: { fetcher: "browser" }, now: world.now() });
  const price = { kind: "css", selector: ".buy .price" } as const;
  const picked = await world.follow(ada, price, {}, { url: productUrl(1) });
  const reviews = `${productUrl(2)}#reviews`;
  world.web.set(reviews, productPage({ number: 2, price: 1_002 }));
  const there = await world.follow(ada, price, {}, { url: reviews });
  const other = await world.follow(ada, { kind: "css", selector: "h1" }, {}, { url: productUrl(3) });
  const { id } = await like({ urls: [1, 2, 3].map(productUrl) });
  await work();
  expect((await account(id)).pages).toMatchObject([
    { state: "already", followId: picked.follow.id },
    { state: "already", followId: there.follow.id },
    { state: "followed", followId: expect.not.stringContaining(other.follow.id) },
  ]);
  expect(await follows()).toHaveLength(5);
});

test("an attempt that is done twice, as after a crash, starts one follow", async () => {
  const { id } = await like({ urls: [productUrl(1)] });
  const request = { limit: 1, leaseMs: 1_000, holder: "test" };
  const [first] = await world.store.wishes.claim({ ...request, now: world.now() });
  const [second] = await world.store.wishes.claim({ ...request, now: world.now() + 2_000 });
  expect(first?.wish.id).toBe(second?.wish.id);
  await Promise.all([starter.grant(first!), starter.grant(second!)]);
  expect(await follows()).toHaveLength(2);
  expect((await account(id)).pages).toMatchObject([{ state: "followed" }]);
});

test("whoever insists follows a page of another layout as well, with a question where the block is not clear", async () => {
  const { id } = await like({ urls: [ABOUT] });
  await work();
  expect((await account(id)).pages).toMatchObject([{ state: "other-layout", followId: null }]);
  const insisted = await post(`/templates/${id}/pages`, { urls: [ABOUT], insists: true });
  expect(insisted.json()).toMatchObject({ waiting: 1 });
  await work();
  const [page] = (await account(id)).pages;
  expect(page).toMatchObject({ state: "asks" });
  const card = await world.ask(ada, { method: "GET", url: `/api/v1/follows/${page!.followId}/repair` });
  expect(card.json()).toMatchObject({ verdict: "unsure", candidates: expect.arrayContaining([expect.anything()]) });
});

test("where the page of the original is no longer kept, nothing says that the layout is the same: the person is asked", async () => {
  const source = sourceLike(original, productUrl(3) as never);
  const parts = { ...world.services.checks, now: world.now };
  const known = await followLike({ original, source, insists: false }, parts);
  expect(known).toMatchObject({ kind: "found", similarity: expect.any(Number) });
  const latestFound = { ...original.latestFound!, captureId: newId(CaptureId, world.now()) };
  const asking = await followLike({ original: { ...original, latestFound }, source, insists: false }, parts);
  const path = known.kind === "found" ? known.start.block.path : "";
  expect(asking).toMatchObject({
    kind: "asks",
    similarity: null,
    start: { block: { path, verdict: "unsure" }, observation: { verdict: { kind: "unsure" } } },
  });
  const insisted = await followLike({ original: { ...original, latestFound }, source, insists: true }, parts);
  expect(insisted.kind).toBe("found");
});

test("a page out of reach is tried again for a while, then listed; others never wait for it", async () => {
  const away = "https://away.example/products/1";
  const { id } = await like({ urls: [away, productUrl(1)] });
  await work();
  expect((await account(id)).pages).toMatchObject([{ state: "waiting", error: "no host" }, { state: "followed" }]);
  for (let attempt = 0; attempt < 2; attempt++) {
    const now = world.now() + 10 * 60_000;
    const [claimed] = await world.store.wishes.claim({ now, limit: 1, leaseMs: 1_000, holder: "test" });
    await starter.grant(claimed!);
  }
  expect((await account(id)).pages[0]).toMatchObject({ state: "unreachable", failure: "dns", error: "no host" });
  expect((await world.store.wishes.list(ada.id, { limit: 9 })).items).toEqual([]);
});

test("caps hold: no more addresses than may wait, no more follows than one may have", async () => {
  await world.store.settings.change({ caps: { wishes: 3, follows: 2 } });
  const refused = await post(`/follows/${original.follow.id}/like`, { urls: numbers.map(productUrl) });
  expect(refused.json()).toMatchObject({ code: "cap-reached", cap: "wishes" });
  expect((await world.ask(ada, { method: "GET", url: "/api/v1/templates" })).json()).toEqual([]);
  const { id } = await like({ urls: [productUrl(1), productUrl(2)] });
  await work();
  expect((await account(id)).pages.map(({ state }) => state).sort()).toEqual(["followed", "no-room"]);
});

test("an order that was taken back follows nothing more", async () => {
  const { id } = await like({ urls: [productUrl(1)] });
  const [claimed] = await world.store.wishes.claim({ now: world.now(), limit: 1, leaseMs: 1_000, holder: "test" });
  await world.ask(ada, { method: "DELETE", url: `/api/v1/templates/${id}` });
  await starter.grant(claimed!);
  expect(await follows()).toHaveLength(1);
});

test("cookies, headers, steps and secrets of a page go to no other origin", () => {
  const url = PageSource.parse({ url: "https://shop.example/a" }).url;
  const own = { cookies: [{ name: "sid", value: "secret" }], headers: [{ name: "x-key", secret: "key" }] };
  const steps = [{ kind: "typeSecret", selector: "#pw", secret: "pw" }];
  const source = PageSource.parse({ url, ...own, steps, keepCookies: true, respectRobots: false });
  const page = { source, fetcher: { fetcher: "http" } } as FollowView["page"];
  const elsewhere = (to: string) => sourceLike({ page }, PageSource.parse({ url: to }).url);
  expect(elsewhere("https://shop.example/b")).toEqual({ ...source, url: "https://shop.example/b" });
  for (const to of [
    "https://evil.example/b",
    "http://shop.example/b",
    "https://shop.example:444/b",
    "https://shop.example.evil.example/",
  ]) {
    expect(elsewhere(to)).toEqual(PageSource.parse({ url: to }));
  }
});

test("a page that only one's own browser sees has no others like it", async () => {
  await world.store.follows.fetchBy(ada.id, original.page.id, { patch: { fetcher: "own-browser" }, now: world.now() });
  const refused = await post(`/follows/${original.follow.id}/like`, { urls: [productUrl(1)] });
  expect(refused.statusCode).toBe(422);
});

test("the links of a page come by the lists that they stand in, each once", async () => {
  world.web.set(`${SHOP}/all`, listPage(numbers));
  const opened = await post("/pages", { source: { url: `${SHOP}/all` } });
  const { capture } = opened.json();
  const groups = (await world.ask(ada, { method: "GET", url: `/api/v1/captures/${capture.id}/links` })).json();
  expect(groups[0].links).toEqual(numbers.map((number) => ({ url: productUrl(number), text: productName(number) })));
  const some = await world.ask(ada, {
    method: "GET",
    url: `/api/v1/captures/${capture.id}/links?path=html[1]/body[1]/header[1]`,
  });
  expect(some.json()[0].links.map(({ url }: { url: string }) => url)).toEqual([`${SHOP}/`, `${SHOP}/about`]);
});

test("the page of a list is opened like the page of the block: by its fetcher and with its cookies, on its origin", async () => {
  const patch: PagePatch = { fetcher: "browser", cookies: [{ name: "sid", value: "shop" }] as never };
  await world.store.follows.fetchBy(ada.id, original.page.id, { patch, now: world.now() });
  // only a browser sees the links
  world.web.set(`${SHOP}/all`, "<!doctype html><title>All</title><div id=app></div>", "http");
  world.web.set(`${SHOP}/all`, listPage(numbers), "browser");
  const opened = await post("/pages", { source: { url: `${SHOP}/all` }, like: original.follow.id });
  expect(opened.statusCode).toBe(201);
  const { source, privateTo } = world.web.asked.at(-1)!;
  expect(source).toMatchObject({ fetcher: "browser", cookies: [{ name: "sid", value: "shop" }] });
  expect(privateTo).toBe(ada.id);
  const links = `/api/v1/captures/${opened.json().capture.id}/links`;
  expect((await world.ask(ada, { method: "GET", url: links })).json()[0].links).toHaveLength(numbers.length);
  world.web.set("https://other.example/all", listPage(numbers));
  await post("/pages", { source: { url: "https://other.example/all" }, like: original.follow.id });
  expect(world.web.asked.at(-1)!.source).not.toHaveProperty("cookies");
  // of a follow that is somebody else's nothing is told
  const bob = await world.addPerson();
  const payload = { source: { url: `${SHOP}/all` }, like: original.follow.id };
  expect((await world.ask(bob, { method: "POST", url: "/api/v1/pages", payload })).statusCode).toBe(404);
});

test("a title loses what it shares with another, and never all of itself", () => {
  expect(ownTitle("Amber lamp – Lamps & more", "Birch lamp – Lamps & more")).toBe("Amber lamp");
  expect(ownTitle("Shop | Lamps | Amber", "Shop | Lamps | Birch")).toBe("Amber");
  expect(ownTitle("Same", "Same")).toBe("Same");
  fc.assert(
    fc.property(fc.string(), fc.string(), (one, other) => {
      expect(ownTitle(one, other) === "").toBe(one.trim() === "");
    }),
  );
});
