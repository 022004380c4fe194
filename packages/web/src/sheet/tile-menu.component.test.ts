import { afterEach, beforeEach, expect, test } from "vitest";
import Menu from "../components/Menu.svelte";
import { type FakeServer, fakeServer } from "../mount/fake-server.fixture.ts";
import { type Mounted, mounted } from "../mount/mounted.fixture.ts";
import { follow, tile } from "../tile/tiles.fixture.ts";
import { meantBy, type TileCommand, tileMenu } from "./tile-commands.ts";

let server: FakeServer;
let shown: Mounted;
let chosen: TileCommand[];

beforeEach(async () => {
  // a DOM without a screen has no top layer
  HTMLElement.prototype.showPopover ??= () => undefined;
  server = await fakeServer({});
  chosen = [];
});
afterEach(async () => {
  await shown.close();
  server.close();
});

function open(parts: Parameters<typeof follow>[1] = {}): void {
  const of = tile("t", follow("f", parts));
  shown = mounted(Menu, { label: "Menu for f", items: () => tileMenu(of, (command) => void chosen.push(command)) });
  shown.fire(shown.button("Menu for f"), new MouseEvent("click", { bubbles: true }));
}

const items = (): readonly HTMLElement[] => [...shown.root.querySelectorAll<HTMLElement>("[role=menuitem]")];
const labels = (): readonly string[] => items().map(({ textContent }) => (textContent ?? "").trim());
const link = (label: string): string | null => items()[labels().indexOf(label)]?.getAttribute("href") ?? null;

test("the menu has everything that can be done with a tile, the last of which deletes", () => {
  open();
  expect(labels()).toEqual([
    "Open the source",
    "History",
    "Check now",
    "How often to check",
    "Follows what fits best",
    "Found again automatically",
    "Fetched automatically",
    "All settings of the page",
    "Notify me",
    "History to keep",
    "Feed",
    "The same block on other pages…",
    "Embed elsewhere…",
    "Pause",
    "Wrong block?",
    "Remove from this sheet",
    "Delete",
  ]);
  expect([link("Open the source"), link("History"), link("Wrong block?")]).toEqual([
    "https://example.com/",
    "/follows/f/history",
    "/follows/f/repair",
  ]);
});

test("each entry that is no link runs its own command", () => {
  const commands: TileCommand[] = [
    "check",
    "interval",
    "intent",
    "lens",
    "fetch",
    "page",
    "notify",
    "retention",
    "feed",
    "like",
    "embed",
    "pause",
    "off",
    "delete",
  ];
  open();
  for (const at of commands.keys()) {
    if (items().length === 0) shown.fire(shown.button("Menu for f"), new MouseEvent("click", { bubbles: true }));
    const buttons = items().filter((item) => !item.hasAttribute("href"));
    shown.fire(buttons[at]!, new MouseEvent("click", { bubbles: true }));
  }
  expect(chosen).toEqual(commands);
});

test("a block that is paused can be resumed instead", () => {
  open({ pausedAt: 1 });
  expect([labels().includes("Pause"), labels().includes("Resume")]).toEqual([false, true]);
});

test("for a while the menu tells of a redesign of the page, and leads to its history", () => {
  const redesign = { at: Date.now() - 60_000, similarity: 0.61, sameShare: 0.31 };
  open({ page: { ...follow("f").page, redesign } });
  const label = labels().find((each) => each.startsWith("Page redesigned on "));
  expect(link(label ?? "")).toBe("/follows/f/history");
});

test.each([
  ["position", "Follows whatever stands there"],
  ["item", "Follows this one"],
] as const)("a block that is followed as %s says in words: %s", (intent, words) => {
  open({ pick: { ...follow("f").pick, intent } });
  expect(labels()).toContain(words);
});

test("a source that is no page cannot be opened", () => {
  open({ page: { ...follow("f").page, url: "javascript:alert(1)" } });
  expect(labels()).not.toContain("Open the source");
});

test("arrow keys walk through the menu and around its ends", () => {
  open();
  const walk = (key: string): string => {
    shown.press(key, document.activeElement ?? document.body);
    return (document.activeElement?.textContent ?? "").trim();
  };
  items()[0]!.focus();
  expect([walk("ArrowDown"), walk("ArrowUp"), walk("ArrowUp"), walk("ArrowDown"), walk("End"), walk("Home")]).toEqual([
    "History",
    "Open the source",
    "Delete",
    "Open the source",
    "Delete",
    "Open the source",
  ]);
});

test("a board has what concerns all of its rows, and a key never stops following one of them", () => {
  const [a, b] = [follow("a"), follow("b")];
  const board = {
    ...tile("t", a),
    content: { kind: "board" as const, title: "T", followIds: [a.id, b.id] },
    follows: [a, b],
  };
  const of = { label: "Menu for T", items: () => tileMenu(board, (command) => void chosen.push(command)) };
  shown = mounted(Menu, of);
  shown.fire(shown.button("Menu for T"), new MouseEvent("click", { bubbles: true }));
  expect(labels()).toEqual(["Check now", "The same block on other pages…", "Remove from this sheet"]);
  expect((["delete", "off", "check", "history", "pause", "feed"] as const).map((key) => meantBy(key, board))).toEqual([
    "off",
    "off",
    "check",
    null,
    null,
    null,
  ]);
});

test("what only one's own browser sees is neither looked for elsewhere nor shown there", () => {
  open({ page: { ...follow("f").page, fetcher: "own-browser" } });
  expect(labels()).not.toContain("Embed elsewhere…");
  expect(labels()).not.toContain("The same block on other pages…");
});
