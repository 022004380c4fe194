import { PageSource } from "@tessera/model";
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

async function open(source: object = {}) {
  const { id: personId } = await world.addPerson();
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
    page: { fetcher: { fetcher: "browser", reason: "not-in-raw-html" } },
  });
  expect(stages).toEqual(["fetching", "reading", "rendering", "reading", "ready"]);
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
