import { Quiet } from "@tessera/model";
import { unpackMemory } from "@tessera/store";
import { afterEach, beforeEach, expect, test } from "vitest";
import { addMailChannel, type CheckWorld, openCheckWorld, toldTo, URL_OF_PAGE } from "./check-world.fixture.ts";
import { heraldPage } from "./herald-page.fixture.ts";

let world: CheckWorld;
beforeEach(async () => {
  world = await openCheckWorld();
});
afterEach(async () => {
  await world.store.close();
});

const TOWN = { kind: "css" as const, selector: ".town" };
const CONDITIONS = [{ kind: "any-change" as const }, { kind: "looks-different" as const }];
/** The same section between other neighbours with nothing of what it said. */
const STRANGE = heraldPage()
  .replace("Library stays open on Sundays until the end of the year", "Win a car")
  .replace("The weekly market moves to the old station yard", "Lose weight")
  .replace("Two schools share one new sports hall", "Meet singles")
  .replace("<h2>In town</h2>", "<h2>Partners</h2>")
  .replace("<h2>Top story</h2>", "<h2>Breaking</h2>")
  .replace("Bridge opens", "A storm")
  .replace("<h2>Sport</h2>", "<h2>Games</h2>")
  .replace("Rowers win at home", "Chess")
  .replace("The eight finished two lengths clear of the field.", "Nobody won")
  .replace(">Letters<", ">Adverts<");

interface Condition {
  readonly kind: "any-change" | "looks-different";
}

interface How {
  readonly extent?: "alike";
  readonly quiet?: Quiet;
}

async function startWith(conditions: readonly Condition[], how: How = {}) {
  const ada = await world.addPerson();
  world.web.set(URL_OF_PAGE, heraldPage());
  const channels = [await addMailChannel(world, ada)];
  const view = await world.follow(ada, TOWN, { conditions: [...conditions], channels, ...how });
  const check = async (html: string) => {
    world.web.set(URL_OF_PAGE, html);
    await world.check(view);
    return (await world.store.follows.find(ada.id, view.follow.id))!;
  };
  return { ada, check, blockId: view.block.id, followId: view.follow.id };
}

test("a block that looks very different is told as that, stays marked, and an ordinary change is not", async () => {
  const { ada, check } = await startWith(CONDITIONS);
  await check(heraldPage({ lead: "A first look" }));
  const usual = await check(heraldPage({ lead: "A first look" }).replace("Two schools", "Three schools"));
  expect(usual.latest?.verdict).not.toHaveProperty("looksDifferent");
  const strange = await check(STRANGE);
  expect(strange.latest?.verdict).toMatchObject({ kind: "found", looksDifferent: expect.any(Number) });
  expect((await toldTo(world, ada)).map(({ reason }) => reason)).toEqual(["any-change", "looks-different"]);
  const again = await check(`${STRANGE}<!-- the same once more -->`);
  expect(again.latest).toMatchObject({ id: strange.latest?.id, looks: 2 });
  expect(again.latest?.verdict).toHaveProperty("looksDifferent");
  const next = await check(STRANGE.replace("Win a car", "Win a bicycle"));
  expect(next.latest?.verdict).not.toHaveProperty("looksDifferent");
  expect(await toldTo(world, ada)).toHaveLength(3);
});

test("who waits for a second look is told of it then, whether the block moved on a little meanwhile or not", async () => {
  for (const second of [`${STRANGE}<!-- the same once more -->`, STRANGE.replace("Win a car", "Win a bicycle")]) {
    const { ada, check } = await startWith(CONDITIONS, { quiet: Quiet.parse({ secondLook: true }) });
    const reasons = async () => (await toldTo(world, ada)).map(({ reason }) => reason);
    await check(heraldPage({ lead: "A first look" }));
    await check(STRANGE);
    expect(await reasons()).toEqual([]);
    await check(second);
    expect(await reasons()).toEqual(["looks-different"]);
    await check(second.replace("Meet singles", "Meet doubles"));
    await check(second.replace("Meet singles", "Meet doubles"));
    expect(await reasons()).toEqual(["looks-different", "any-change"]);
  }
});

test("nothing of it is measured or kept where nobody asks", async () => {
  const { ada, check, blockId } = await startWith([{ kind: "any-change" }]);
  await check(heraldPage({ lead: "A first look" }));
  const strange = await check(STRANGE);
  expect(strange.latest?.verdict).not.toHaveProperty("looksDifferent");
  const packed = (await world.store.checks.memories([blockId])).get(blockId)!;
  expect(unpackMemory(packed)).not.toHaveProperty("rest");
  expect((await toldTo(world, ada)).map(({ reason }) => reason)).toEqual(["any-change"]);
});

test("what was kept goes when nobody asks any longer, and nothing is compared with it later", async () => {
  const { ada, check, blockId, followId } = await startWith(CONDITIONS);
  const kept = async () => unpackMemory((await world.store.checks.memories([blockId])).get(blockId)!).rest;
  const ask = (conditions: readonly Condition[]) =>
    world.store.follows.change(ada.id, followId, { conditions: [...conditions] }, { now: world.now() });
  await check(heraldPage({ lead: "A first look" }));
  expect(await kept()).toContain("patterns");
  await ask([{ kind: "any-change" }]);
  await check(STRANGE);
  expect(await kept()).toBeUndefined();
  await ask(CONDITIONS);
  const next = await check(STRANGE.replace("Win a car", "Win a bicycle"));
  expect(next.latest?.verdict).not.toHaveProperty("looksDifferent");
  expect(await kept()).toContain("patterns");
});

test("all like this never looks different: one of them that is another says nothing about the others", async () => {
  const { ada, check, blockId } = await startWith(CONDITIONS, { extent: "alike" });
  await check(heraldPage({ lead: "A first look" }));
  const strange = await check(STRANGE);
  expect(strange.latest?.verdict).toMatchObject({ kind: "found" });
  expect(strange.latest?.verdict).not.toHaveProperty("looksDifferent");
  expect(unpackMemory((await world.store.checks.memories([blockId])).get(blockId)!)).not.toHaveProperty("rest");
  expect((await toldTo(world, ada)).map(({ reason }) => reason)).not.toContain("looks-different");
});
