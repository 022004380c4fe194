import { afterEach, beforeEach, expect, test } from "vitest";
import { addMailChannel, type CheckWorld, openCheckWorld, toldTo, URL_OF_PAGE } from "./check-world.fixture.ts";

let world: CheckWorld;
beforeEach(async () => {
  world = await openCheckWorld();
});
afterEach(() => world.store.close());

const HASH = "0f".repeat(32);
const ALIKE = `${"0f".repeat(31)}0e`;
const OTHER = "f0".repeat(32);
const WORDS = "<p>Enough words to be read before any script has run.</p>".repeat(6);
const chart = (hash: string, words = "") =>
  `<title>Harbour</title>${WORDS}<div class=boats><h2>Boats</h2><canvas data-tessera-drawing="0 ${hash}"${words && ` aria-label="${words}"`}></canvas></div>`;

async function followChart(words = "") {
  world.web.drawings = Buffer.from("drawn");
  world.web.set(URL_OF_PAGE, chart(HASH, words));
  const person = await world.addPerson();
  const options = { channels: [await addMailChannel(world, person)] };
  const source = { url: URL_OF_PAGE, fetcher: "browser" } as const;
  return { person, view: await world.follow(person, { kind: "css", selector: ".boats" }, options, source) };
}

test("what is drawn on a page is kept with its capture, and goes with it", async () => {
  const { view } = await followChart();
  const { store } = world;
  const capture = await store.checks.capture(view.block.firstCaptureId);
  expect(capture?.drawings && (await store.bodies.readText(capture.drawings))).toBe("drawn");
  expect((await store.upkeep.examine({ now: 0, repair: false })).findings).toEqual([]);
});

test("a chart that is drawn again with the same words is no news, however it looks", async () => {
  const { person, view } = await followChart("Jan 3, Feb 4");
  world.web.drawings = Buffer.from("drawn again");
  world.web.set(URL_OF_PAGE, chart(OTHER, "Jan 3, Feb 4"));
  await world.check(view);
  expect(await toldTo(world, person)).toEqual([]);
  world.web.set(URL_OF_PAGE, chart(OTHER, "Jan 3, Feb 5"));
  await world.check(view);
  expect(await toldTo(world, person)).toHaveLength(1);
});

test("a drawing without words is news when it looks different, and not when it is a hair beside", async () => {
  const { person, view } = await followChart();
  world.web.set(URL_OF_PAGE, chart(ALIKE));
  await world.check(view);
  expect(await toldTo(world, person)).toEqual([]);
  world.web.set(URL_OF_PAGE, chart(OTHER));
  await world.check(view);
  expect(await toldTo(world, person)).toHaveLength(1);
});
