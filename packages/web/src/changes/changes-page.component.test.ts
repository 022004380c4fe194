import type { ChangeReply } from "@tessera/model/api";
import { afterEach, expect, test, vi } from "vitest";
import { dismiss, toasts } from "../components/toasts.svelte.ts";
import { type Answers, type FakeServer, fakeServer, HeldAnswer, refused } from "../mount/fake-server.fixture.ts";
import { type Mounted, mounted } from "../mount/mounted.fixture.ts";
import { type Heard, Live } from "../shell/live.svelte.ts";
import { MySheets } from "../shell/my-sheets.svelte.ts";
import { go } from "../shell/router.svelte.ts";
import ChangesPage from "./ChangesPage.svelte";
import { spanOf } from "./periods.ts";
import { bySheet } from "./shown-changes.svelte.ts";

const HOME = { id: "home", title: "Home" };
const WORK = { id: "work", title: "Work" };

function change(id: string, at: number, more: Partial<ChangeReply> = {}): ChangeReply {
  const rest = {
    ...{ observationId: `o${at}`, followId: id, title: id, sheet: HOME, at, verdict: "found", reason: "any-change" },
    ...{
      sentence: `${id} at ${at}`,
      summary: null,
      before: null,
      after: null,
      link: `/follows/${id}/history?at=o${at}`,
    },
    ...{ sourceUrl: "https://shop.example/", page: "Shop", hasPicture: false, isSeen: false },
  };
  return { ...rest, ...more } as ChangeReply;
}

const counted = (...titles: string[]) => ({
  count: titles.length,
  items: titles.map((title) => ({ title, href: `https://shop.example/${title}` })),
});
const LIST = {
  kind: "items",
  added: counted("Baker"),
  removed: counted("Cook"),
  reworded: counted(),
  moved: counted(),
};
const CHANGES = [
  change("Lamp", 5),
  change("Jobs", 4, { sheet: WORK as never, summary: LIST as never }),
  change("Lamp", 3),
  change("Rain", 2, { sheet: null, isSeen: true }),
];

/** Of all that is seen by one press, the first of each follow. */
const FIRST = [
  { followId: "Lamp", observationId: "o3" },
  { followId: "Jobs", observationId: "o4" },
];

let server: FakeServer;
let shown: Mounted;
/** What the page listens with. */
let hear: ((event: { readonly kind: "observed" }) => void) | null = null;

class HeardLive extends Live {
  override listen(listener: (event: Heard) => void): () => void {
    hear = listener as typeof hear;
    return super.listen(listener);
  }
}

async function open(items: readonly ChangeReply[] = CHANGES, answers: Answers = {}): Promise<void> {
  server = await fakeServer({
    "GET /changes": () => ({ items, next: null }),
    "GET /sheets": () => [WORK, HOME],
    "POST /changes/seen": () => ({ follows: 2, first: FIRST }),
    "POST /changes/unseen": () => ({ follows: 2 }),
    "POST /follows/Lamp/seen": () => new Response(null, { status: 204 }),
    ...answers,
  });
  const sheets = new MySheets();
  await sheets.load("First");
  shown = mounted(ChangesPage, { sheets, live: new HeardLive(), onhelp: () => {} });
  await expect.poll(() => shown.text(), { timeout: 30_000 }).toMatch(/at 5|everything/);
}

afterEach(async () => {
  await shown.close();
  server.close();
  go("/changes", { replace: true });
  for (const { id } of toasts()) dismiss(id);
});

const focused = (): string => document.activeElement?.querySelector(".said")?.textContent?.trim() ?? "";
const unseen = (): readonly string[] =>
  [...shown.root.querySelectorAll("section > ul > li:not(.seen) .said")].map((each) =>
    (each.textContent ?? "").replace("Not seen:", "").trim(),
  );

test("changes stand by sheet in the person's order, with items by name and safe links", async () => {
  await open();
  expect([...shown.root.querySelectorAll("h2")].map((each) => each.textContent?.trim())).toEqual([
    "Work",
    "Home",
    "On no sheet",
  ]);
  expect(shown.one(".added a").getAttribute("href")).toBe("https://shop.example/Baker");
  expect(shown.one(".removed").textContent).toContain("Cook");
  expect(server.asked.find(({ path }) => path.startsWith("/changes?"))?.path).toContain("unseen=true");
});

