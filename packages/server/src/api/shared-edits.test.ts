import { type FollowId, MAX_JOINED, type Person } from "@tessera/model";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openSharedWorld, type SharedWorld } from "./shared-world.fixture.ts";

let shared: SharedWorld;
beforeEach(async () => {
  shared = await openSharedWorld();
  await shared.share("edit");
});
afterEach(() => shared.world.close());

const sheetAs = (person: Person) => shared.as(person).get(`/sheets/${shared.sheet}`);
const put = (person: Person, path: string, payload: object) =>
  shared.as(person).send("POST", `/sheets/${shared.sheet}/${path}`, payload);
const change = (person: Person, tile: string, content: object) =>
  shared.as(person).send("PATCH", `/tiles/${tile}`, { content });
const LEAD = { kind: "css", selector: ".lead" } as const;

async function contentOf(tile: string): Promise<{ readonly followIds: readonly string[] }> {
  const { tiles } = (await sheetAs(shared.ada)).json();
  return tiles.find(({ id }: { id: string }) => id === tile).content;
}

test("a picture that nobody can take is stored as wished, and the answer says what is shown instead", async () => {
  const { ada, bob, as, tiles, open, mine } = shared;
  const answer = await as(ada).send("PATCH", `/tiles/${tiles.open}`, { style: { way: "picture" } });
  expect(answer.json()).toMatchObject({ style: { way: "picture" } });
  expect(answer.json().warnings).toEqual([
    {
      followId: open.follow.id,
      code: "picture-without-browser",
      shownAs: "adapted",
      detail: expect.stringContaining('There is no picture of "Lead": it is shown adapted to the tile.'),
    },
  ]);
  const plain = await as(ada).send("PATCH", `/tiles/${tiles.open}`, { style: { way: "page" } });
  expect(plain.json().warnings).toEqual([]);
  const ofBoth = { style: { way: "picture" } };
  const followsIn = (json: { warnings: { followId: string }[] }) => json.warnings.map(({ followId }) => followId);
  const own = await as(ada).send("PATCH", `/tiles/${tiles.joined}`, ofBoth);
  expect(followsIn(own.json()).toSorted()).toEqual([open.follow.id, mine.follow.id].toSorted());
  // whoever does not see a part hears nothing of it
  const his = await as(bob).send("PATCH", `/tiles/${tiles.joined}`, ofBoth);
  expect(followsIn(his.json())).toEqual([open.follow.id]);
  const put = { followId: open.follow.id, style: { way: "picture" } };
  const added = await as(ada).send("POST", `/sheets/${shared.sheet}/tiles`, put);
  expect(followsIn(added.json())).toEqual([open.follow.id]);
});

test("rows that an editor does not see take room: what would be more than a tile holds is refused", async () => {
  const { world, ada, bob, open, mine } = shared;
  const ids: FollowId[] = [open.follow.id];
  while (ids.length < MAX_JOINED) ids.push((await world.follow(ada, LEAD)).follow.id);
  const seen = ids.slice(0, -1);
  const joined = (followIds: readonly string[]) => ({ kind: "joined", followIds });
  for (const id of ids) await put(ada, "tiles", { followId: id });
  const full = { followId: ids[0], content: joined([...seen, mine.follow.id]) };
  const { id } = (await put(ada, "tiles", full)).json();
  const refused = await change(bob, id, joined(ids));
  expect([refused.statusCode, refused.json().code]).toEqual([422, "invalid"]);
  expect(refused.body).not.toContain(mine.follow.id);
  expect((await sheetAs(ada)).statusCode).toBe(200);
  expect((await change(bob, id, joined(seen.toReversed()))).statusCode).toBe(200);
  expect(await contentOf(id)).toEqual(joined([...seen.toReversed(), mine.follow.id]));
});

