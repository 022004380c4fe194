import type { Condition, Retention, Schedule } from "@tessera/model";
import type { FollowReply } from "@tessera/model/api";
import { afterEach, expect, test } from "vitest";
import { type FakeServer, fakeServer, refused } from "../mount/fake-server.fixture.ts";
import { type Mounted, mounted } from "../mount/mounted.fixture.ts";
import type { FollowSection } from "../tile/kind.ts";
import { follow, observation } from "../tile/tiles.fixture.ts";
import FollowDialog from "./FollowDialog.svelte";

const CHANNELS = [
  { id: "phone", name: "Phone" },
  { id: "mail", name: "Mail" },
];

let server: FakeServer;
let shown: Mounted;
let isClosed: boolean;
let changed: FollowReply[];

/** The window of one section, over a server that takes what it is sent, or answers with `refusal`. */
async function open(section: FollowSection, parts: Partial<FollowReply> = {}, refusal?: Response): Promise<void> {
  const given = follow("f", parts);
  server = await fakeServer({
    "GET /channels": () => CHANNELS,
    "GET /tags": () => [
      { tag: "food", follows: 2 },
      { tag: "travel", follows: 1 },
    ],
    "PATCH /follows/f": ({ body }) => refusal ?? { ...given, ...(body as object) },
    "PATCH /pages/01890000-0000-7000-8000-000000000000": () => refusal ?? { id: "p2" },
    "GET /follows/f": () => given,
    "PUT /follows/f/pick": ({ body }) => refusal ?? { ...given, pick: { ...given.pick, ...(body as object) } },
    "POST /captures/now/preview": () => ({ entry: { count: 4, rank: 2, title: "Ohio" } }),
  });
  [isClosed, changed] = [false, []];
  shown = mounted(FollowDialog, {
    follow: given,
    section,
    onchange: (next: FollowReply) => void changed.push(next),
    onclose: () => {
      isClosed = true;
    },
  });
}

afterEach(async () => {
  await shown.close();
  server.close();
});

const labelled = (text: string): HTMLInputElement => {
  const label = [...shown.root.querySelectorAll("label")].find((each) => each.textContent?.trim() === text);
  const input = label?.querySelector("input");
  if (!input) throw new Error(`nothing is labelled “${text}”: ${shown.text()}`);
  return input;
};

function choose(text: string, isOn = true): void {
  const input = labelled(text);
  input.checked = isOn;
  shown.fire(input, new Event("change", { bubbles: true }));
}

/** What the server is sent when the form is sent. */
async function saved(): Promise<unknown> {
  shown.fire(shown.one("form"), new SubmitEvent("submit", { bubbles: true, cancelable: true }));
  await expect.poll(() => isClosed).toBe(true);
  expect(changed).toHaveLength(1);
  return server.sent("PATCH /follows/f").at(-1);
}

const EVERY: Schedule = { kind: "every", intervalMs: 3_600_000 };

test("a block can be checked as often as it changes", async () => {
  await open("interval", { schedule: EVERY });
  choose("automatically");
  expect(await saved()).toEqual({ schedule: { kind: "auto", leastMs: 300_000, mostMs: 86_400_000 } });
});

test("an interval that was set elsewhere can be kept, another can be chosen", async () => {
  await open("interval", { schedule: { kind: "every", intervalMs: 7 * 60_000 } });
  const select = shown.one<HTMLSelectElement>("select");
  expect([...select.options].map(({ text }) => text)).toContain("7 minutes");
  shown.write(select, String(15 * 60_000));
  expect(await saved()).toEqual({ schedule: { kind: "every", intervalMs: 15 * 60_000 } });
});

test("set times are a pattern in the person's time zone", async () => {
  await open("interval", { schedule: EVERY });
  choose("at set times");
  expect(shown.text()).toContain("in UTC");
  shown.write(shown.one<HTMLInputElement>("input[dir=ltr]"), "30 6 * * 1-5");
  expect(await saved()).toEqual({ schedule: { kind: "cron", pattern: "30 6 * * 1-5", timeZone: "UTC" } });
});

const THIN: Retention = { kind: "thin", steps: [{ olderThanMs: 1, oneEachMs: 2 }], dropAfterMs: null };

test("a history is kept whole", async () => {
  await open("retention", { retention: THIN });
  choose("everything");
  expect(await saved()).toEqual({ retention: { kind: "all" } });
});

test("of a history the latest are kept, at least one", async () => {
  await open("retention", { retention: THIN });
  choose("the latest");
  const count = shown.one<HTMLInputElement>("input[type=number]");
  expect(count.value).toBe("1000");
  shown.write(count, "0");
  expect(await saved()).toEqual({ retention: { kind: "last", count: 1 } });
});