test("what was stands beside what is, a space between them", async () => {
  const line = {
    pieces: [
      { was: "cloudy 15 °C", is: "rain 16 °C" },
      { was: " Harbour", is: " Harbour" },
    ],
  };
  await open([change("Rain", 5, { summary: { kind: "lines", lines: [line, line], more: 0 } as never })]);
  expect(shown.one(".details li").textContent?.trim()).toBe("cloudy 15 °C rain 16 °C Harbour");
});

test("keys go through them, and mark one as seen with those before it of the same follow", async () => {
  await open();
  shown.press("j");
  await expect.poll(focused).toContain("Jobs at 4");
  shown.press("j");
  await expect.poll(focused).toContain("Lamp at 5");
  shown.press("k");
  await expect.poll(focused).toContain("Jobs at 4");
  shown.press("j");
  await expect.poll(focused).toContain("Lamp at 5");
  shown.press("s");
  expect(unseen()).toEqual(["Jobs at 4"]);
  await expect.poll(() => server.sent("POST /follows/Lamp/seen")).toEqual([{ observationId: "o5" }]);
});

test("the earlier of two is seen without the later", async () => {
  await open();
  const [, , earlier] = shown.root.querySelectorAll("section > ul > li");
  shown.fire(earlier!.querySelector("button")!, new MouseEvent("click", { bubbles: true }));
  expect(unseen()).toEqual(["Jobs at 4", "Lamp at 5"]);
});

test("a sheet is seen by its button, everything by Shift+S, up to the latest that is shown", async () => {
  await open();
  shown.fire(shown.button("Mark this sheet as seen"), new MouseEvent("click", { bubbles: true }));
  expect(unseen()).toEqual(["Lamp at 5", "Lamp at 3"]);
  shown.press("S");
  expect(unseen()).toEqual([]);
  await expect.poll(() => server.sent("POST /changes/seen")).toEqual([{ until: 4, sheet: "work" }, { until: 5 }]);
  expect(shown.button("Mark all as seen").disabled).toBe(true);
});

test("what one press marked is unseen again by another, as it was", async () => {
  await open();
  shown.press("S");
  expect(unseen()).toEqual([]);
  // pressed before the server has answered
  toasts()[0]?.undo?.();
  await expect.poll(unseen).toEqual(["Jobs at 4", "Lamp at 5", "Lamp at 3"]);
  await expect.poll(() => server.sent("POST /changes/unseen")).toEqual([{ changes: FIRST }]);
  // seen before that press, and so still
  expect(shown.text()).toContain("Rain at 2");
});

test("one that was marked is unseen again by the same key, with those after it of the same follow", async () => {
  await open();
  shown.press("S");
  const entries = [...shown.root.querySelectorAll<HTMLElement>("section > ul > li")];
  entries.find((each) => each.textContent?.includes("Lamp at 3"))?.focus();
  shown.press("s");
  expect(unseen()).toEqual(["Lamp at 5", "Lamp at 3"]);
  await expect
    .poll(() => server.sent("POST /changes/unseen"))
    .toEqual([{ changes: [{ followId: "Lamp", observationId: "o3" }] }]);
});

test("where older ones are not shown yet the button says that they are seen too", async () => {
  await open(CHANGES, { "GET /changes": () => ({ items: CHANGES, next: "older" }) });
  shown.fire(shown.button("Mark all as seen, older ones too"), new MouseEvent("click", { bubbles: true }));
  await expect.poll(() => server.sent("POST /changes/seen")).toEqual([{ until: 5 }]);
});

test("in a span of time only what is shown of it is seen", async () => {
  await open();
  shown.fire(
    shown.root.querySelectorAll<HTMLInputElement>("input[type=radio]")[1]!,
    new Event("change", { bubbles: true }),
  );
  await expect.poll(() => server.asked.filter(({ path }) => path.includes("since=")).length).toBe(1);
  const since = Number(new URLSearchParams(server.asked.at(-1)?.path.split("?")[1]).get("since"));
  await expect.poll(unseen).toHaveLength(3);
  shown.press("S");
  await expect.poll(() => server.sent("POST /changes/seen")).toEqual([{ since, until: 5 }]);
});