test("a block of an editor's that the tile shows already is there once", async () => {
  const { world, ada, bob, open, mine, tiles } = shared;
  const his = await world.follow(bob, LEAD);
  const twice = [open.follow.id, his.follow.id];
  const board = (followIds: readonly string[]) => ({ kind: "board", title: "Table", followIds });
  expect((await change(bob, tiles.board, board(twice))).statusCode).toBe(200);
  expect(await contentOf(tiles.board)).toEqual(board([open.follow.id, mine.follow.id]));
  const added = await put(bob, "tiles", { followId: open.follow.id, content: board(twice) });
  expect([added.statusCode, added.json().content]).toEqual([201, board([open.follow.id])]);
  const single = await put(bob, "tiles", { followId: open.follow.id, content: { kind: "joined", followIds: twice } });
  expect([single.statusCode, single.json().content]).toEqual([201, { kind: "follow" }]);
  expect((await put(bob, "joined", { followIds: twice })).json().reason).toBe("twice-in-tile");
  expect((await sheetAs(ada)).statusCode).toBe(200);
});

test("nobody puts a block twice into a tile of several", async () => {
  const { ada, open, mine, tiles } = shared;
  const content = { kind: "joined", followIds: [open.follow.id, open.follow.id] };
  expect((await change(ada, tiles.joined, content)).statusCode).toBe(422);
  expect(await contentOf(tiles.joined)).toMatchObject({ followIds: [mine.follow.id, open.follow.id] });
});

test("how a part looks that an editor does not see is not told, and stays when they change the look", async () => {
  const { ada, bob, open, mine, tiles, as } = shared;
  const style = { title: "Both", parts: { [open.follow.id]: "text", [mine.follow.id]: "page" } };
  await as(ada).send("PATCH", `/tiles/${tiles.joined}`, { style });
  const seen = await sheetAs(bob);
  expect(seen.body).not.toContain(mine.follow.id);
  const { parts } = seen.json().tiles.find(({ id }: { id: string }) => id === tiles.joined).style;
  expect(parts).toEqual({ [open.follow.id]: "text" });
  const answer = await as(bob).send("PATCH", `/tiles/${tiles.joined}`, { style: { title: "His", parts: {} } });
  expect([answer.statusCode, answer.body.includes(mine.follow.id)]).toEqual([200, false]);
  const stored = await shared.world.store.tiles.find(ada.id, tiles.joined);
  expect(stored?.style).toMatchObject({ title: "His", parts: { [mine.follow.id]: "page" } });
});

test("what an editor takes off comes back with the rows that they do not see, each tile with its own", async () => {
  const { ada, bob, mine, tiles, as, world, sheet } = shared;
  const style = { parts: { [mine.follow.id]: "page" } };
  await as(ada).send("PATCH", `/tiles/${tiles.joined}`, { style });
  const shown = async () => {
    const view = await world.store.sheets.find(ada.id, sheet);
    return view?.tiles.map(({ tile: { id, version, ...tile } }) => JSON.stringify(tile)).sort();
  };
  const before = await shown();
  const taken = await put(bob, "removals", { ids: [tiles.board, tiles.joined, tiles.note] });
  const back = taken.json().map(({ id, sheetId, version, ...tile }: Record<string, unknown>) => tile);
  const returned = await put(bob, "returns", { tiles: back });
  expect([returned.statusCode, returned.body.includes(mine.follow.id)]).toEqual([200, false]);
  expect(await shown()).toEqual(before);
  // once
  await put(bob, "returns", { tiles: back });
  const holding = (await shown())?.filter((tile) => tile.includes(mine.follow.id));
  expect(holding).toHaveLength(3);
});

test("what an editor does again and again is in the owner's log once an hour", async () => {
  const { ada, bob, tiles, as, world, sheet } = shared;
  const drag = (y: number) =>
    as(bob).send("PUT", `/sheets/${sheet}/places`, {
      places: [{ id: tiles.note, place: { x: 0, y, width: 4, height: 4 } }],
    });
  for (const y of [20, 21, 22]) expect((await drag(y)).json()).toEqual({ moved: 1 });
  await as(bob).send("PATCH", `/sheets/${sheet}`, { title: "His" });
  const noted = async () =>
    (await world.store.audit.list({ person: ada.id, action: "sheet-edited", limit: 99 })).items
      .map(({ detail }) => detail.did)
      .sort();
  expect(await noted()).toEqual(["moved", "renamed"]);
  await world.check(shared.open, 3_600_000);
  await drag(23);
  expect(await noted()).toEqual(["moved", "moved", "renamed"]);
});
