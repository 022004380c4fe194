import type { CandidateRecord } from "@tessera/model";
import type { FollowReply } from "@tessera/model/api";
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { type FakeServer, fakeServer, HeldAnswer, refused } from "../mount/fake-server.fixture.ts";
import { type Mounted, mounted } from "../mount/mounted.fixture.ts";
import { giveSizes } from "../mount/sizes.fixture.ts";
import { MySheets } from "../shell/my-sheets.svelte.ts";
import { go } from "../shell/router.svelte.ts";
import { follow, observation } from "../tile/tiles.fixture.ts";
import RepairPage from "./RepairPage.svelte";

const PATHS = ["html[1]/body[1]/p[1]", "html[1]/body[1]/p[2]"];
const candidates = PATHS.map((path, at) => ({
  path,
  score: 0.5 - at / 10,
  excerpt: `words ${at}`,
})) as CandidateRecord[];
const latestFound = { ...observation("changed"), captureId: "before" as never };
/** In doubt about these elements of a capture. */
const unsureIn = (captureId: string, some = candidates, teachingVersion = 4): FollowReply => {
  const verdict = { kind: "unsure", confidence: 0.4, candidates: some } as const;
  const latest = { ...observation("verdict"), captureId: captureId as never, verdict };
  return follow("f", { verdict: "unsure", latest, latestFound, teachingVersion });
};
const unsure = unsureIn("now");
/** As the page is after it has changed once more: the first of the elements is another one there. */
const later = unsureIn("later", [{ ...candidates[0]!, excerpt: "other words" }], 5);
const preview = (node: number) => ({ html: "<p>words</p>", css: "", node, alike: 1 });

let server: FakeServer;
let shown: Mounted;
/** What the server says from now on. */
let said: { follow: unknown; correction: unknown };
beforeEach(async () => {
  said = { follow: unsure, correction: unsure };
  const previewed = ({ body }: { readonly body: unknown }) => preview(PATHS.indexOf((body as { place: string }).place));
  server = await fakeServer({
    "GET /follows/f": () => said.follow,
    "POST /captures/now/preview": previewed,
    "POST /captures/later/preview": previewed,
    [`POST /captures/${unsure.pickedIn}/preview`]: () => preview(7),
    "POST /follows/f/corrections": () => said.correction,
    "POST /follows/f/move": () => said.follow,
    "GET /sheets?follow=f": () => [{ id: "the-second" }, { id: "the-third" }],
  });
  shown = mounted(RepairPage, { followId: "f", sheets: new MySheets(), onhelp: () => {} });
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
  expect(shown.one("article").textContent).toContain("50% likely among these");
});

test("a block that is higher than its side of the card is scrolled: nothing opens it", async () => {
  onTestFinished(giveSizes({ clientWidth: 600, clientHeight: 180 }));
  said.follow = { ...unsure, layout: { viewport: [1_280, 900], width: 600, height: 3_000 } };
  await shown.close();
  shown = mounted(RepairPage, { followId: "f", sheets: new MySheets(), onhelp: () => {} });
  const before = () => shown.root.querySelector('iframe[title="As last seen"]')?.getAttribute("src");
  await expect.poll(before, { timeout: 30_000 }).toContain("look=page&pad=12&cut=scroll");
});

test("where the page was redesigned, that is said", async () => {
  const redesign = { at: 1, similarity: 0.61, sameShare: 0.31 };
  said.follow = { ...unsure, latest: { ...unsure.latest!, redesign } };
  said.correction = refused("changed-meanwhile", 412);
  expect(shown.text()).not.toContain("redesigned");
  shown.press("1");
  await expect.poll(() => shown.text(), { timeout: 30_000 }).toMatch(/redesigned on .* 31% of its structure/);
});

test("a key takes the candidate of its number, and nothing while one writes", async () => {
  shown.press("2", shown.one("input"));
  shown.press("9");
  expect(server.sent("POST /follows/f/corrections")).toEqual([]);
  shown.press("2");
  await expect.poll(() => server.sent("POST /follows/f/corrections"), { timeout: 30_000 }).toHaveLength(1);
  expect(server.sent("POST /follows/f/corrections")[0]).toEqual({
    captureId: "now",
    teachingVersion: 4,
    answer: { kind: "this", path: PATHS[1] },
  });
});

test("the second press of the double one that led here answers nothing, whatever lies under it", async () => {
  const press = (detail: number) => new MouseEvent("click", { detail, bubbles: true, cancelable: true });
  shown.fire(shown.button("It is really gone g"), press(2));
  shown.fire(shown.button("None of these n"), press(1));
  const corrections = () => server.sent("POST /follows/f/corrections");
  await expect.poll(corrections, { timeout: 30_000 }).toHaveLength(1);
  expect(corrections()[0]).toMatchObject({ answer: { kind: "none" } });
});

test("none of these names all that were offered, and the card is read again while it is unsure", async () => {
  shown.press("n");
  const asked = () => server.asked.filter(({ path }) => path === "/follows/f").length;
  await expect.poll(asked, { timeout: 30_000 }).toBe(2);
  expect(server.sent("POST /follows/f/corrections")).toEqual([
    { captureId: "now", teachingVersion: 4, answer: { kind: "none", paths: PATHS } },
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
    teachingVersion: 4,
    answer: { kind: "this", path: PATHS[1] },
  });
});

const status = () => shown.root.querySelector('[role="status"]')?.textContent ?? null;
const pageShown = () => shown.root.querySelector('iframe[title="The page today"]')?.getAttribute("src");

