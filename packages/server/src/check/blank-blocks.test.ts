import { afterEach, beforeEach, expect, test } from "vitest";
import { addMailChannel, type CheckWorld, openCheckWorld, toldTo, URL_OF_PAGE } from "./check-world.fixture.ts";

let world: CheckWorld;
beforeEach(async () => {
  world = await openCheckWorld();
});
afterEach(() => world.store.close());

const WORDS = "<p>Enough words to be read before any script has run.</p>".repeat(6);
const page = (inside: string) => `<title>Harbour</title>${WORDS}<div class=boats>${inside}</div><p>The end.</p>`;
const BLOCK = { kind: "css", selector: ".boats" } as const;
const DAY = 24 * 60 * 60_000;

const fetchers = () => world.web.asked.map(({ fetcher }) => fetcher);
const latestOf = async (person: Parameters<CheckWorld["follow"]>[0], id: string) =>
  (await world.store.follows.find(person.id, id as never))!;

test("a block that is blank in the raw page says so, and the next check renders it without crying news", async () => {
  world.web.set(URL_OF_PAGE, page(""), "http");
  world.web.set(URL_OF_PAGE, page("<b>12 boats</b>"), "browser");
  const person = await world.addPerson();
  const followed = await world.follow(person, BLOCK, { channels: [await addMailChannel(world, person)] });
  expect(followed.latest?.verdict).toMatchObject({ kind: "found", shows: "nothing" });
  expect(fetchers()).toEqual(["http"]);
  await world.check(followed);
  const { latest, page: fetched } = await latestOf(person, followed.follow.id);
  expect(latest).toMatchObject({ excerpt: "12 boats", change: "first", diff: null });
  expect(latest?.verdict).not.toHaveProperty("shows");
  expect(fetched.fetcher).toMatchObject({ fetcher: "browser", reason: "not-in-raw-html" });
  expect(fetchers()).toEqual(["http", "http", "browser"]);
  expect(await toldTo(world, person)).toEqual([]);
});

test("what changes later is told as ever", async () => {
  world.web.set(URL_OF_PAGE, page(""), "http");
  world.web.set(URL_OF_PAGE, page("<b>12 boats</b>"), "browser");
  const person = await world.addPerson();
  const followed = await world.follow(person, BLOCK, { channels: [await addMailChannel(world, person)] });
  await world.check(followed);
  world.web.set(URL_OF_PAGE, page("<b>13 boats</b>"), "browser");
  await world.check(followed);
  expect(await toldTo(world, person)).toHaveLength(1);
});

test("where the browser shows nothing either, it is not asked at every check", async () => {
  world.web.set(URL_OF_PAGE, page(""));
  const person = await world.addPerson();
  const followed = await world.follow(person, BLOCK);
  for (let time = 0; time < 3; time++) await world.check(followed);
  expect(fetchers().filter((fetcher) => fetcher === "browser")).toHaveLength(1);
  const { latest, page: fetched } = await latestOf(person, followed.follow.id);
  expect(latest?.verdict).toMatchObject({ shows: "nothing" });
  expect(fetched.fetcher).toMatchObject({ fetcher: "http", reason: "no-better-rendered" });
});

test("a page without scripts is never rendered twice, however long a block is missing in it; with a script it is", async () => {
  world.web.set(URL_OF_PAGE, page(""));
  const person = await world.addPerson();
  const followed = await world.follow(person, BLOCK);
  const rendered = () => fetchers().filter((fetcher) => fetcher === "browser").length;
  for (let time = 0; time < 5; time++) await world.check(followed, 40 * DAY);
  world.web.set(URL_OF_PAGE, page("").replace("The end.", "The very end."));
  for (let time = 0; time < 3; time++) await world.check(followed, 40 * DAY);
  expect(rendered()).toBe(1);
  world.web.set(URL_OF_PAGE, `${page("")}<script src=boats.js></script>`);
  await world.check(followed);
  expect(rendered()).toBe(2);
});

test("one render serves all blocks and all people", async () => {
  world.web.set(URL_OF_PAGE, page("<b>12 boats</b>"));
  const source = { url: URL_OF_PAGE, fetcher: "browser" } as const;
  const [ada, bob] = [await world.addPerson(), await world.addPerson()];
  const followed = await world.follow(ada, BLOCK, {}, source);
  await world.follow(bob, BLOCK, {}, source);
  await world.follow(bob, { kind: "css", selector: "p:last-of-type" }, {}, source);
  const before = fetchers().length;
  await world.check(followed);
  expect(fetchers().slice(before)).toEqual(["browser"]);
});

test("who asks for no browser gets none, and the block stays blank", async () => {
  world.web.set(URL_OF_PAGE, page(""), "http");
  const person = await world.addPerson();
  const followed = await world.follow(person, BLOCK, {}, { url: URL_OF_PAGE, fetcher: "http" });
  await world.check(followed);
  expect(fetchers()).toEqual(["http", "http"]);
});

test("a page that is tried raw again goes back only where the block says the same there", async () => {
  world.web.set(URL_OF_PAGE, page(""), "http");
  world.web.set(URL_OF_PAGE, page("<b>12 boats</b>"), "browser");
  const person = await world.addPerson();
  const followed = await world.follow(person, BLOCK);
  await world.check(followed);
  world.web.set(URL_OF_PAGE, page("<b>0 boats</b>"), "http");
  await world.check(followed, DAY);
  expect((await latestOf(person, followed.follow.id)).page.fetcher.fetcher).toBe("browser");
  world.web.set(URL_OF_PAGE, page("<b>12 boats</b>"), "http");
  await world.check(followed, 2 * DAY);
  expect((await latestOf(person, followed.follow.id)).page.fetcher.fetcher).toBe("http");
});

test("a block of a page that is fetched with a browser from now on is what stands in its place", async () => {
  world.web.set(URL_OF_PAGE, page(""), "http");
  world.web.set(URL_OF_PAGE, page("<b>12 boats</b>"), "browser");
  const person = await world.addPerson();
  const followed = await world.follow(person, BLOCK, {}, { url: URL_OF_PAGE, fetcher: "http" });
  const there = await world.store.follows.fetchBy(person.id, followed.page.id, {
    patch: { fetcher: "browser" },
    now: world.now(),
  });
  await world.checkPage(there!.id);
  expect((await latestOf(person, followed.follow.id)).latest).toMatchObject({
    excerpt: "12 boats",
    verdict: { kind: "found" },
  });
});
