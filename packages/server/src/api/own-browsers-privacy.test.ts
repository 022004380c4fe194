import { newId, PageId, type Person } from "@tessera/model";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { heraldPage } from "../check/herald-page.fixture.ts";
import { MAIL, PIXEL } from "../trace/snapshot.fixture.ts";
import { type ApiWorld, openApiWorld } from "./api-world.fixture.ts";
import { LEAD_PATH, PairedBrowser } from "./paired-browser.fixture.ts";

let world: ApiWorld;
let ada: Person;
let bob: Person;
beforeAll(async () => {
  world = await openApiWorld();
  await world.store.settings.change({ caps: { tokens: 1_000, pagesPerMinute: 1_000_000 } });
});
afterAll(() => world.close());
beforeEach(async () => {
  [ada, bob] = [await world.addPerson(), await world.addPerson()];
});

describe("privacy", () => {
  const MINE = "MINE-ALONE-4c21";

  /** The routes whose answer to this person gives something of these records away. */
  async function leaksTo(person: Person, ids: Readonly<Record<string, string>>): Promise<readonly string[]> {
    const leaks: string[] = [];
    for (const { method, path, access } of world.routes) {
      if (method !== "GET" || access.kind === "public" || path === "/api/v1/events") continue;
      const url = path.replace(/(\w+)\/:id|:(\w+)/g, (_, kind?: string, name?: string) =>
        kind ? `${kind}/${ids[kind] ?? newId(PageId, 0)}` : (ids[name ?? ""] ?? newId(PageId, 0)),
      );
      const query = path.endsWith("/alike") ? "?path=html[1]" : "";
      const answer = await world.ask(person, { method, url: url + query });
      if (answer.body.includes(MINE) || answer.body.includes(PIXEL.slice(0, 60))) leaks.push(path);
    }
    const preview = {
      method: "POST",
      url: `/api/v1/captures/${ids.captures}/preview`,
      payload: { place: LEAD_PATH },
    } as const;
    if ((await world.ask(person, preview)).body.includes(MINE)) leaks.push("preview");
    return leaks;
  }

  const html = heraldPage({ lead: MINE, below: `<img src="/me.png" alt="">` });
  const images = [{ url: "https://mail.example/me.png", data: PIXEL }];
  const idsOf = (follow: { id: string; page: { id: string }; pickedIn: string; latest?: { id: string } | null }) => ({
    follows: follow.id,
    pages: follow.page.id,
    captures: follow.pickedIn,
    observationId: follow.latest?.id ?? "",
  });

  test("what a server captures of a shared page is seen by others who open it: the walk finds that", async () => {
    world.web.set("https://shared.example/", heraldPage({ lead: MINE }));
    const view = await world.follow(ada, { kind: "css", selector: ".lead" }, {}, { url: "https://shared.example/" });
    await world.ask(bob, {
      method: "POST",
      url: "/api/v1/pages",
      payload: { source: { url: "https://shared.example/" } },
    });
    const ids = { follows: view.follow.id, pages: view.page.id, captures: view.block.firstCaptureId };
    expect(await leaksTo(bob, ids)).toEqual(expect.arrayContaining(["/api/v1/captures/:id/source", "preview"]));
  });

  test("what her browser saw is seen by nobody else, by no route, not by the owner, and not at the same address", async () => {
    const [hers, his] = [await PairedBrowser.pair(world, ada), await PairedBrowser.pair(world, bob)];
    const follow = await hers.follow(html, { images });
    const ids = idsOf(await hers.followNow(follow.id));
    expect(await leaksTo(ada, ids)).toEqual(
      expect.arrayContaining([
        "/api/v1/captures/:id/source",
        "/api/v1/captures/:id/page",
        "/api/v1/follows/:id/tile",
        "preview",
      ]),
    );
    await his.follow(heraldPage({ lead: "his" }));
    await world.ask(bob, {
      method: "POST",
      url: "/api/v1/pages",
      payload: { source: { url: MAIL, fetcher: "own-browser" } },
    });
    expect(await leaksTo(bob, ids)).toEqual([]);
    await world.store.people.change(bob.id, { role: "owner" }, { now: world.now() });
    expect(await leaksTo(bob, ids)).toEqual([]);
    const offer = {
      method: "POST",
      url: "/api/v1/catalogue",
      payload: { source: { url: MAIL, fetcher: "own-browser" }, title: "x" },
    } as const;
    expect((await world.ask(bob, offer)).statusCode).toBe(409);
  });

  test("pictures that came along are in her tile itself, and are never fetched or kept as assets", async () => {
    const browser = await PairedBrowser.pair(world, ada);
    const inside = heraldPage({ lead: `${MINE}<img src="/me.png" alt=""><img src="/logo.png" alt="">` });
    const follow = await browser.follow(inside, { images });
    const tile = await world.ask(ada, { method: "GET", url: `/api/v1/follows/${follow.id}/tile` });
    expect(tile.body).toContain(`data:image/png;base64,${PIXEL}`);
    // what anybody can fetch is linked as everywhere
    expect(tile.body).toMatch(/\/assets\/image\//);
    expect(tile.body).not.toContain(Buffer.from("https://mail.example/me.png").toString("base64url"));
  });

  test("somebody with the very same page but without the pictures is not shown hers", async () => {
    const [hers, his] = [await PairedBrowser.pair(world, ada), await PairedBrowser.pair(world, bob)];
    const inside = heraldPage({ lead: `${MINE}<img src="/me.png" alt="">` });
    const follow = await hers.follow(inside, { images });
    await world.ask(ada, { method: "GET", url: `/api/v1/follows/${follow.id}/tile` });
    const other = await his.follow(inside);
    const tile = await world.ask(bob, { method: "GET", url: `/api/v1/follows/${other.id}/tile` });
    expect(tile.statusCode).toBe(200);
    expect(tile.body).not.toContain(PIXEL);
  });

  test("somebody who is given an export has the page as their own, for their own browser, pictures included", async () => {
    const browser = await PairedBrowser.pair(world, ada);
    const inside = heraldPage({ lead: `${MINE}<img src="/me.png" alt="">` });
    await browser.follow(inside, { images });
    const exported = await world.ask(ada, { method: "GET", url: "/api/v1/export.json" });
    const file = { payload: exported.body, headers: { "content-type": "application/json" } };
    const imported = await world.ask(bob, { method: "POST", url: "/api/v1/import", ...file });
    expect([imported.statusCode, imported.body]).toEqual([202, expect.any(String)]);
    const [his] = (await world.store.follows.list(bob.id, { limit: 9 })).items;
    expect(his?.page).toMatchObject({ privateTo: bob.id, source: { fetcher: "own-browser" } });
    const tile = await world.ask(bob, { method: "GET", url: `/api/v1/follows/${his!.follow.id}/tile` });
    expect(tile.body).toContain(PIXEL);
    const servers = await world.store.checks.claim({
      now: world.now() * 2,
      limit: 99,
      leaseMs: 1,
      holder: "serve:x",
      perHost: 99,
    });
    expect(servers.map(({ pageId }) => pageId)).not.toContain(his!.page.id);
    expect((await (await PairedBrowser.pair(world, bob)).work()).items.map(({ pageId }) => pageId)).toContain(
      his!.page.id,
    );
  });

  test("an export has them, and deleting the person takes them away", async () => {
    const browser = await PairedBrowser.pair(world, ada);
    const follow = await browser.follow(html, { images });
    const exported = await world.ask(ada, { method: "GET", url: "/api/v1/export.json" });
    expect(exported.body).toContain(MINE);
    const capture = await world.store.checks.capture(follow.pickedIn);
    expect(exported.body).toContain(capture!.images!);
    await world.store.people.remove(ada.id);
    expect(await world.store.checks.capture(follow.pickedIn)).toBeNull();
    expect(await world.store.pages.findForCheck(follow.page.id)).toBeNull();
  });
});
