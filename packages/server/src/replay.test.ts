import { afterEach, beforeEach, expect, test } from "vitest";
import { type CheckWorld, openCheckWorld, URL_OF_PAGE } from "./check/check-world.fixture.ts";
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
  world.web.set(URL_OF_PAGE, "<body><p>one</p>");
  const view = await world.follow(ada, { kind: "css", selector: "p" });
  for (const html of ["<body><p>two</p>", "<body><div>three</div>", "<body><p>four</p>"]) {
    world.web.set(URL_OF_PAGE, html);
    await world.check(view);
  }
  const before = await world.store.upkeep.facts();
  const same = await replay(world.parts, { owner: ada.id, follow: view.follow.id, tracer: "direct-path" });
  expect(same).toMatchObject({ kind: "replayed", steps: [{ differs: false }, { differs: false }, { differs: false }] });
  const other = await replay(world.parts, { owner: ada.id, follow: view.follow.id, tracer: "path-only" });
  expect(["replayed", "missing"]).toContain(other.kind);
  const unknown = await replay(world.parts, { owner: ada.id, follow: view.follow.id, tracer: "nobody" });
  expect(unknown).toEqual({ kind: "missing" });
  expect(await world.store.upkeep.facts()).toEqual(before);
});
