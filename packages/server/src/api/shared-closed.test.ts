import type { GadgetReply } from "@tessera/model/api";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openSharedWorld, type SharedWorld } from "./shared-world.fixture.ts";

let shared: SharedWorld;

beforeEach(async () => {
  shared = await openSharedWorld();
});
afterEach(() => shared.world.close());

/** As somebody who has nothing but the address. */
const visit = (url: string) => {
  const { pathname, search } = new URL(url, "http://localhost");
  return shared.world.app.inject({ method: "GET", url: pathname + search, headers: { host: "localhost" } });
};
const shareBy = async (face: "link" | "frame"): Promise<GadgetReply> => {
  const answer = await shared.as(shared.ada).send("POST", "/gadgets", { sheetId: shared.sheet, face });
  return answer.json();
};

test("what is closed on the sheet is closed by link and in frames: its tiles are left out, its heading says how many", async () => {
  const { ada, sheet, tiles, as, world } = shared;
  await world.store.settings.change({ allowsGadgets: true });
  const content = { kind: "heading", title: "Later", isClosed: false };
  const heading = (await as(ada).send("POST", `/sheets/${sheet}/tiles`, { content })).json().id;
  const lie = [tiles.note, heading, tiles.open, tiles.board, tiles.joined, tiles.mine];
  const placesOf = (ids: readonly string[], columns = 12) =>
    ids.map((id, y) => ({
      id,
      place: { x: 0, y: 2 * y, width: id === heading ? columns : 2, height: id === heading ? 1 : 2 },
    }));
  await as(ada).send("PUT", `/sheets/${sheet}/places`, { places: placesOf(lie) });
  const { url } = await shareBy("link");
  const frame = await shareBy("frame");
  const shownBy = (body: string) => [...body.matchAll(/data-tile="([0-9a-f-]+)"/g)].map(([, id]) => id);
  const before = (await visit(`${url}/state`)).json();
  expect(shownBy((await visit(url)).body).sort()).toEqual(lie.filter((id) => id !== tiles.mine).sort());
  const closed = { content: { ...content, isClosed: true } };
  await as(ada).send("PATCH", `/tiles/${heading}`, closed);
  const { body } = await visit(url);
  expect(shownBy(body)).toEqual([tiles.note, heading]);
  expect(body).toMatch(/<h2><bdi>Later<\/bdi><small>4<\/small><\/h2>/);
  // an open page is loaded anew, and what nobody sees is not given out
  expect((await visit(`${url}/state`)).json().mark).not.toBe(before.mark);
  expect((await visit(`${url}/tiles/${tiles.open}`)).statusCode).toBe(404);
  expect((await visit(frame.url)).body).not.toContain("<iframe");
  // on a phone they lie above it
  const onPhone = [tiles.open, heading, tiles.note, tiles.board, tiles.joined, tiles.mine];
  await as(ada).send("PUT", `/sheets/${sheet}/places`, { screen: "phone", places: placesOf(onPhone, 2) });
  await as(ada).send("PATCH", `/tiles/${heading}`, closed);
  const arranged = (await visit(url)).body;
  expect(shownBy(arranged).sort()).toEqual([tiles.note, heading, tiles.open].sort());
  expect(arranged).toMatch(new RegExp(`class="wide-off tablet-off"[^>]*data-tile="${tiles.open}"`));
  expect(arranged).toMatch(new RegExp(`class="phone-off"[^>]*data-tile="${tiles.note}"`));
  expect((await visit(`${url}/tiles/${tiles.open}`)).statusCode).toBe(200);
});
