import type { Person } from "@tessera/model";
import type { GadgetReply } from "@tessera/model/api";
import type { FollowView } from "@tessera/store";
import { afterEach, beforeEach, expect, test } from "vitest";
import { heraldPage, LEAD } from "../check/herald-page.fixture.ts";
import { PIXEL } from "../trace/snapshot.fixture.ts";
import { type ApiWorld, openApiWorld } from "./api-world.fixture.ts";

const MINE = "https://mine.example/";
/** Has the same image in its markup, for everybody: who looks through these eyes sees it where nothing keeps it away. */
const OPEN = "https://open.example/";
const COOKIES = [{ name: "sid", value: "ADAS-SESSION-77" }];

let world: ApiWorld;
let ada: Person;
let bob: Person;
let mine: FollowView;
let open: FollowView;
beforeEach(async () => {
  world = await openApiWorld();
  await world.store.settings.change({ allowsGadgets: true });
  [ada, bob] = [await world.addPerson(), await world.addPerson()];
  world.web.files = [{ kind: "image", url: `${MINE}me.png`, bytes: Buffer.from(PIXEL, "base64") }];
  world.web.set(MINE, heraldPage({ lead: `mine <img src="/me.png" alt="">` }));
  world.web.set(OPEN, heraldPage({ lead: `open <img src="data:image/png;base64,${PIXEL}" alt="">` }));
  mine = await world.follow(ada, LEAD, {}, { url: MINE, fetcher: "browser", cookies: COOKIES });
  open = await world.follow(ada, LEAD, {}, { url: OPEN, fetcher: "browser" });
});
afterEach(() => world.close());

const send = (method: "GET" | "POST" | "PUT" | "PATCH", path: string, payload?: object, person = ada) =>
  world.ask(person, { method, url: `/api/v1${path}`, ...(payload && { payload }) });
const tileOf = async ({ follow }: FollowView, person = ada) =>
  (await send("GET", `/follows/${follow.id}/tile`, undefined, person)).body;
/** As somebody who has nothing but the address. */
const visit = async (url: string): Promise<string> => {
  const { pathname, search } = new URL(url, "http://localhost");
  const headers = { host: "localhost" };
  return (await world.app.inject({ method: "GET", url: pathname + search, headers })).body;
};
/** Everything that the address shows, with what is in its frames. */
const allOf = async (url: string): Promise<string> => {
  const body = await visit(url);
  const frames = [...body.matchAll(/<iframe [^>]*?(?:data-)?src="([^"]+)"/g)].map(([, src]) => src!);
  return [body, ...(await Promise.all(frames.map(visit)))].join("\n");
};
const sheetWith = async (view: FollowView): Promise<string> => {
  const { id } = (await send("POST", "/sheets", { title: "Ours" })).json();
  await send("POST", `/sheets/${id}/tiles`, { followId: view.follow.id });
  return id;
};

test("its person sees the image in the tile and in the picker, and there is no address for it", async () => {
  expect(mine.page.source.cookies).toEqual(COOKIES);
  const shown = [await tileOf(mine), (await send("GET", `/captures/${mine.block.firstCaptureId}/page`)).body];
  for (const body of shown) {
    expect(body).toContain(PIXEL);
    expect(body).not.toContain(Buffer.from(`${MINE}me.png`).toString("base64url"));
  }
});

test("of a page that is everybody's nothing is kept", async () => {
  const kept = (view: FollowView) => world.store.checks.capture(view.block.firstCaptureId);
  expect((await kept(open))?.images).toBeNull();
  expect((await kept(mine))?.images).not.toBeNull();
});

