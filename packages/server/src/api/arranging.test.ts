import { MAX_PICTURE_BYTES, type Person, SHEET_COLUMNS } from "@tessera/model";
import { afterEach, beforeEach, expect, test } from "vitest";
import { SMALL_JPEG, segment, withSegments } from "../people/plain-jpeg.fixture.ts";
import { type ApiWorld, openApiWorld } from "./api-world.fixture.ts";

let world: ApiWorld;
let ada: Person;
beforeEach(async () => {
  world = await openApiWorld();
  ada = await world.addPerson();
});
afterEach(() => world.close());

const get = (url: string) => world.ask(ada, { method: "GET", url: `/api/v1${url}` });
const post = (url: string, payload: object) => world.ask(ada, { method: "POST", url: `/api/v1${url}`, payload });
const put = (url: string, payload: object) => world.ask(ada, { method: "PUT", url: `/api/v1${url}`, payload });
const remove = (url: string) => world.ask(ada, { method: "DELETE", url: `/api/v1${url}` });

async function addSheet(title: string): Promise<string> {
  return (await post("/sheets", { title })).json().id;
}

async function addNote(sheet: string, title: string): Promise<{ readonly id: string }> {
  return (await post(`/sheets/${sheet}/tiles`, { content: { kind: "note", title, text: "" } })).json();
}

async function tilesOf(sheet: string) {
  return (await get(`/sheets/${sheet}`)).json().tiles;
}

test("a phone is arranged by itself, and follows the wide screen again when that is forgotten", async () => {
  const sheet = await addSheet("Home");
  const { id } = await addNote(sheet, "milk");
  const place = { x: 0, y: 3, width: 1, height: 2, isFixed: true };
  const moved = await put(`/sheets/${sheet}/places`, { screen: "phone", places: [{ id, place }] });
  expect(moved.json()).toEqual({ moved: 1 });
  expect(await tilesOf(sheet)).toMatchObject([{ place: { x: 0, y: 0 }, screens: { phone: place } }]);
  expect((await remove(`/sheets/${sheet}/places/phone`)).statusCode).toBe(204);
  expect((await tilesOf(sheet))[0]).not.toHaveProperty("screens");
  expect((await remove(`/sheets/${sheet}/places/wide`)).statusCode).toBe(422);
});

test("no tile is put beyond the last column of a screen, and none is moved when one of several would be", async () => {
  const [sheet, other] = [await addSheet("Home"), await addSheet("Work")];
  const [one, two] = [await addNote(sheet, "one"), await addNote(sheet, "two")];
  const before = await tilesOf(sheet);
  const [wide, phone, first] = [
    { x: 10, y: 0, width: 3, height: 2 },
    { x: 1, y: 0, width: 2, height: 2 },
    { x: 0, y: 9, width: 1, height: 1 },
  ];
  const content = { kind: "note", title: "milk", text: "" };
  const places = (place: object) => [
    { id: one.id, place: first },
    { id: two.id, place },
  ];
  const arrival = (told: object) =>
    post(`/sheets/${other}/arrivals`, { how: "copy", tiles: [{ id: one.id, ...told }] });
  const refused = [
    [await post(`/sheets/${sheet}/tiles`, { content, place: wide }), "body.place", "wide"],
    [await put(`/sheets/${sheet}/places`, { places: places(wide) }), "body.places.1.place", "wide"],
    [await put(`/sheets/${sheet}/places`, { screen: "tablet", places: places(wide) }), "body.places.1.place", "tablet"],
    [await put(`/sheets/${sheet}/places`, { screen: "phone", places: places(phone) }), "body.places.1.place", "phone"],
    [await arrival({ place: wide }), "body.tiles.0.place", "wide"],
    [await arrival({ screens: { phone } }), "body.tiles.0.screens.phone", "phone"],
    [await arrival({ screens: { tablet: wide } }), "body.tiles.0.screens.tablet", "tablet"],
  ] as const;
  for (const [answer, path, screen] of refused) {
    const message = `reaches beyond the ${screen === "phone" ? 2 : SHEET_COLUMNS} columns of a ${screen} screen`;
    expect(answer.json()).toMatchObject({ code: "invalid", issues: [{ path, message }] });
  }
  expect([await tilesOf(sheet), await tilesOf(other)]).toEqual([before, []]);
});

