import type { CandidateRecord } from "@tessera/model";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type FakeServer, fakeServer } from "../mount/fake-server.fixture.ts";
import { type Mounted, mounted } from "../mount/mounted.fixture.ts";
import { follow, observation } from "../sheet/tiles.fixture.ts";
import RepairPage from "./RepairPage.svelte";

const PATHS = ["html[1]/body[1]/p[1]", "html[1]/body[1]/p[2]"];
const candidates = PATHS.map((path, at) => ({
  path,
  score: 0.5 - at / 10,
  excerpt: `words ${at}`,
})) as CandidateRecord[];
const latest = {
  ...observation("verdict"),
  captureId: "now" as never,
  verdict: { kind: "unsure", confidence: 0.4, candidates } as const,
};
const latestFound = { ...observation("changed"), captureId: "before" as never };
const unsure = follow("f", { verdict: "unsure", latest, latestFound });
const preview = (node: number) => ({ html: "<p>words</p>", css: "", node, alike: 1 });

let server: FakeServer;
let shown: Mounted;
beforeEach(async () => {
  server = await fakeServer({
    "GET /follows/f": () => unsure,
    "POST /captures/now/preview": ({ body }) => preview(PATHS.indexOf((body as { place: string }).place)),
    [`POST /captures/${unsure.pickedIn}/preview`]: () => preview(7),
    "POST /follows/f/corrections": () => ({ ...unsure, verdict: "unsure" }),
  });
  shown = mounted(RepairPage, { followId: "f", sheets: { list: [] } as never, onhelp: () => {} });
  await expect.poll(() => shown.root.querySelectorAll("article iframe").length, { timeout: 30_000 }).toBe(2);
});
afterEach(async () => {
  await shown.close();
  server.close();
});

test("it asks which it is, with the block before, the page today and numbered candidates", () => {
  expect(shown.one("h1").textContent).toBe("Which of these is it?");
  expect(shown.one('iframe[title="The page today"]').getAttribute("src")).toContain("/captures/now/page");
  expect([...shown.root.querySelectorAll(".number")].map(({ textContent }) => textContent)).toEqual(["1", "2"]);
  expect(shown.one("article").textContent).toContain("50 % likely among these");
});

test("a key takes the candidate of its number, and nothing while one writes", async () => {
  shown.press("2", shown.one("input"));
  shown.press("9");
  expect(server.sent("POST /follows/f/corrections")).toEqual([]);
  shown.press("2");
  await expect.poll(() => server.sent("POST /follows/f/corrections"), { timeout: 30_000 }).toHaveLength(1);
  expect(server.sent("POST /follows/f/corrections")[0]).toEqual({
    captureId: "now",
    answer: { kind: "this", path: PATHS[1] },
  });
});

test("none of these names all that were offered, and the card is read anew while it is in doubt", async () => {
  shown.press("n");
  const asked = () => server.asked.filter(({ path }) => path === "/follows/f").length;
  await expect.poll(asked, { timeout: 30_000 }).toBe(2);
  expect(server.sent("POST /follows/f/corrections")).toEqual([
    { captureId: "now", answer: { kind: "none", paths: PATHS } },
  ]);
});

test("the block is shown as it was picked where that was another capture", async () => {
  shown.button("As you picked it").click();
  await expect
    .poll(() => shown.root.querySelector('iframe[title="As you picked it"]')?.getAttribute("srcdoc"), {
      timeout: 30_000,
    })
    .toContain("<p>words</p>");
  expect(server.sent(`POST /captures/${unsure.pickedIn}/preview`)).toEqual([
    { place: unsure.pick.path, extent: "one", cuts: [] },
  ]);
});

test("the number of a candidate on the page can be pressed, by nobody but the page in the frame", async () => {
  const frame = shown.one<HTMLIFrameElement>('iframe[title="The page today"]');
  const say = (source: Window | null) =>
    shown.fire(
      window,
      new MessageEvent("message", { source, origin: "null", data: { kind: "add", node: 1, box: [0, 0, 1, 1] } }),
    );
  say(window);
  expect(server.sent("POST /follows/f/corrections")).toEqual([]);
  say(frame.contentWindow);
  await expect.poll(() => server.sent("POST /follows/f/corrections"), { timeout: 30_000 }).toHaveLength(1);
  expect(server.sent("POST /follows/f/corrections")[0]).toEqual({
    captureId: "now",
    answer: { kind: "this", path: PATHS[1] },
  });
});
