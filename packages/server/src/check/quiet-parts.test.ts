import type { Person } from "@tessera/model";
import { afterEach, beforeEach, expect, test } from "vitest";
import { addMailChannel, type CheckWorld, openCheckWorld, toldTo, URL_OF_PAGE } from "./check-world.fixture.ts";
import { heraldPage } from "./herald-page.fixture.ts";

let world: CheckWorld;
let ada: Person;
beforeEach(async () => {
  world = await openCheckWorld();
  ada = await world.addPerson();
});
afterEach(async () => {
  await world.store.close();
});

const TOP = { kind: "css" as const, selector: ".top" };
const ADS = [
  '<a href="/ad/socks"><img src="/ad/socks.png" alt="">Warm socks for cold feet</a>',
  "<p>Your name here: <b>write to us</b></p>",
  '<a href="/ad/tea"><img src="/ad/tea.png" alt="">Tea from the hills</a>',
];

interface Moment {
  readonly minute: number;
  readonly lead?: string;
}

/** The top story with a clock, a counter and an advertisement that rotates. */
function busyPage({ minute, lead = "The old bridge opens to traffic on Sunday at noon" }: Moment): string {
  const below = `<p class="clock">It is 12:${String(minute % 60).padStart(2, "0")}</p>
<p class="count">Read by ${1_000 + 37 * minute} people</p><div class="ad">${ADS[minute % ADS.length]}</div>`;
  return heraldPage({ lead, below });
}

/** Shows the page at one minute after another and checks each time. */
async function pass(view: Awaited<ReturnType<CheckWorld["follow"]>>, moments: readonly Moment[]): Promise<void> {
  for (const moment of moments) {
    world.web.set(URL_OF_PAGE, busyPage(moment));
    await world.check(view);
  }
}

const minutes = (from: number, count: number): Moment[] =>
  Array.from({ length: count }, (_, at) => ({ minute: from + at }));

test("a clock, a counter and an ad that rotates cry change no more once learned; a real change does", async () => {
  world.web.set(URL_OF_PAGE, busyPage({ minute: 0 }));
  const view = await world.follow(ada, TOP, { channels: [await addMailChannel(world, ada)] });
  await pass(view, minutes(1, 6));
  const noisy = (await toldTo(world, ada)).length;
  const before = await world.store.follows.find(ada.id, view.follow.id);
  await pass(view, minutes(7, 8));
  expect(await toldTo(world, ada)).toHaveLength(noisy);
  const quiet = await world.store.follows.find(ada.id, view.follow.id);
  expect(quiet?.latest).toMatchObject({ id: before?.latest?.id, quietLooks: (before?.latest?.quietLooks ?? 0) + 8 });
  // shown as it is now all the same
  expect(quiet?.latest?.excerpt).toContain("It is 12:14");

  await pass(view, [{ minute: 15, lead: "The old bridge stays closed until the end of May" }]);
  const told = await toldTo(world, ada);
  expect(told).toHaveLength(noisy + 1);
  expect(told.at(-1)?.after).toContain("stays closed");
  expect(told.at(-1)?.after).not.toContain("12:15");
  await pass(
    view,
    minutes(16, 3).map(({ minute }) => ({ minute, lead: "The old bridge stays closed until the end of May" })),
  );
  expect(await toldTo(world, ada)).toHaveLength(noisy + 1);
});

test("whoever wants to hear of volatile parts hears of them, and a number that is waited for is told", async () => {
  world.web.set(URL_OF_PAGE, busyPage({ minute: 0 }));
  const loud = await world.addPerson();
  const view = await world.follow(ada, TOP, {
    channels: [await addMailChannel(world, ada)],
    conditions: [{ kind: "number-above", limit: 1_400, which: 0 }],
  });
  await world.follow(loud, TOP, {
    channels: [await addMailChannel(world, loud)],
    quiet: { volatileParts: false, lines: [], order: true, secondLook: false },
  });
  await pass(view, minutes(1, 14));
  expect((await toldTo(world, ada)).map(({ reason }) => reason)).toEqual(["number-above"]);
  expect(await toldTo(world, loud)).toHaveLength(14);
});

test("what changes once in many looks is news, though it is a number among many words", async () => {
  world.web.set(URL_OF_PAGE, heraldPage({ below: "<p>Won so far: 0 games</p>" }));
  const view = await world.follow(ada, TOP, { channels: [await addMailChannel(world, ada)] });
  for (let games = 1; games <= 6; games++) {
    for (let look = 0; look < 4; look++) await world.check(view);
    world.web.set(URL_OF_PAGE, heraldPage({ below: `<p>Won so far: ${games} games</p>` }));
    await world.check(view);
  }
  expect(await toldTo(world, ada)).toHaveLength(6);
});
