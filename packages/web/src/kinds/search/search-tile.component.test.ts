import type { FoundTileReply, SearchHitReply } from "@tessera/model/api";
import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ownTile, SheetOfOne } from "../../mount/sheet-of-one.fixture.ts";
import SearchTile from "./SearchTile.svelte";

const ENGINES = [{ name: "Duck", template: "https://duck.example/?q=%s", prefix: "d" }];
const BOX = { kind: "search" as const, title: null, engines: ENGINES, opens: "here" as const };
const NOTE = { kind: "note" as const, title: "Plans", text: "rain on Sunday" };
const LINK = { title: "Rain radar", url: "https://radar.example/" };
const LINKS = {
  kind: "links" as const,
  title: "Links",
  groups: [{ heading: null, links: [LINK] }],
  opens: "here" as const,
};

const written = (id: string, more: Partial<FoundTileReply> = {}): FoundTileReply =>
  ({
    tile: { id, kind: "note", title: id, titleMarks: [] },
    sheet: { id: "work", title: "Work" },
    lines: [{ text: "rain again", marks: [[0, 4]], url: null }],
    link: `/sheets/work?tile=${id}`,
    ...more,
  }) as unknown as FoundTileReply;
const FOLLOW = {
  follow: { id: "f", title: "Weather", titleMarks: [], tags: [], isPaused: false },
  moments: [{ excerpts: [{ text: "It rains", marks: [[3, 8]] }], link: "/follows/f/history?at=o&find=rain" }],
} as unknown as SearchHitReply;

let sheet: SheetOfOne;
let answers: object[];

beforeEach(async () => {
  HTMLElement.prototype.showPopover ??= () => undefined;
  answers = [{ hits: [FOLLOW], tiles: [], next: null, isBehind: false }];
  sheet = new SheetOfOne(SearchTile, ownTile(BOX), [ownTile(NOTE, "n"), ownTile(LINKS, "l")]);
  await sheet.show({ "GET /search": () => answers.shift() });
});
afterEach(() => sheet.close());

const box = (): HTMLInputElement => sheet.shown.one("[data-search]");
const titles = (): readonly string[] =>
  [...sheet.shown.root.querySelectorAll("[role=option] .title, .none")].map(({ textContent }) => textContent!.trim());
const asked = (): readonly (string | null)[] =>
  sheet.server.asked
    .filter(({ path }) => path.startsWith("/search"))
    .map(({ path }) => new URLSearchParams(path.split("?")[1]).get("cursor"));
const type = (words: string): void => {
  box().dispatchEvent(new FocusEvent("focus"));
  sheet.shown.write(box(), words);
};

test("what is typed is offered to the engine, found on the sheet, and sent to nobody", () => {
  type("rain");
  expect(titles()).toEqual(["rain — Duck", expect.stringContaining("rain"), "Rain radar", "Plans"]);
  expect(asked()).toEqual([]);
});

test("the Enter that takes a candidate of an input method asks nobody, and arrows among them lead nowhere", async () => {
  const assign = vi.spyOn(location, "assign").mockReturnValue();
  const press = (key: string, more: KeyboardEventInit): void =>
    sheet.shown.fire(box(), new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more }));
  try {
    type("雨");
    press("ArrowDown", { isComposing: true });
    press("Enter", { isComposing: true });
    // as Safari tells of it
    press("Enter", { keyCode: 229 });
    expect(assign).not.toHaveBeenCalled();
    press("Enter", {});
    expect(assign).toHaveBeenCalledExactlyOnceWith("https://duck.example/?q=%E9%9B%A8");
  } finally {
    assign.mockRestore();
  }
});

test("behind a question mark notes and links of the sheet are there at once, and stay with what the server finds", async () => {
  answers = [{ hits: [FOLLOW], tiles: [written("Elsewhere"), written("n")], next: null, isBehind: false }];
  type("? rain");
  expect(titles()).toEqual(["Rain radar", "Plans"]);
  await expect.poll(titles).toEqual(["Rain radar", "n", "Elsewhere", "Weather"]);
  const marks = [...sheet.shown.root.querySelectorAll("mark")].map(({ textContent }) => textContent);
  expect(marks).toEqual(["rain", "rain", "rains"]);
});

test("after the person asked for all of their own, what was found on the sheet is still there", async () => {
  type("rain");
  sheet.shown.press("ArrowDown", box());
  sheet.shown.press("Enter", box());
  await expect.poll(titles).toEqual(["rain — Duck", "Rain radar", "Plans", "Weather"]);
});

