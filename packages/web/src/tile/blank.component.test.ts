import type { FollowReply, ObservationReply } from "@tessera/model/api";
import { afterEach, beforeAll, expect, test } from "vitest";
import { type Answers, type FakeServer, fakeServer } from "../mount/fake-server.fixture.ts";
import { type Mounted, mounted } from "../mount/mounted.fixture.ts";
import { blank } from "./body-parts.ts";
import TileBody from "./TileBody.svelte";
import TileState from "./TileState.svelte";
import { follow, observation } from "./tiles.fixture.ts";

const PAGE = "01890000-0000-7000-8000-000000000000";

let server: FakeServer;
let shown: Mounted;
// a tile shows it at once where it is loaded already
beforeAll(async () => void (await blank()));
afterEach(async () => {
  await shown.close();
  server.close();
});

function seen(shows: "nothing" | "drawing"): ObservationReply {
  const verdict = { kind: "found", path: "html[1]", confidence: 1, margin: 1, candidates: [], shows } as const;
  return { ...observation("first"), hasPicture: shows === "drawing", verdict: { ...verdict, candidates: [] } };
}

function aFollow(shows: "nothing" | "drawing", page: Partial<FollowReply["page"]> = {}): FollowReply {
  const latest = seen(shows);
  return follow("f", { latest, latestFound: latest, page: { ...follow("f").page, ...page } });
}

async function body(given: FollowReply, answers: Answers = {}, isPast = false): Promise<void> {
  server = await fakeServer({ [`PATCH /pages/${PAGE}`]: () => ({}), ...answers });
  const { latestFound: observation } = given;
  shown = mounted(TileBody, { follow: given, title: "Boats", observation, isReader: false, isPast });
}

test("a blank block says that it needs a browser, and gets one for the asking", async () => {
  await body(aFollow("nothing"));
  expect(shown.text()).toContain("Nothing to see here without a browser. The next check tries one.");
  shown.fire(shown.button("Open it in a browser"), new MouseEvent("click", { bubbles: true }));
  await expect.poll(() => server.sent(`PATCH /pages/${PAGE}`)).toEqual([{ fetcher: "browser" }]);
});

test.each([
  { fetcher: "browser", reason: "not-in-raw-html" },
  { fetcher: "http", reason: "no-better-rendered" },
] as const)("where a browser has not helped (%o) there is nothing to see right now", async (fetchedBy) => {
  await body(aFollow("nothing", { fetchedBy }));
  expect(shown.text()).toBe("Nothing to see here right now.");
  expect(shown.root.querySelector("button")).toBeNull();
});

test("an instance without a browser says so and offers none", async () => {
  await body(aFollow("nothing"), {
    "GET /instance": () => ({ name: "Tessera", needsSetUp: false, isLoggedIn: true, hasBrowser: false }),
  });
  expect(shown.text()).toContain("This instance has no browser.");
  expect(shown.root.querySelector("button")).toBeNull();
});

test("what it was in the past is only told", async () => {
  await body(aFollow("nothing"), {}, true);
  expect([shown.text(), shown.root.querySelector("button")]).toEqual(["Nothing to see here without a browser.", null]);
});

test("a block that is only drawn is shown by its picture", async () => {
  await body(aFollow("drawing"));
  expect(shown.root.querySelector("img")?.getAttribute("src")).toMatch(/observations\/o\/picture$/);
});

test("a block that is only drawn is blank until there is a picture of it", async () => {
  const given = aFollow("drawing", { fetchedBy: { fetcher: "browser", reason: "made-by-scripts" } });
  await body({ ...given, latestFound: { ...seen("drawing"), hasPicture: false } });
  expect(shown.text()).toBe("Nothing to see here right now.");
});

test("a blank block is never green", async () => {
  server = await fakeServer({});
  shown = mounted(TileState, { follow: aFollow("nothing") });
  expect([shown.root.querySelector(".dot"), shown.root.querySelector(".badge.blank")?.textContent]).toEqual([
    null,
    "Blank",
  ]);
  expect(shown.root.querySelector(".state")?.getAttribute("title")).toContain("Nothing to see here without a browser.");
});
