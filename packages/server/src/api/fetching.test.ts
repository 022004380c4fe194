import { Caps, type Person } from "@tessera/model";
import { afterAll, beforeAll, expect, test } from "vitest";
import { URL_OF_PAGE } from "../check/check-world.fixture.ts";
import { type ApiWorld, openApiWorld } from "./api-world.fixture.ts";

const WORDS = "<p>Enough words to be read before any script has run.</p>".repeat(6);
const page = (boats: string) =>
  `<title>Harbour</title>${WORDS}<div id=boats style="height:200px">${boats}</div><script src=a.js></script>`;

let world: ApiWorld;
let ada: Person;
beforeAll(async () => {
  world = await openApiWorld();
  ada = await world.addPerson();
  world.web.set(URL_OF_PAGE, page(""), "http");
  world.web.set(URL_OF_PAGE, page("<b>12 boats</b>"), "browser");
});
afterAll(() => world.close());

const post = (url: string, payload: object) => world.ask(ada, { method: "POST", url, payload });

test("opening tells that the rendered page is coming, and that costs no second page of the minute", async () => {
  await world.store.settings.change({ caps: Caps.parse({ pagesPerMinute: 1 }) });
  const source = { url: URL_OF_PAGE };
  const raw = (await post("/api/v1/pages", { source })).json();
  expect(raw).toMatchObject({ scripts: "coming", capture: { fetcher: "http" } });
  const rendered = await post("/api/v1/pages", { source, shown: raw.capture.id });
  expect(rendered.json()).toMatchObject({ scripts: "shown", capture: { fetcher: "browser" } });
  const third = await post("/api/v1/pages", { source, shown: raw.capture.id });
  expect(third.json()).toMatchObject({ code: "too-many" });
  await world.store.settings.change({ caps: Caps.parse({}) });
});

test("how a page is fetched is changed for all that a person follows on it", async () => {
  ada = await world.addPerson();
  const source = { url: URL_OF_PAGE, fetcher: "http" };
  const followed = (await post("/api/v1/follows", { source, wish: { kind: "css", selector: "#boats" } })).json();
  expect(followed).toMatchObject({
    page: { fetcher: "http", fetchedBy: { fetcher: "http", reason: "asked" } },
    latest: { verdict: { kind: "found", shows: "nothing" } },
  });
  const url = `/api/v1/pages/${followed.page.id}`;
  const changed = await world.ask(ada, { method: "PATCH", url, payload: { fetcher: "browser" } });
  expect(changed.json()).toMatchObject({ source: { fetcher: "browser" } });
  await world.checkPage(changed.json().id);
  const now = await world.ask(ada, { method: "GET", url: `/api/v1/follows/${followed.id}` });
  expect(now.json()).toMatchObject({ value: "12 boats", page: { fetcher: "browser" } });
  const wrong = await world.ask(ada, { method: "PATCH", url, payload: { fetcher: "lynx" } });
  expect(wrong.json()).toMatchObject({ code: "invalid" });
});

test("anybody may know whether the instance has a browser", async () => {
  const instance = await world.ask(ada, { method: "GET", url: "/api/v1/instance" });
  expect(instance.json()).toMatchObject({ hasBrowser: true });
});

test("a page with steps is fetched by a browser, whatever else was chosen, and says so", async () => {
  const source = { url: URL_OF_PAGE, fetcher: "http", steps: [{ kind: "wait", ms: 1 }] };
  const followed = await world.ask(ada, {
    method: "POST",
    url: "/api/v1/follows",
    payload: { source, wish: { kind: "css", selector: "p" } },
  });
  expect(followed.json()).toMatchObject({
    page: { fetcher: "http", hasSteps: true, fetchedBy: { fetcher: "browser", reason: "asked" } },
  });
});
