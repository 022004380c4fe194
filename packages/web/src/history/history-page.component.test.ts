import type { FollowReply, ObservationReply } from "@tessera/model/api";
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { type FakeServer, fakeServer, refused } from "../mount/fake-server.fixture.ts";
import { type Mounted, mounted } from "../mount/mounted.fixture.ts";
import { giveSizes } from "../mount/sizes.fixture.ts";
import type { Heard } from "../shell/live.svelte.ts";
import { MySheets } from "../shell/my-sheets.svelte.ts";
import { go, startRouter } from "../shell/router.svelte.ts";
import { follow, observation } from "../tile/tiles.fixture.ts";
import HistoryPage from "./HistoryPage.svelte";

const MINUTE = 60_000;
const WORDS = { old: "one", middle: "two", late: "three" } as const;
type Name = keyof typeof WORDS;

const seen = (id: Name, at: number): ObservationReply => ({ ...observation("changed", id), at: at * MINUTE });
/** Latest first, as the server sends them. */
let observed: ObservationReply[];
let followed: FollowReply;
let hear: (event: Heard) => void;
let server: FakeServer;
let shown: Mounted;

const difference = (before: string, after: string) => ({
  difference: {
    parts: [
      { kind: "removed", text: before },
      { kind: "added", text: after },
    ],
    items: null,
  },
});

startRouter();
beforeEach(async () => {
  observed = [seen("late", 30), seen("middle", 20), seen("old", 10)];
  followed = follow("f", { title: "Lamp" });
  go("/follows/f/history");
  server = await fakeServer({
    "GET /follows/f": () => followed,
    "GET /follows/f/numbers": () => [],
    "GET /follows/f/history": () => ({ items: observed, next: null }),
    "GET /follows/f/observations/late": () => ({ ...observed[0], text: "three", items: null, difference: null }),
    "GET /follows/f/observations/late/diff": ({ path }) =>
      path.includes("against=old") ? difference("one", "three") : difference("two", "three"),
    "GET /follows/f/observations/middle/diff": () => difference("one", "two"),
  });
});
afterEach(async () => {
  await shown.close();
  server.close();
});

async function open(): Promise<void> {
  const live = {
    listen: (listener: (event: Heard) => void) => {
      hear = listener;
      return () => {};
    },
  };
  shown = mounted(HistoryPage, { followId: "f", sheets: new MySheets(), live, onhelp: () => {} } as never);
  await expect.poll(() => shown.text()).toContain("Lamp");
}

const marked = (kind: "ins" | "del"): string => shown.root.querySelector(kind)?.textContent ?? "";
const changed = (): string => `${marked("del")} → ${marked("ins")}`;
const position = (): string => shown.one("output").textContent ?? "";
const press = (name: string): void => shown.fire(shown.button(name), new MouseEvent("click", { bubbles: true }));

function view(name: string): void {
  const label = [...shown.root.querySelectorAll("label")].find((each) => each.textContent?.trim() === name);
  shown.fire(label!.querySelector("input")!, new Event("change", { bubbles: true }));
}

test("the latest change is shown first, against what was before it", async () => {
  await open();
  await expect.poll(changed).toBe("two → three");
  expect([position().includes("3 of 3"), shown.text().includes("3 observations")]).toEqual([true, true]);
});

test("a change can be compared with any other observation that has content, but not with itself", async () => {
  observed = [observed[0]!, { ...seen("middle", 20), hasContent: false }, observed[2]!];
  await open();
  const against = shown.one<HTMLSelectElement>("#against");
  expect([...against.options].map(({ value }) => value)).toEqual(["", "old"]);
  shown.write(against, "old");
  await expect.poll(changed).toBe("one → three");
});

test("one step back shows the change before, and the ends of time have no further step", async () => {
  await open();
  expect(shown.button("Newer").disabled).toBe(true);
  press("Older");
  await expect.poll(changed).toBe("one → two");
  press("Older");
  expect([shown.button("Older").disabled, position().includes("1 of 3")]).toEqual([true, true]);
});

