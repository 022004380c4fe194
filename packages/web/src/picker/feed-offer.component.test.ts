import type { TileReply } from "@tessera/model/api";
import { flushSync } from "svelte";
import { afterEach, expect, test } from "vitest";
import { dismiss, toasts } from "../components/toasts.svelte.ts";
import { type Answers, type FakeServer, fakeServer, refused } from "../mount/fake-server.fixture.ts";
import { type Mounted, mounted } from "../mount/mounted.fixture.ts";
import { follow, tile } from "../tile/tiles.fixture.ts";
import FeedOffer from "./FeedOffer.svelte";
import { TargetSheet } from "./target-sheet.svelte.ts";

let server: FakeServer;
let shown: Mounted;
afterEach(async () => {
  await shown.close();
  server.close();
  for (const { id } of toasts()) dismiss(id);
});

/** As the sheet is, and as it is once somebody else has changed it. */
const feedTile = (...ids: readonly string[]): TileReply => {
  const [first = follow("one"), ...more] = ids.map((id) => follow(id));
  const followIds = [first, ...more].map(({ id }) => id);
  const content = { kind: "feed", title: "News", followIds, shows: "titles", limit: 10 } as const;
  return { ...tile("t", first, ...more), content };
};

const sheetWith = (of: TileReply) => ({ id: "s", title: "Home", tiles: [of] });

const page = {
  kind: "open",
  source: { url: "https://new.example/feed" },
  opened: { page: { id: "p", title: "New" }, capture: { id: "c", feed: {} } },
};

async function offer(answers: Answers): Promise<void> {
  server = await fakeServer({
    "GET /sheets/s": () => sheetWith(feedTile("one")),
    "GET /captures/c/items": () => [],
    "GET /follows": () => ({ items: [], next: null }),
    "POST /follows": () => follow("new"),
    "DELETE /follows/new": () => ({}),
    "PATCH /tiles/t": () => ({}),
    ...answers,
  });
  const target = new TargetSheet();
  await target.load("s");
  shown = mounted(FeedOffer, { page, target, onpick: () => {} } as never);
}

function addToTile(): void {
  shown.write(shown.one<HTMLSelectElement>("select"), "t");
  shown.fire(shown.one("form"), new SubmitEvent("submit", { bubbles: true, cancelable: true }));
  flushSync();
}

const said = (): readonly string[] => toasts().map(({ text }) => text);

test("a feed joins those of a tile", async () => {
  await offer({});
  addToTile();
  await expect.poll(() => server.sent("PATCH /tiles/t")).toMatchObject([{ content: { followIds: ["one", "new"] } }]);
});

test("a feed that is in the tile, also since a moment ago, is not put into it once more", async () => {
  let now = feedTile("one");
  await offer({ "GET /sheets/s": () => sheetWith(now) });
  now = feedTile("one", "new");
  addToTile();
  await expect.poll(said).toEqual(["This feed is in the tile already."]);
  expect(server.sent("PATCH /tiles/t")).toEqual([]);
  expect(server.sent("DELETE /follows/new")).toEqual([]);
});

test.each([
  ["is followed no longer", [], 1],
  ["stays where it was followed before", [follow("new")], 0],
] as const)("a feed that the tile does not take %s", async (_, items, takenBack) => {
  await offer({
    "GET /follows": () => ({ items, next: null }),
    "PATCH /tiles/t": () => refused("busy", 503),
  });
  addToTile();
  await expect.poll(said).toEqual(["The server is busy. Try again in a moment."]);
  expect(server.sent("DELETE /follows/new")).toHaveLength(takenBack);
  expect(shown.button("Add this feed").disabled).toBe(false);
});