test("what is on the sheet stays, with a tile and its follow once, whoever follows it", async () => {
  await sheet.close();
  const board = { kind: "board" as const, title: "Rain gauges", followIds: [] };
  const ofFollow = (id: string, title: string) => {
    const shown = { id, title, value: null };
    return { ...ownTile(NOTE, `tile-${id}`), content: { kind: "follow" }, follow: shown, follows: [shown] };
  };
  const others = [
    ofFollow("f", "Rain here"),
    ofFollow("g", "Rain of another"),
    { ...ownTile(NOTE, "b"), content: board },
  ];
  sheet = new SheetOfOne(SearchTile, ownTile(BOX), others as never);
  const named = { tile: { id: "b", kind: "board", title: "Rain gauges", titleMarks: [] }, lines: [] };
  answers = [{ hits: [FOLLOW], tiles: [written("b", named as never)], next: null, isBehind: false }];
  await sheet.show({ "GET /search": () => answers.shift() });
  type("? rain");
  expect(titles()).toEqual(["Rain here", "Rain of another", "Rain gauges"]);
  await expect.poll(titles).toEqual(["Rain of another", "Rain gauges", "Weather"]);
});

test("a search that found nothing yet goes on by itself, and says nothing only at its end", async () => {
  const none = { hits: [], tiles: [], isBehind: false };
  answers = [
    { ...none, next: "1" },
    { ...none, next: "2" },
    { ...none, hits: [FOLLOW], next: null },
  ];
  type("? snow");
  await expect.poll(titles).toEqual(["Weather"]);
  expect(asked()).toEqual([null, "1", "2"]);
  answers = [{ ...none, next: null }];
  type("? hail");
  await expect.poll(titles).toEqual(["Nothing of yours says that."]);
});

test("a link that was found elsewhere leads where it leads, if that is the web", async () => {
  const lines = [
    { text: "Rain map", marks: [[0, 4]], url: "https://map.example/" },
    { text: "Rain", marks: [], url: "javascript:alert(1)" },
  ];
  answers = [{ hits: [], tiles: [written("Far", { lines } as never)], next: null, isBehind: false }];
  type("? rain");
  await expect.poll(titles).toEqual(["Rain radar", "Plans", "Rain map"]);
});

test("Escape closes the list first, then leads to the tile", () => {
  type("rain");
  sheet.shown.press("Escape", box());
  flushSync();
  expect(titles()).toEqual([]);
  sheet.shown.press("Escape", box());
  expect(document.activeElement).toBe(sheet.shown.one("[data-tile]"));
});

test("engines that were changed elsewhere while they are edited are not written over unasked", async () => {
  sheet.shown.part.edit();
  await expect.poll(() => sheet.shown.root.querySelectorAll("dialog .name").length).toBe(1);
  sheet.changeElsewhere({
    ...BOX,
    engines: [{ name: "Goose", template: "https://goose.example/?q=%s", prefix: null }],
  });
  await sheet.open.load();
  flushSync();
  sheet.shown.fire(sheet.shown.one("dialog form"), new SubmitEvent("submit", { bubbles: true, cancelable: true }));
  await expect.poll(() => sheet.shown.root.querySelector("dialog [role=alert]") !== null).toBe(true);
  sheet.shown.button("Take the other").click();
  flushSync();
  expect(sheet.shown.one<HTMLInputElement>("dialog .name").value).toBe("Goose");
  expect(sheet.server.sent("PATCH /tiles/t")).toEqual([]);
});

test("an engine whose address was typed without its beginning is taken, one that leads elsewhere is not", async () => {
  sheet.shown.part.edit();
  await expect.poll(() => sheet.shown.root.querySelector("dialog")).not.toBeNull();
  const template = (): HTMLInputElement => sheet.shown.one("dialog .template");
  const submit = (): void =>
    sheet.shown.fire(sheet.shown.one("dialog form"), new SubmitEvent("submit", { bubbles: true, cancelable: true }));
  sheet.shown.write(template(), "javascript:alert('%s')");
  expect(sheet.shown.one("dialog .fault").textContent).toContain("%s");
  submit();
  sheet.shown.write(template(), " kite.example/?q=%s ");
  submit();
  await expect.poll(() => sheet.shown.root.querySelector("dialog")).toBeNull();
  expect(sheet.tile.content).toMatchObject({ engines: [{ name: "Duck", template: "https://kite.example/?q=%s" }] });
});