test("a history that is thinned out keeps its own steps and gets an end in days", async () => {
  await open("retention", { retention: THIN });
  shown.write(shown.one<HTMLInputElement>("input[type=number]"), "30");
  expect(await saved()).toEqual({ retention: { ...THIN, dropAfterMs: 30 * 86_400_000 } });
});

test("conditions are switched on and off, and what was set besides stays", async () => {
  const lacks: Condition = { kind: "lacks", words: { as: "words", text: "sold out" } };
  await open("notify", { conditions: [{ kind: "any-change" }, lacks] });
  choose("anything changes", false);
  choose("the block is gone");
  expect(await saved()).toMatchObject({ conditions: [lacks, { kind: "gone" }] });
});

test("a condition with words is saved once it says something", async () => {
  await open("notify");
  const add = shown.one<HTMLSelectElement>("select.add");
  shown.write(add, "contains");
  shown.write(add, "adds");
  const [contains] = shown.root.querySelectorAll<HTMLInputElement>(".line input");
  shown.write(contains!, "in stock");
  expect(await saved()).toMatchObject({
    conditions: [{ kind: "contains", words: { as: "words", text: "in stock" } }],
  });
});

test("a condition about a number has a limit, or an amount with its unit", async () => {
  await open("notify");
  const add = shown.one<HTMLSelectElement>("select.add");
  shown.write(add, "number-below");
  shown.write(shown.one<HTMLInputElement>(".line input"), "19.5");
  shown.write(add, "number-changed-by");
  const [, changedBy] = shown.root.querySelectorAll<HTMLElement>(".line");
  shown.write(changedBy!.querySelector("input")!, "3");
  shown.write(changedBy!.querySelector("select")!, "absolute");
  expect(await saved()).toMatchObject({
    conditions: [
      { kind: "number-below", limit: 19.5, which: null },
      { kind: "number-changed-by", amount: 3, unit: "absolute", direction: "any", which: null },
    ],
  });
});

test("a condition that is removed is gone", async () => {
  await open("notify", { conditions: [{ kind: "number-above", limit: 4, which: null }] });
  shown.fire(shown.button("Remove"), new MouseEvent("click", { bubbles: true }));
  expect(await saved()).toMatchObject({ conditions: [] });
});

test("all alike together never look different: the alert cannot be chosen for them, and what was chosen can be taken off", async () => {
  const alert = "it looks very different (nearly always the same block, much changed)";
  const pick = { ...follow("f").pick, extent: "alike" as const };
  await open("notify", { pick });
  expect(labelled(alert).disabled).toBe(true);
  expect(shown.text()).toContain("only a single block can look different");
  await shown.close();
  await open("notify", { pick, conditions: [{ kind: "looks-different" }] });
  expect(labelled(alert).disabled).toBe(false);
  await shown.close();
  await open("notify");
  expect(labelled(alert).disabled).toBe(false);
  expect(shown.text()).not.toContain("only a single block");
});

test("channels and what is ignored are saved with the conditions", async () => {
  await open("notify", { channels: ["mail" as FollowReply["channels"][number]] });
  await expect.poll(() => shown.text()).toContain("Phone");
  choose("Phone");
  choose("Mail", false);
  choose("Ignore a different order", false);
  choose("Notify only if a second check confirms it");
  expect(await saved()).toEqual({
    conditions: [],
    channels: ["phone"],
    quiet: { volatileParts: true, lines: [], order: false, secondLook: true },
  });
});

test("what is refused is explained, and the window stays", async () => {
  await open("interval", {}, refused("invalid", 400));
  shown.fire(shown.one("form"), new SubmitEvent("submit", { bubbles: true, cancelable: true }));
  await expect.poll(() => shown.root.querySelector("[role=alert]")?.textContent).toContain("is not right");
  expect([isClosed, changed, shown.button("Save").disabled]).toEqual([false, [], false]);
});

test("Cancel sends nothing", async () => {
  await open("interval");
  choose("automatically");
  shown.fire(shown.button("Cancel"), new MouseEvent("click", { bubbles: true }));
  expect([isClosed, server.sent("PATCH /follows/f")]).toEqual([true, []]);
});

test("the feeds are there to be copied, with nothing to save", async () => {
  await open("feed", { feeds: { rss: "https://t/r", atom: "https://t/a", json: "https://t/j" } });
  const values = [...shown.root.querySelectorAll("input")].map(({ value }) => value);
  expect([values, shown.root.querySelector("form")]).toEqual([["https://t/r", "https://t/a", "https://t/j"], null]);
});

const latestFound = { ...observation("changed"), captureId: "now" as never };