test("a tile that lay beyond the last column comes back within the grid", async () => {
  const sheet = await addSheet("Home");
  const place = { x: 10, y: 0, width: 4, height: 2 };
  const screens = { phone: { ...place, x: 1 }, tablet: { ...place, x: 11, width: 12 } };
  const content = { kind: "note", title: "milk", text: "" };
  const tiles = [{ followId: null, content, place, screens, style: {} }];
  expect((await post(`/sheets/${sheet}/returns`, { tiles })).statusCode).toBe(200);
  const there = { place: { x: 8 }, screens: { phone: { x: 0, width: 2 }, tablet: { x: 0, width: 12 } } };
  expect(await tilesOf(sheet)).toMatchObject([there]);
});

test("tiles that move to another sheet lie below what is there, in their order, and can be moved back", async () => {
  const [from, to] = [await addSheet("Home"), await addSheet("Work")];
  const there = await addNote(to, "there");
  const [one, other] = [await addNote(from, "one"), await addNote(from, "other")];
  const before = await tilesOf(from);
  const tiles = [{ id: other.id }, { id: one.id }];
  const answer = await post(`/sheets/${to}/arrivals`, { how: "move", tiles });
  expect(answer.statusCode).toBe(200);
  expect(await tilesOf(from)).toEqual([]);
  expect((await tilesOf(to)).map(({ id, place }: never) => [id, (place as { y: number }).y])).toEqual([
    [there.id, 0],
    [one.id, 4],
    [other.id, 4],
  ]);
  const back = before.map(({ id, place }: { id: string; place: object }) => ({ id, place }));
  await post(`/sheets/${from}/arrivals`, { how: "move", tiles: back });
  expect((await tilesOf(from)).map(({ place }: { place: object }) => place)).toEqual(
    before.map(({ place }: { place: object }) => place),
  );
});

test("a group that is sent from a phone arrives as it lay there, whatever lies where on a wide screen", async () => {
  const [from, to] = [await addSheet("Home"), await addSheet("Work")];
  const milk = await addNote(from, "milk");
  const { id: later } = (await post(`/sheets/${from}/tiles`, { content: { kind: "heading", title: "Later" } })).json();
  const places = [later, milk.id].map((id, y) => ({ id, place: { x: 0, y, width: 2, height: 1 } }));
  await put(`/sheets/${from}/places`, { screen: "phone", places });
  await post(`/sheets/${to}/arrivals`, { how: "move", screen: "phone", tiles: [{ id: milk.id }, { id: later }] });
  expect((await tilesOf(to)).map(({ id }: { id: string }) => id)).toEqual([later, milk.id]);
});

test("a copy is a tile of its own, and nobody takes what is another's", async () => {
  const [from, to] = [await addSheet("Home"), await addSheet("Work")];
  const { id } = await addNote(from, "one");
  const [copy] = (await post(`/sheets/${to}/arrivals`, { how: "copy", tiles: [{ id }] })).json();
  expect(copy).toMatchObject({ sheetId: to, content: { title: "one" }, version: 1 });
  expect(copy.id).not.toBe(id);
  expect(await tilesOf(from)).toHaveLength(1);
  const bob = await world.addPerson();
  const url = `/api/v1/sheets/${to}/arrivals`;
  const stolen = await world.ask(bob, { method: "POST", url, payload: { how: "copy", tiles: [{ id }] } });
  expect(stolen.statusCode).toBe(404);
});

test("several tiles are taken off at once, one that is gone already is no failure, and they come back as they were", async () => {
  const sheet = await addSheet("Home");
  const [one, other, gone] = [await addNote(sheet, "one"), await addNote(sheet, "other"), await addNote(sheet, "gone")];
  const phone = { x: 0, y: 3, width: 1, height: 2 };
  await put(`/sheets/${sheet}/places`, { screen: "phone", places: [{ id: one.id, place: phone }] });
  await remove(`/tiles/${gone.id}`);
  const before = await tilesOf(sheet);
  const taken = await post(`/sheets/${sheet}/removals`, { ids: [one.id, gone.id, other.id] });
  expect(taken.statusCode).toBe(200);
  expect(taken.json()).toMatchObject([{ id: one.id }, { id: other.id }]);
  expect(await tilesOf(sheet)).toEqual([]);
  const back = taken.json().map(({ id, sheetId, version, ...tile }: Record<string, unknown>) => tile);
  const returned = await post(`/sheets/${sheet}/returns`, { tiles: back });
  expect(returned.json()).toHaveLength(2);
  const asBefore = ({ id, version, ...tile }: Record<string, unknown>): object => tile;
  expect((await tilesOf(sheet)).map(asBefore)).toEqual(before.map(asBefore));
  expect((await post(`/sheets/${sheet}/removals`, { ids: [one.id] })).json()).toEqual([]);
});

