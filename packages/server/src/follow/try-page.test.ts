import { PageSource } from "@tessera/model";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type CheckWorld, openCheckWorld, URL_OF_PAGE } from "../check/check-world.fixture.ts";
import { type TryRequest, tryPage } from "./try-page.ts";

const BARE = "<title>Shop</title><div id=app></div><script src=app.js></script>";
const FULL = "<title>Shop</title><div id=app><p>7 EUR</p></div><script src=app.js></script>";
const WORDS = "<p>Enough words to be read before any script has run.</p>".repeat(6);

let world: CheckWorld;
beforeEach(async () => {
  world = await openCheckWorld();
});
afterEach(() => world.store.close());

async function tryIt(source: object = {}, more: Partial<TryRequest> = {}) {
  const { id: personId } = await world.addPerson();
  const request: TryRequest = {
    personId,
    source: PageSource.parse({ url: URL_OF_PAGE, ...source }),
    views: [],
    first: "http",
    hasBrowser: true,
    ...more,
  };
  return tryPage(request, world.parts);
}

const asked = (): readonly string[] => world.web.asked.map(({ fetcher }) => fetcher);

test("a page that scripts make is tried in the browser, though nothing on it is followed yet", async () => {
  world.web.set(URL_OF_PAGE, BARE, "http");
  world.web.set(URL_OF_PAGE, FULL, "browser");
  expect(await tryIt()).toMatchObject({
    fetcher: "browser",
    failure: null,
    page: { html: expect.stringContaining("7 EUR") },
  });
  expect(asked()).toEqual(["http", "browser"]);
});

test("a wall is tried in the browser, too; what cannot be had at all is not", async () => {
  world.web.set(URL_OF_PAGE, { code: "blocked", retry: "later", message: "prove that you are human" }, "http");
  world.web.set(URL_OF_PAGE, FULL, "browser");
  expect(await tryIt()).toMatchObject({ fetcher: "browser", failure: null });
  world.web.set(URL_OF_PAGE, { code: "dns", retry: "later", message: "no host" });
  expect(await tryIt()).toMatchObject({ fetcher: "http", failure: { code: "dns" } });
  expect(asked()).toEqual(["http", "browser", "http"]);
});

test("a page that is all there is not rendered, nor where that was not asked for or there is no browser", async () => {
  world.web.set(URL_OF_PAGE, WORDS);
  expect(await tryIt()).toMatchObject({ fetcher: "http", failure: null });
  world.web.set(URL_OF_PAGE, BARE);
  expect(await tryIt({ fetcher: "http" })).toMatchObject({ fetcher: "http", failure: null });
  expect(await tryIt({}, { hasBrowser: false })).toMatchObject({ fetcher: "http", failure: null });
  expect(asked()).toEqual(["http", "http", "http"]);
});

test("where the browser does not get it either the bare page is better than none", async () => {
  world.web.set(URL_OF_PAGE, BARE, "http");
  world.web.set(URL_OF_PAGE, { code: "timeout", retry: "later", message: "too long" }, "browser");
  expect(await tryIt()).toMatchObject({ fetcher: "http", failure: null, page: { status: 200 } });
});
