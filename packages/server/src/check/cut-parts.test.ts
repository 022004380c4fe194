import { BlockPath } from "@tessera/model";
import { afterEach, beforeEach, expect, test } from "vitest";
import { addMailChannel, type CheckWorld, openCheckWorld, toldTo, URL_OF_PAGE } from "./check-world.fixture.ts";
import { heraldPage } from "./herald-page.fixture.ts";

let world: CheckWorld;
beforeEach(async () => {
  world = await openCheckWorld();
});
afterEach(() => world.store.close());

const LIST = { kind: "css" as const, selector: ".notes" };
const WORDS = (
  "amber birch cedar delta ember fjord grove haven inlet jetty knoll ledge marsh north ocean pearl quarry river stone " +
  "tower upland valley willow yonder zenith"
).split(" ");
const advert = (day: number) => `<li class=note><b class=tag>Advert</b> ${WORDS.slice(day, day + 10).join(" ")}</li>`;
const note = (name: string) =>
  `<li class=note><a href="/${name}"><b class=tag>Local</b> The ${name} opens on Sunday</a></li>`;

function show(...items: readonly string[]): void {
  world.web.set(URL_OF_PAGE, heraldPage({ extra: `<ul class=notes>${items.join("")}</ul>` }));
}

const BASE = ["library", "market", "chapel"].map(note);
const pathTo = (rest: string) => BlockPath.parse(`html[1]/body[1]/main[1]/ul[1]/${rest}`);

test("what is cut out of a list stays out while it is reworded day by day, and entries above it are the only news", async () => {
  show(advert(0), ...BASE);
  const ada = await world.addPerson();
  const channels = [await addMailChannel(world, ada)];
  const view = await world.follow(ada, LIST, {
    channels,
    cutPaths: [pathTo("li[1]")],
    conditions: [{ kind: "new-item" }],
  });
  const names = "school bakery harbour museum theatre garden station bridge castle market-hall ferry mill".split(" ");
  for (const [at, name] of names.entries()) {
    const above = names.slice(0, at).reverse().map(note);
    // the advert alone is no news
    show(...above, advert(at + 1), ...BASE);
    await world.check(view);
    expect(await toldTo(world, ada)).toHaveLength(at);
    show(note(name), ...above, advert(at + 1), ...BASE);
    await world.check(view);
    const told = await toldTo(world, ada);
    expect(told).toHaveLength(at + 1);
    expect(JSON.stringify(told.at(-1)?.summary)).toContain(`The ${name} opens`);
  }
  expect(JSON.stringify(await toldTo(world, ada))).not.toContain("Advert");
  const { latest } = (await world.store.follows.find(ada.id, view.follow.id)) ?? {};
  expect(latest?.verdict).toMatchObject({ kind: "found", cuts: [pathTo(`li[${names.length + 1}]`)] });
});

test("titles of entries in messages are without what is cut out of each", async () => {
  show(...BASE);
  const ada = await world.addPerson();
  const channels = [await addMailChannel(world, ada)];
  const cutPaths = [1, 2, 3].map((at) => pathTo(`li[${at}]/a[1]/b[1]`));
  const view = await world.follow(ada, LIST, { channels, cutPaths });
  show(...BASE);
  await world.check(view);
  const { latest } = (await world.store.follows.find(ada.id, view.follow.id)) ?? {};
  const content = latest?.content && (await world.store.bodies.readText(latest.content));
  expect(content).toContain("The library opens on Sunday");
  expect(content).not.toContain("Local");
});
