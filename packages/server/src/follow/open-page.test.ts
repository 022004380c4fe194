import { PageSource, type PersonId } from "@tessera/model";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type CheckWorld, openCheckWorld, URL_OF_PAGE } from "../check/check-world.fixture.ts";
import { openPage } from "./follow-block.ts";

let world: CheckWorld;
beforeEach(async () => {
  world = await openCheckWorld();
});
afterEach(() => world.store.close());

const BARE = "<title>Shop</title><div id=app></div><script src=app.js></script>";
const FULL = "<title>Shop</title><div id=app><p>7 EUR</p></div><script src=app.js></script>";

async function open(source: object = {}, opener?: PersonId) {
  const personId = opener ?? (await world.addPerson()).id;
  const stages: string[] = [];
  const request = { personId, source: PageSource.parse({ url: URL_OF_PAGE, ...source }) };
  const opened = await openPage({ ...request, onStage: (stage) => stages.push(stage) }, world.parts);
  return { opened, stages };
}

test("a page with text is opened as it came", async () => {
  world.web.set(URL_OF_PAGE, `<script></script>${"words and more words ".repeat(20)}`);
  const { opened, stages } = await open();
  expect(opened).toMatchObject({ kind: "opened", capture: { fetcher: "http" } });
  expect(stages).toEqual(["fetching", "reading", "ready"]);
});

test("a page that scripts make is rendered, and stays so", async () => {
  world.web.set(URL_OF_PAGE, BARE, "http");
  world.web.set(URL_OF_PAGE, FULL, "browser");
  const { opened, stages } = await open();
  expect(opened).toMatchObject({
    kind: "opened",
    capture: { fetcher: "browser" },
    page: { fetcher: { fetcher: "browser", reason: "made-by-scripts", signs: ["shell", "mount"] } },
  });
  expect(stages).toEqual(["fetching", "reading", "rendering", "reading", "ready"]);
});

const WORDS = "<p>Enough words to be read before any script has run.</p>".repeat(6);
const RAW = `<title>Town</title>${WORDS}<div id=sales style="height:200px"></div><script src=app.js></script>`;
const DRAWN = `<title>Town</title>${WORDS}<div id=sales style="height:200px">12 boats</div><script src=app.js></script>`;

test("a page with script-made parts is shown raw at once, and rendered when it is asked for again", async () => {
  world.web.set(URL_OF_PAGE, RAW, "http");
  world.web.set(URL_OF_PAGE, DRAWN, "browser");
  const { id: personId } = await world.addPerson();
  const first = await open({}, personId);
  expect(first.opened).toMatchObject({
    capture: { fetcher: "http" },
    page: { fetcher: { fetcher: "http", reason: "made-by-scripts", signs: ["empty-container"] } },
  });
  expect(first.stages).toEqual(["fetching", "reading", "ready"]);
  const second = await open({}, personId);
  expect(second.opened).toMatchObject({
    capture: { fetcher: "browser" },
    page: { fetcher: { fetcher: "browser", reason: "made-by-scripts" } },
  });
  expect(second.stages).toEqual(["rendering", "reading", "ready"]);
});

test("where no browser can render it the raw page stays, also when it is opened once more unchanged", async () => {
  world.web.set(URL_OF_PAGE, RAW, "http");
  world.web.set(URL_OF_PAGE, { code: "crashed", retry: "later", message: "no browser" }, "browser");
  const { id: personId } = await world.addPerson();
  await open({}, personId);
  for (let time = 0; time < 2; time++) {
    expect((await open({}, personId)).opened).toMatchObject({
      capture: { fetcher: "http" },
      page: { fetcher: { fetcher: "http", reason: "made-by-scripts" }, trouble: null },
    });
  }
  expect(world.web.asked.map(({ fetcher }) => fetcher)).toEqual(["http", "browser", "http", "http"]);
});

test("a page without scripts is never rendered, however often it is opened", async () => {
  world.web.set(URL_OF_PAGE, RAW.replace("<script src=app.js></script>", ""));
  const { id: personId } = await world.addPerson();
  for (let time = 0; time < 3; time++) await open({}, personId);
  expect(world.web.asked.map(({ fetcher }) => fetcher)).toEqual(["http", "http", "http"]);
});

test("where there is no browser the bare page is better than none", async () => {
  world.web.set(URL_OF_PAGE, BARE, "http");
  world.web.set(URL_OF_PAGE, { code: "crashed", retry: "later", message: "no browser" }, "browser");
  expect((await open()).opened).toMatchObject({ kind: "opened", capture: { fetcher: "http" } });
});

test("who asks for the browser gets it, and who gets nothing is told why", async () => {
  world.web.set(URL_OF_PAGE, FULL);
  expect((await open({ fetcher: "browser" })).stages).toEqual(["rendering", "reading", "ready"]);
  world.web.set(URL_OF_PAGE, { code: "dns", retry: "later", message: "no host" });
  const { opened, stages } = await open({ fetcher: "http" });
  expect(opened).toMatchObject({ kind: "failed", failure: { code: "dns" } });
  expect(stages).toEqual(["fetching", "failed"]);
});