test("what the server did not take is not seen, one by one or all at once", async () => {
  await open(CHANGES, {
    "POST /changes/seen": () => refused("busy", 503),
    "POST /follows/Lamp/seen": () => refused("busy", 503),
  });
  shown.press("S");
  expect(unseen()).toEqual([]);
  await expect.poll(unseen).toEqual(["Jobs at 4", "Lamp at 5", "Lamp at 3"]);
  shown.press("j");
  await expect.poll(focused).toContain("Jobs at 4");
  shown.press("j");
  await expect.poll(focused).toContain("Lamp at 5");
  shown.press("s");
  expect(unseen()).toEqual(["Jobs at 4"]);
  await expect.poll(unseen).toEqual(["Jobs at 4", "Lamp at 5", "Lamp at 3"]);
});

test("where all is seen it says so", async () => {
  await open([]);
  expect(shown.text()).toContain("You have seen everything.");
});

test("a slice that is asked for twice before it is there comes once", async () => {
  const held = new HeldAnswer();
  await open(CHANGES, {
    "GET /changes": ({ path }) => (path.includes("after=") ? held.give() : { items: CHANGES, next: "older" }),
  });
  const older = shown.button("Show older ones");
  shown.fire(older, new MouseEvent("click", { bubbles: true }));
  shown.fire(older, new MouseEvent("click", { bubbles: true }));
  held.letGo({ items: [change("Older", 1)], next: null });
  await expect.poll(unseen).toEqual(["Jobs at 4", "Lamp at 5", "Lamp at 3", "Older at 1"]);
  expect(server.asked.filter(({ path }) => path.includes("after="))).toHaveLength(1);
});

test("changes that do not end are read all the same", async () => {
  await open();
  const reads = (): number => server.asked.filter(({ path }) => path.startsWith("/changes?")).length;
  const before = reads();
  vi.useFakeTimers();
  try {
    for (let count = 0; count < 10; count++) {
      hear?.({ kind: "observed" });
      await vi.advanceTimersByTimeAsync(500);
    }
  } finally {
    vi.useRealTimers();
  }
  expect(reads() - before).toBe(5);
});

test("what others wrote makes no link but to the web", async () => {
  const evil = { ...LIST, added: { count: 1, items: [{ title: "<img src=x>", href: "javascript:alert(1)" }] } };
  await open([
    change("Evil", 5, { sourceUrl: "javascript:alert(2)", summary: evil as never, sentence: "<b>at 5</b>" }),
  ]);
  expect(shown.root.querySelectorAll("section b, section img, a[href^=javascript]")).toHaveLength(0);
  expect(shown.text()).toContain("<b>at 5</b>");
});

test("days are those of the person's place, also when the clock changes", () => {
  // summer time began on 29 March 2026
  const noon = Date.UTC(2026, 2, 30, 10);
  expect(spanOf("today", noon, "Europe/Vienna")).toEqual({ since: Date.UTC(2026, 2, 29, 22) });
  expect(spanOf("yesterday", noon, "Europe/Vienna")).toEqual({
    since: Date.UTC(2026, 2, 28, 23),
    until: Date.UTC(2026, 2, 29, 22),
  });
  expect(spanOf("week", noon, "Europe/Vienna")).toEqual({ since: Date.UTC(2026, 2, 23, 23) });
  expect(spanOf("unseen", noon, "Europe/Vienna")).toEqual({ unseen: true });
});

test("sheets that the person no longer has come after the others, and no sheet last", async () => {
  await open();
  const groups = bySheet(
    [change("a", 1, { sheet: null }), change("b", 2, { sheet: { id: "old", title: "Old" } as never }), change("c", 3)],
    [HOME],
  );
  expect(groups.map(({ sheet }) => sheet?.title ?? null)).toEqual(["Home", "Old", null]);
});
