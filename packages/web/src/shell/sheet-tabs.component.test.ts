import type { SheetReply } from "@tessera/model/api";
import { flushSync } from "svelte";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { dismiss, toasts } from "../components/toasts.svelte.ts";
import { type FakeServer, fakeServer, refused } from "../mount/fake-server.fixture.ts";
import { type Mounted, mounted } from "../mount/mounted.fixture.ts";
import { MySheets } from "./my-sheets.svelte.ts";
import SheetTabs from "./SheetTabs.svelte";

const TWELVE = [
  "Home",
  "Work",
  "Garden",
  "Büro",
  "News",
  "Prices",
  "Trains",
  "Music",
  "Films",
  "Reading",
  "Sport",
  "Later",
];
const TAB_PX = 100;

let kept: readonly { readonly id: string; readonly title: string }[];
let others: readonly unknown[];
let isRefusing: boolean;
let server: FakeServer;
let sheets: MySheets;
let shown: Mounted;

beforeAll(() => {
  // a DOM without a screen has neither a top layer nor widths
  HTMLElement.prototype.showPopover ??= () => undefined;
  HTMLElement.prototype.hidePopover ??= () => undefined;
  Object.defineProperty(HTMLElement.prototype, "clientWidth", { configurable: true, get: () => 4.5 * TAB_PX });
  Object.defineProperty(HTMLElement.prototype, "scrollWidth", {
    configurable: true,
    get(this: HTMLElement) {
      return TAB_PX * this.querySelectorAll("[data-sheet]").length;
    },
  });
});
beforeEach(() => {
  isRefusing = false;
  others = [];
});
afterEach(async () => {
  for (const { id } of toasts()) dismiss(id);
  await shown.close();
  server.close();
});

async function open(titles: readonly string[]): Promise<void> {
  kept = titles.map((title) => ({ id: title.toLowerCase(), title, owner: null }));
  const taking = (work: (body: never) => unknown) => (asked: { readonly body: unknown }) =>
    isRefusing ? refused("internal", 500) : work(asked.body as never);
  server = await fakeServer({
    "GET /sheets": () => kept,
    "GET /shares/with-me": () => others,
    "PUT /sheets/order": taking(({ ids }: { ids: readonly string[] }) =>
      ids.map((id) => kept.find((each) => each.id === id)),
    ),
    "POST /sheets": taking(({ title }: { title: string }) => ({ id: "added", title, owner: null })),
    "PATCH /sheets/work": taking(({ title }: { title: string }) => ({ id: "work", title })),
  });
  sheets = new MySheets();
  await sheets.load("Home");
  shown = mounted(SheetTabs, { sheets, openId: "home" });
}

const tab = (id: string) => shown.one(`nav [data-sheet="${id}"]`);
const tabs = () => [...shown.root.querySelectorAll("nav [data-sheet]")].map(({ textContent }) => textContent?.trim());
const listButton = () => shown.root.querySelector('button[aria-label^="All "]');
const field = () => shown.one<HTMLInputElement>("nav input");
const leave = (): void => {
  field().blur();
  flushSync();
};
const press = (key: string, target: Element, shiftKey = false) =>
  shown.fire(target, new KeyboardEvent("keydown", { key, shiftKey, bubbles: true, cancelable: true }));
const drag = (kind: string, target: Element) =>
  shown.fire(target, new Event(kind, { bubbles: true, cancelable: true }));

async function openList(): Promise<void> {
  shown.fire(listButton()!, new MouseEvent("click", { bubbles: true }));
  await expect.poll(() => shown.one(".all input")).toBeTruthy();
}

const listed = () =>
  [...shown.root.querySelectorAll(".all li a")].map((each) => each.textContent?.replaceAll(/\s+/g, " ").trim());

for (const [how, begin] of [
  ["a double press", () => shown.fire(tab("work"), new MouseEvent("dblclick", { bubbles: true }))],
  ["F2", () => press("F2", tab("work"))],
] as const) {
  test(`a sheet is renamed by ${how}`, async () => {
    await open(["Home", "Work"]);
    begin();
    expect(field().value).toBe("Work");
    field().value = "  Office ";
    press("Enter", field());
    expect(tabs()).toEqual(["Home", "Office"]);
    await expect.poll(() => server.sent("PATCH /sheets/work")).toEqual([{ title: "Office" }]);
  });
}

