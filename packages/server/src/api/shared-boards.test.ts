import type { FollowReply } from "@tessera/model/api";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openSharedWorld, type SharedWorld } from "./shared-world.fixture.ts";

const LAMP = "https://lamp.example/";

let shared: SharedWorld;
beforeEach(async () => {
  shared = await openSharedWorld();
});
afterEach(() => shared.world.close());

const visit = (path: string, language = "") => {
  const headers = { host: "localhost", ...(language && { "accept-language": language }) };
  return shared.world.app.inject({ method: "GET", url: path, headers });
};

async function price(of: FollowReply | null, euros: number): Promise<void> {
  const { world, ada } = shared;
  world.web.set(LAMP, `<title>Lamp</title><h1>Lamp</h1><p>A lamp.</p><p class="price">${euros} €</p>`);
  if (of) await world.check((await world.store.follows.find(ada.id, of.id))!);
}

/** A board of a price, and the address of its tile for strangers. */
async function sharedBoard() {
  const { ada, as, sheet } = shared;
  await price(null, 777);
  const wish = { kind: "css", selector: ".price" };
  const lamp: FollowReply = (await as(ada).send("POST", "/follows", { source: { url: LAMP }, wish })).json();
  await price(lamp, 129);
  const content = { kind: "board", title: "Prices", followIds: [lamp.id] };
  const tile = (await as(ada).send("POST", `/sheets/${sheet}/tiles`, { followId: lamp.id, content })).json();
  const gadget = (await as(ada).send("POST", "/gadgets", { sheetId: sheet, face: "link" })).json();
  return { lamp, path: `${new URL(gadget.url).pathname}/tiles/${tile.id}` };
}

test("a board by link shows each number, its change and its line since the link was made, and nothing of before", async () => {
  const { lamp, path } = await sharedBoard();
  const first = (await visit(path)).body;
  expect(first).toContain("€129");
  expect(first).not.toMatch(/777|<path|−|class="change"/);
  for (const euros of [140, 99]) await price(lamp, euros);
  const { body } = await visit(path);
  expect(body).toContain("€99");
  expect(body).toContain("−€41 (−29%)");
  expect(body).toMatch(/<svg viewBox="0 0 72 20" aria-hidden="true"><path d="M[\d. HV]+"/);
  expect(body).not.toContain("777");
});

test("documents of a shared sheet have the language and direction of its owner", async () => {
  const { world, ada } = shared;
  const { path } = await sharedBoard();
  expect((await visit(path)).body).toContain('<html lang="en" dir="ltr"');
  await world.store.people.change(ada.id, { locale: "ar" }, { now: world.now() });
  expect((await visit(path, "de")).body).toContain('<html lang="ar" dir="rtl"');
});

test("where nothing is shown it is said in the language of whoever asks", async () => {
  const nothing = async (language: string) => (await visit("/gadgets/nonsense", language)).body;
  expect(await nothing("de-AT,de;q=0.9")).toMatch(/<html lang="de" dir="ltr".*Das wird hier nicht mehr gezeigt\./);
  expect(await nothing("ar")).toContain('<html lang="ar" dir="rtl"');
  for (const language of ["", "xx", "*", '"><script>']) {
    expect(await nothing(language)).toMatch(/<html lang="en" dir="ltr".*This is no longer shown here\./);
  }
});
