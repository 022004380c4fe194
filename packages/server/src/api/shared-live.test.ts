import type { FollowId, Person } from "@tessera/model";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openSharedWorld, type SharedWorld } from "./shared-world.fixture.ts";

let shared: SharedWorld;
const leaving = new AbortController();
beforeEach(async () => {
  shared = await openSharedWorld();
  await shared.share("view");
});
afterEach(() => shared.world.close());

/** What this person hears, from now on. */
async function hearing(person: Person): Promise<() => string> {
  const heard: string[] = [];
  const stream = shared.world.services.live.stream(person.id, leaving.signal);
  await stream.next();
  void (async () => {
    for await (const said of stream) heard.push(said);
  })();
  return () => heard.join("");
}

test("of a private follow others hear that the sheet changed, and not of which; of one that they see they hear", async () => {
  const { ada, bob, open, mine, sheet, as } = shared;
  const [hers, his] = [await hearing(ada), await hearing(bob)];
  const rename = (id: FollowId) => as(ada).send("PATCH", `/follows/${id}`, { title: "Renamed" });
  await rename(mine.follow.id);
  await expect.poll(his).toMatch(new RegExp(`event: sheet-changed\\ndata: .*${sheet}`));
  await rename(open.follow.id);
  await expect.poll(his).toMatch(new RegExp(`event: follow-changed\\ndata: .*${open.follow.id}`));
  expect(his()).not.toContain(mine.follow.id);
  await expect.poll(hers).toContain(mine.follow.id);
});
