import { afterEach, beforeEach, expect, test } from "vitest";
import { type CheckWorld, openCheckWorld, URL_OF_PAGE } from "../check/check-world.fixture.ts";
import { heraldPage, LEAD } from "../check/herald-page.fixture.ts";
import { replay } from "./replay.ts";

let world: CheckWorld;
beforeEach(async () => {
  world = await openCheckWorld();
});
afterEach(async () => {
  await world.store.close();
});

test("the tracer of the time says again what it said, another may differ, and nothing is written", async () => {
  const ada = await world.addPerson();
  world.web.set(URL_OF_PAGE, heraldPage({ lead: "one" }));
  const view = await world.follow(ada, LEAD);
  for (const html of [heraldPage({ lead: "two" }), heraldPage({ hasLead: false }), heraldPage({ lead: "four" })]) {
    world.web.set(URL_OF_PAGE, html);
    await world.check(view);
  }
  const before = await world.store.upkeep.facts();
  const same = await replay(world.parts, { owner: ada.id, follow: view.follow.id, tracer: "fused" });
  expect(same).toMatchObject({ kind: "replayed", steps: [{ differs: false }, { differs: false }, { differs: false }] });
  const other = await replay(world.parts, { owner: ada.id, follow: view.follow.id, tracer: "direct-path" });
  expect(other.kind).toBe("replayed");
  const unknown = await replay(world.parts, { owner: ada.id, follow: view.follow.id, tracer: "nobody" });
  expect(unknown).toEqual({ kind: "missing" });
  expect(await world.store.upkeep.facts()).toEqual(before);
});

test("a block that moved while it said the same is compared in the capture where it is", async () => {
  const ada = await world.addPerson();
  world.web.set(URL_OF_PAGE, heraldPage({ lead: "The old bridge opens on Sunday" }));
  const view = await world.follow(ada, LEAD);
  for (const extra of ["", "<section><h2>Roads</h2><p>All clear</p></section>"]) {
    world.web.set(URL_OF_PAGE, heraldPage({ lead: "The old bridge opens on Monday", extra }));
    await world.check(view);
  }
  const { latest, page } = (await world.store.follows.find(ada.id, view.follow.id))!;
  expect(latest).toMatchObject({ looks: 2, captureId: page.latestCaptureId });
  const same = await replay(world.parts, { owner: ada.id, follow: view.follow.id });
  expect(same).toMatchObject({ kind: "replayed", steps: [{ recorded: null }, { differs: false }] });
});