test("another person gets it by none of its ids, nor by opening the page with a cookie of the same name", async () => {
  const paths = ({ follow, page, block }: FollowView) => [
    `/follows/${follow.id}/tile`,
    `/follows/${follow.id}/tile/content`,
    `/captures/${block.firstCaptureId}/page`,
    `/captures/${block.firstCaptureId}/source`,
    `/pages/${page.id}`,
  ];
  const seenBy = async (person: Person, view: FollowView) =>
    (await Promise.all(paths(view).map((path) => send("GET", path, undefined, person)))).map(({ body }) => body).join();
  const source = { url: OPEN, fetcher: "browser" };
  await send("POST", "/pages", { source }, bob);
  expect(await seenBy(bob, open)).toContain(PIXEL);
  expect(await seenBy(ada, mine)).toContain(PIXEL);
  expect(await seenBy(bob, mine)).not.toContain(PIXEL);
  world.web.files = [];
  const his = await world.follow(bob, LEAD, {}, { url: MINE, fetcher: "browser", cookies: COOKIES });
  expect(his.page.id).not.toBe(mine.page.id);
  expect(await tileOf(his, bob)).toContain("mine");
  expect(await tileOf(his, bob)).not.toContain(PIXEL);
});

test("neither does a member with whom the sheet is shared", async () => {
  const share = async (view: FollowView): Promise<string> => {
    const id = await sheetWith(view);
    await send("PUT", `/sheets/${id}/shares`, { name: bob.name, role: "view" });
    const sheet = await send("GET", `/sheets/${id}`, undefined, bob);
    expect(sheet.statusCode).toBe(200);
    return sheet.body + (await tileOf(view, bob));
  };
  expect(await share(open)).toContain(PIXEL);
  expect(await share(mine)).not.toContain(PIXEL);
});

const FACES: readonly (readonly [string, (sheetId: string, view: FollowView) => object])[] = [
  ["a share link", (sheetId) => ({ sheetId, face: "link" })],
  ["a wall", (sheetId) => ({ sheetId, face: "link", wall: { sheetIds: [], seconds: 30, isLarge: false } })],
  ["a sheet in a frame", (sheetId) => ({ sheetId, face: "frame" })],
  ["a gadget", (_, { follow }) => ({ followId: follow.id, face: "frame" })],
];

test.each(FACES)("neither does %s, also not once the cookie is taken away", async (_, gadgetFor) => {
  const shown = async (view: FollowView): Promise<string | null> => {
    const made = await send("POST", "/gadgets", gadgetFor(await sheetWith(view), view));
    // of one that is not made there is nothing to visit
    return made.statusCode === 201 ? allOf((made.json() as GadgetReply).url) : null;
  };
  expect(await shown(open)).toContain(PIXEL);
  expect((await shown(mine)) ?? "").not.toContain(PIXEL);
  await send("PATCH", `/pages/${mine.page.id}`, { cookies: null });
  const now = (await world.store.follows.find(ada.id, mine.follow.id))!;
  expect(now.page.source.cookies).toBeUndefined();
  expect((await shown(now)) ?? "").not.toContain(PIXEL);
  await world.check(now, 60_000);
  expect((await shown(now)) ?? "").not.toContain(PIXEL);
});

test("a page that is opened again to pick from shows images that were not kept with it; a check alone keeps what there is", async () => {
  const latest = async () => (await world.store.follows.find(ada.id, mine.follow.id))!.block.seenCaptureId;
  const first = await latest();
  world.web.files = [
    ...world.web.files,
    { kind: "image", url: `${MINE}more.png`, bytes: Buffer.from(PIXEL, "base64") },
  ];
  await world.check(mine, 60_000);
  expect(await latest()).toBe(first);
  const source = { url: MINE, fetcher: "browser", cookies: COOKIES };
  expect((await send("POST", "/pages", { source })).statusCode).toBeLessThan(300);
  expect(await latest()).not.toBe(first);
});

test("with the page its images are deleted", async () => {
  const { images } = (await world.store.checks.capture(mine.block.firstCaptureId))!;
  expect(await world.store.bodies.read(images!)).not.toBeNull();
  await world.ask(ada, { method: "DELETE", url: `/api/v1/follows/${mine.follow.id}` });
  await world.store.upkeep.sweep(world.now() + 400 * 24 * 3_600_000);
  expect(await world.store.bodies.read(images!)).toBeNull();
});