test("a card that is out of date is shown again and says so; the next answer is about the new page", async () => {
  said = { follow: later, correction: refused("changed-meanwhile", 412) };
  shown.press("1");
  await expect.poll(status, { timeout: 30_000 }).toContain("your answer was not used");
  expect(pageShown()).toContain("/captures/later/page");
  expect(shown.one("article").textContent).toContain("other words");
  expect(shown.root.querySelectorAll("article")).toHaveLength(1);
  said.correction = later;
  shown.press("1");
  await expect.poll(() => server.sent("POST /follows/f/corrections"), { timeout: 30_000 }).toHaveLength(2);
  expect(server.sent("POST /follows/f/corrections")[1]).toEqual({
    captureId: "later",
    teachingVersion: 5,
    answer: { kind: "this", path: PATHS[0] },
  });
});

test("a card that was answered elsewhere meanwhile shows what was found", async () => {
  const latest = { ...observation("verdict"), captureId: "later" as never };
  const answered = follow("f", { latest, latestFound: latest, teachingVersion: 5 });
  said = { follow: answered, correction: refused("changed-meanwhile", 412) };
  shown.press("1");
  await expect.poll(status, { timeout: 30_000 }).toContain("your answer was not used");
  expect(shown.one("h1").textContent).toBe("Is this the right block?");
  expect(shown.text()).toContain("Nothing else on the page resembles it.");
});

test("where the page of today is unsure again, the card asks about that page", async () => {
  said = { follow: later, correction: later };
  shown.press("2");
  await expect.poll(status, { timeout: 30_000 }).toContain("unsure again");
  expect(pageShown()).toContain("/captures/later/page");
});

test("every picture of a candidate is one of the capture that the card shows", async () => {
  said = { follow: later, correction: refused("changed-meanwhile", 412) };
  shown.press("g");
  await expect.poll(() => server.sent("POST /captures/later/preview"), { timeout: 30_000 }).toHaveLength(1);
  expect(server.sent("POST /captures/now/preview")).toHaveLength(2);
});

test("a block that is no longer followed has nothing to answer", async () => {
  const gone = refused("not-found", 404);
  said = { follow: gone, correction: refused("not-found", 404) };
  shown.press("1");
  await expect.poll(() => shown.text(), { timeout: 30_000 }).toContain("You no longer follow this block");
  expect(shown.root.querySelector("article")).toBeNull();
});

test("without a stored page nothing can be answered but by picking", async () => {
  const without = { ...unsure, latest: { ...unsure.latest!, captureId: null } };
  said = { follow: without, correction: refused("changed-meanwhile", 412) };
  shown.press("g");
  await expect.poll(() => shown.text(), { timeout: 30_000 }).toContain("is not stored");
  expect(shown.root.querySelector("article")).toBeNull();
  expect(shown.button("It is really gone g").disabled).toBe(true);
});

/** Answered, and no longer in doubt. */
const found = { ...unsure, verdict: "found" };

test("after an answer the person is where in the app they came from", async () => {
  go("/follows/f/history");
  go("/follows/f/repair");
  said = { follow: unsure, correction: found };
  shown.press("1");
  await expect.poll(() => location.pathname, { timeout: 30_000 }).toBe("/follows/f/history");
});

test("a key that is held answers once, and leads one step back", async () => {
  history.pushState(null, "", "/outside");
  go("/sheets/s");
  go("/follows/f/repair");
  said = { follow: unsure, correction: found };
  shown.press("1");
  await expect.poll(() => server.sent("POST /follows/f/corrections"), { timeout: 30_000 }).toHaveLength(1);
  for (let times = 0; times < 5; times++) {
    shown.press("1");
    await Promise.resolve();
  }
  await expect.poll(() => location.pathname, { timeout: 30_000 }).toBe("/sheets/s");
  expect(server.sent("POST /follows/f/corrections")).toHaveLength(1);
});

test("whoever has gone back before the answer was heard is not led further back", async () => {
  history.pushState(null, "", "/outside");
  go("/sheets/s");
  go("/follows/f/repair");
  const held = new HeldAnswer();
  said.correction = held.give().then(() => found);
  shown.press("1");
  await expect.poll(() => server.sent("POST /follows/f/corrections"), { timeout: 30_000 }).toHaveLength(1);
  go("/sheets/s", { replace: true });
  await shown.close();
  held.letGo();
  await said.correction;
  // what would lead out of the app takes a turn or two
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setTimeout(resolve));
  expect(location.pathname).toBe("/sheets/s");
});

test("whoever came by a link is on the sheet with the tile after an answer, and not outside the app", async () => {
  // somebody else's page, and the link in it
  history.pushState(null, "", "/outside");
  history.pushState(null, "", "/follows/f/repair?at=o");
  const entries = history.length;
  said = { follow: unsure, correction: found };
  shown.press("g");
  await expect.poll(() => location.pathname, { timeout: 30_000 }).toBe("/sheets/the-second");
  expect(history.length).toBe(entries);
});

test("where it seems to have moved, one key follows it there and leaves the card", async () => {
  const movedTo = { url: "https://example.com/fees", text: "Fees", title: "All fees", isFound: true, lookedAt: 1 };
  const gone = { kind: "gone", confidence: 0, candidates: [], movedTo };
  said.follow = { ...unsure, verdict: "gone", latest: { ...unsure.latest!, verdict: gone } };
  await shown.close();
  shown = mounted(RepairPage, { followId: "f", sheets: new MySheets(), onhelp: () => {} });
  await expect.poll(() => shown.root.querySelector(".moved")?.textContent).toContain("moved to “All fees”");
  shown.fire(document.body, new KeyboardEvent("keydown", { key: "m", bubbles: true }));
  await expect.poll(() => server.sent("POST /follows/f/move")).toEqual([{ url: movedTo.url }]);
});