test("of tiles that come back all do or none", async () => {
  const sheet = await addSheet("Home");
  await addNote(sheet, "one");
  const [{ id, sheetId, version, follow, follows, isHidden, ...note }] = await tilesOf(sheet);
  const stranger = { ...note, content: { kind: "follow" }, followId: "01890000-0000-7000-8000-000000000000" };
  expect((await post(`/sheets/${sheet}/returns`, { tiles: [note, stranger] })).statusCode).toBe(404);
  expect(await tilesOf(sheet)).toHaveLength(1);
});

test("sheets are put in order, and a new one looks as the person likes it", async () => {
  const ids = [await addSheet("a"), await addSheet("b"), await addSheet("c")];
  const order = await put("/sheets/order", { ids: [ids[2]!, ids[0]!] });
  expect(order.json().map(({ title }: { title: string }) => title)).toEqual(["c", "a", "b"]);
  const sheetStyle = { theme: "dark", palette: "mist", background: { kind: "picture" } };
  await world.store.people.change(ada.id, { sheetStyle: { ...sheetStyle } as never }, { now: world.now() });
  const made = (await post("/sheets", { title: "d" })).json();
  expect(made.style).toMatchObject({ theme: "dark", palette: "mist", background: null });
});

test("a heading lies below everything, as wide as the sheet", async () => {
  const sheet = await addSheet("Home");
  await addNote(sheet, "milk");
  const added = await post(`/sheets/${sheet}/tiles`, { content: { kind: "heading", title: "News" } });
  expect(added.json()).toMatchObject({
    content: { kind: "heading", title: "News", isClosed: false },
    place: { x: 0, y: 4, width: SHEET_COLUMNS, height: 1 },
  });
});

test("a new tile is seen: it lies in no closed group, and the last group opens where there is no other room", async () => {
  const sheet = await addSheet("Home");
  const closed = (y: number) => ({
    content: { kind: "heading", title: "Later", isClosed: true },
    place: { x: 0, y, width: SHEET_COLUMNS, height: 1 },
  });
  await post(`/sheets/${sheet}/tiles`, closed(0));
  const { id: last } = (await post(`/sheets/${sheet}/tiles`, closed(8))).json();
  expect(await addNote(sheet, "milk")).toMatchObject({ place: { x: 0, y: 9 } });
  expect(await tilesOf(sheet)).toMatchObject([
    { content: { isClosed: true } },
    { id: last, content: { isClosed: false } },
    { content: { title: "milk" } },
  ]);
});

test("a picture is kept without what was written into it, and is given to its person alone as nothing but a picture", async () => {
  const url = `/api/v1/sheets/${await addSheet("Home")}/picture`;
  const send = (payload: Buffer) =>
    world.ask(ada, { method: "PUT", url, payload, headers: { "content-type": "image/jpeg" } });
  expect((await send(withSegments(segment(0xe1, "Exif GPS 47.07 15.44")))).statusCode).toBe(200);
  const shown = await world.ask(ada, { method: "GET", url });
  expect(shown.rawPayload).toEqual(SMALL_JPEG);
  expect(shown.headers).toMatchObject({ "content-type": "image/jpeg", "x-content-type-options": "nosniff" });
  const bob = await world.addPerson();
  expect((await world.ask(bob, { method: "GET", url })).statusCode).toBe(404);
  const page = await send(Buffer.from("<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>"));
  expect([page.statusCode, page.json().code]).toEqual([415, "unsupported"]);
  expect((await send(Buffer.alloc(MAX_PICTURE_BYTES + 1))).statusCode).toBe(413);
  expect((await world.ask(ada, { method: "DELETE", url })).statusCode).toBe(204);
  expect((await world.ask(ada, { method: "GET", url })).statusCode).toBe(404);
});