test("whether the place or the thing is followed can be changed, in the words of its list", async () => {
  await open("intent", { latestFound });
  await expect.poll(() => shown.text()).toContain("This is one of 4 alike");
  expect(labelled("what fits best (decide for me)").checked).toBe(true);
  expect(labelled("whatever is number 2").checked).toBe(false);
  choose("this one: “Ohio”");
  await saved();
  expect(server.sent("PUT /follows/f/pick")).toEqual([{ intent: "item" }]);
  expect(changed[0]?.pick.intent).toBe("item");
});

test("a block that is none of many, or whose page is no longer stored, is asked about in plain words", async () => {
  await open("intent", { pick: { ...follow("f").pick, intent: "position" } });
  expect(labelled("whatever stands in this place").checked).toBe(true);
  choose("this one, wherever it goes");
  await saved();
  expect(server.sent("PUT /follows/f/pick")).toEqual([{ intent: "item" }]);
});

test("how a block is found again is chosen in plain words, each of which is explained", async () => {
  await open("lens");
  expect(labelled("everything together (automatic)").checked).toBe(true);
  expect(shown.text()).toContain("Where the page is fetched without a browser, it has no layout");
  choose("its path in the structure of the page");
  await saved();
  expect(server.sent("PUT /follows/f/pick")).toEqual([{ tracer: "by-path" }]);
});

test("of tracers by name it is said which of them always ask, or need a browser", async () => {
  await open("lens");
  const options = [...shown.root.querySelectorAll("option")].map((option) => option.textContent);
  expect(options).toContain("fragment");
  expect(options).toContain("fragment-table – always asks");
  expect(options).toContain("area – only for pages that a browser opens; without one it always says gone");
});

test("any tracer can be named, and one that is none of the lenses is shown by its name", async () => {
  await open("lens", { tracer: "tree-edit" });
  const select = shown.root.querySelector("select")!;
  expect([select.value, shown.root.querySelector("details")?.open]).toEqual(["tree-edit", true]);
  expect(shown.root.querySelector("input[type=radio]:checked")).toBeNull();
  select.value = "history-tree";
  shown.fire(select, new Event("change", { bubbles: true }));
  await saved();
  expect(server.sent("PUT /follows/f/pick")).toEqual([{ tracer: "history-tree" }]);
});

test("how the page is fetched is one of three ways, and is said of the page", async () => {
  await open("fetch");
  expect(shown.text()).toContain("Everything that you follow on this page is fetched");
  expect(shown.text()).toContain("At the moment without one.");
  const ways = [...shown.root.querySelectorAll<HTMLInputElement>("input[type=radio]")];
  expect(ways.map(({ checked }) => checked)).toEqual([true, false, false, false]);
  ways[2]!.click();
  shown.root.querySelector("form")!.requestSubmit();
  await expect.poll(() => isClosed).toBe(true);
  expect(server.sent("PATCH /pages/01890000-0000-7000-8000-000000000000")).toEqual([{ fetcher: "browser" }]);
  expect(changed).toHaveLength(1);
});

test("tags are added by Enter and by commas, offered from those in use, and removed one by one", async () => {
  await open("tags", { tags: ["food"] });
  await expect
    .poll(() => [...shown.root.querySelectorAll("datalist option")].map((each) => (each as HTMLOptionElement).value))
    .toEqual(["travel"]);
  const field = shown.one<HTMLInputElement>("input[list]");
  const type = (text: string): void => {
    field.value = text;
    shown.fire(field, new InputEvent("input", { bubbles: true }));
  };
  type("Near Home");
  shown.press("Enter", field);
  type("a, b,");
  type("left over");
  shown.fire(field, new Event("change", { bubbles: true }));
  shown.fire(shown.button("Remove the tag food"), new MouseEvent("click", { bubbles: true }));
  expect(await saved()).toEqual({ tags: ["near home", "a", "b", "left over"] });
});

test("a block is renamed; without a name it keeps the one that it has", async () => {
  await open("name", { title: "Lamp" });
  shown.write(shown.one<HTMLInputElement>("input"), " Price of the lamp ");
  expect(await saved()).toEqual({ title: "Price of the lamp" });
  await shown.close();
  server.close();
  await open("name", { title: "Lamp" });
  shown.write(shown.one<HTMLInputElement>("input"), " ");
  expect(await saved()).toEqual({ title: "Lamp" });
});

test("a page with steps cannot be chosen to be fetched without a browser, and it says why", async () => {
  const { page } = follow("f");
  await open("fetch", { page: { ...page, fetcher: "http", hasSteps: true } });
  expect(labelled("without a browser").disabled).toBe(true);
  expect(labelled("with a browser").checked).toBe(true);
  expect(shown.text()).toContain("Steps before it is captured need a browser");
});