test("side by side, what was removed is on one side and what was added on the other", async () => {
  await open();
  view("Side by side");
  await expect.poll(changed).toBe("two → three");
  const [before, after] = shown.root.querySelectorAll(".sides section");
  expect([before?.textContent?.includes("three"), after?.textContent?.includes("two")]).toEqual([false, false]);
});

test("before and after are shown as they were on their pages", async () => {
  await open();
  view("Before and after");
  const headings = [...shown.root.querySelectorAll("h3")].map(({ textContent }) => textContent ?? "");
  expect(headings.map((heading) => heading.trim().split(" ")[0])).toEqual(["Before", "After"]);
  expect(headings.map((heading) => /00:\d\d/.exec(heading)?.[0])).toEqual(["00:20", "00:30"]);
});

test("a block that is higher than its room there is scrolled: nothing opens it", async () => {
  onTestFinished(giveSizes({ clientWidth: 600, clientHeight: 640 }));
  const layout = { viewport: [1_280, 900] as [number, number], width: 600, height: 3_000 };
  followed = { ...followed, layout };
  await open();
  const cuts = () => [...shown.root.querySelectorAll("main iframe")].map((frame) => frame.getAttribute("src"));
  for (const name of ["As it was", "Before and after"]) {
    view(name);
    await expect.poll(() => cuts().length).toBe(name === "As it was" ? 1 : 2);
    for (const source of cuts()) expect(source).toContain("look=page&pad=12&cut=scroll");
  }
});

test("where the block was not found the verdict of that time stands in place of a change", async () => {
  const gone = { ...observation("verdict", "gone"), at: 40 * MINUTE, hasContent: false };
  observed = [{ ...gone, verdict: { kind: "gone", confidence: 1, candidates: [] } } as ObservationReply, ...observed];
  await open();
  expect(shown.one("main .app-notice").textContent).toContain("The block was not on the page at that time.");
});

test("whoever looks at the latest is shown what is observed meanwhile, whoever looks back is left there", async () => {
  await open();
  observed = [{ ...seen("late", 50), id: "later" as ObservationReply["id"] }, ...observed];
  hear({ kind: "observed", followId: "f" } as Heard);
  await expect.poll(position).toContain("4 of 4");
  press("Older");
  press("Older");
  observed = [{ ...seen("late", 60), id: "latest" as ObservationReply["id"] }, ...observed];
  hear({ kind: "observed", followId: "f" } as Heard);
  await expect.poll(position).toContain("2 of 5");
});

test("a block without a past says that nothing was observed, one that is not there that it does not exist", async () => {
  observed = [];
  await open();
  expect(shown.text()).toContain("Nothing has been observed yet.");
  await shown.close();
  server.close();
  server = await fakeServer({ "GET /follows/f": () => refused("not-found", 404) });
  shown = mounted(HistoryPage, {
    followId: "f",
    sheets: new MySheets(),
    live: { listen: () => () => {} },
    onhelp: () => {},
  } as never);
  await expect.poll(() => shown.root.querySelector("main [role=alert]")?.textContent).toBe("This no longer exists.");
});

test("an observation that went through a redesign says so, and can be gone to from any other", async () => {
  const redesign = { at: 25 * MINUTE, similarity: 0.61, sameShare: 0.31 };
  observed = [observed[0]!, { ...observed[1]!, redesign }, observed[2]!];
  await open();
  expect(shown.text()).not.toContain("found again");
  press("Page redesigned on 1 Jan 1970");
  await expect.poll(position).toContain("2 of 3");
  expect(shown.text()).toContain("the block was found again. 31% of the page's structure is still the same.");
});

test("what a search led here for is marked where it is said, at its moment, though that is far back", async () => {
  go("/follows/f/history?at=middle&find=TWO");
  await open();
  await expect.poll(changed).toBe("one → two");
  expect(shown.root.querySelector("ins mark")?.textContent).toBe("two");
  expect(shown.root.querySelector("del mark")).toBeNull();
});