test("a new name that is taken back, empty or refused leaves the old one", async () => {
  await open(["Home", "Work"]);
  press("F2", tab("work"));
  field().value = "Office";
  press("Escape", field());
  press("F2", tab("work"));
  field().value = " ";
  leave();
  expect(server.sent("PATCH /sheets/work")).toEqual([]);
  isRefusing = true;
  press("F2", tab("work"));
  field().value = "Office";
  leave();
  expect(tabs()).toEqual(["Home", "Office"]);
  await expect.poll(() => toasts()).toMatchObject([{ isWrong: true }]);
  flushSync();
  expect(tabs()).toEqual(["Home", "Work"]);
});

test("twelve sheets have a list of all, which is searched without case and accents", async () => {
  await open(TWELVE);
  expect(listButton()?.getAttribute("aria-label")).toContain("12");
  await openList();
  expect(listed()).toEqual(TWELVE);
  const search = shown.one<HTMLInputElement>(".all input");
  shown.write(search, "BURO");
  expect(listed()).toEqual(["Büro"]);
  press("Enter", search);
  expect(location.pathname).toBe("/sheets/b%C3%BCro");
  expect(shown.root.querySelector(".all")).toBeNull();
});

test("a double press adds one sheet", async () => {
  await open(["Home"]);
  shown.pressTwice(shown.button("New sheet"));
  await expect.poll(() => tabs().length, { timeout: 30_000 }).toBeGreaterThan(1);
  expect(server.sent("POST /sheets")).toHaveLength(1);
});

test("few sheets need no list, unless they do not fit", async () => {
  await open(TWELVE.slice(0, 4));
  expect(listButton()).toBeNull();
  await shown.close();
  server.close();
  await open(TWELVE.slice(0, 5));
  expect(listButton()).not.toBeNull();
});

test("sheets are put in order by Shift and an arrow and by dragging, and lie as before where that is refused", async () => {
  await open(["Home", "Work", "Garden"]);
  press("ArrowRight", tab("home"), true);
  expect(tabs()).toEqual(["Work", "Home", "Garden"]);
  await expect.poll(() => server.sent("PUT /sheets/order")).toEqual([{ ids: ["work", "home", "garden"] }]);
  await expect.poll(() => document.activeElement).toBe(tab("home"));
  drag("dragstart", tab("garden"));
  drag("dragover", tab("work"));
  expect(tab("work").classList.contains("over")).toBe(true);
  drag("drop", tab("work"));
  expect(tabs()).toEqual(["Garden", "Work", "Home"]);
  await expect.poll(() => server.sent("PUT /sheets/order")).toHaveLength(2);
  isRefusing = true;
  press("ArrowLeft", tab("home"), true);
  expect(tabs()).toEqual(["Garden", "Home", "Work"]);
  await expect.poll(() => toasts()).toMatchObject([{ isWrong: true }]);
  flushSync();
  expect(tabs()).toEqual(["Garden", "Work", "Home"]);
});

const sharedBy = (displayName: string, title: string) => ({
  id: `of-${title.toLowerCase()}`,
  title,
  owner: { id: "o", name: "o", displayName } as SheetReply["owner"],
});

test("what others share is walked through, counted and found like one's own, and a list is there once it does not fit", async () => {
  await open(["Home", "Work", "Garden"]);
  expect(listButton()).toBeNull();
  others = [sharedBy("Robin", "Trips"), sharedBy("Kim", "Herbs")];
  await sheets.loadShared();
  flushSync();
  expect(listButton()?.getAttribute("aria-label")).toContain("5");
  press("ArrowRight", tab("garden"));
  expect(document.activeElement).toBe(tab("of-trips"));
  press("ArrowLeft", tab("of-trips"));
  expect(document.activeElement).toBe(tab("garden"));
  // it is not theirs to rename or to put elsewhere
  press("F2", tab("of-trips"));
  press("ArrowLeft", tab("of-trips"), true);
  expect(shown.root.querySelector("nav input")).toBeNull();
  expect(server.sent("PUT /sheets/order")).toEqual([]);
  await openList();
  expect(listed()).toEqual(["Home", "Work", "Garden", "Trips Robin", "Herbs Kim"]);
  shown.write(shown.one<HTMLInputElement>(".all input"), "kim");
  expect(listed()).toEqual(["Herbs Kim"]);
});
