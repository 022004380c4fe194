import type { TileStyle } from "@tessera/model";
import type { FollowTileReply } from "@tessera/model/api";
import { tick } from "svelte";
import { afterEach, beforeEach, expect, test } from "vitest";
import Menu from "../../components/Menu.svelte";
import { type FakeServer, fakeServer } from "../../mount/fake-server.fixture.ts";
import { type Mounted, mounted } from "../../mount/mounted.fixture.ts";
import { go } from "../../shell/router.svelte.ts";
import type { RunCommand, TileCommand } from "../../tile/kind.ts";
import { follow, tile } from "../../tile/tiles.fixture.ts";
import { blockMenu } from "./block-menu.ts";

let server: FakeServer;
let shown: Mounted;
let chosen: TileCommand[];
/** What was chosen for one part, and for which. */
let ofParts: string[];
let styles: TileStyle[];

beforeEach(async () => {
  // a DOM without a screen has no top layer
  HTMLElement.prototype.showPopover ??= () => undefined;
  server = await fakeServer({});
  [chosen, ofParts, styles] = [[], [], []];
});
afterEach(async () => {
  await shown.close();
  server.close();
});

function open(parts: Parameters<typeof follow>[1] = {}): void {
  openMenu(tile("t", follow("f", parts)));
}

function openMenu(of: FollowTileReply): void {
  const run: RunCommand = (command, part) => void (part ? ofParts.push(`${command} ${part.id}`) : chosen.push(command));
  const onrestyle = (style: TileStyle): void => void styles.push(style);
  shown = mounted(Menu, { label: "Menu for f", items: () => blockMenu(of, run, onrestyle) });
  shown.fire(shown.button("Menu for f"), new MouseEvent("click", { bubbles: true }));
}

const items = (): readonly HTMLElement[] => [...shown.root.querySelectorAll<HTMLElement>("[role^=menuitem]")];
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
    "Cut out parts…",
    "Found again automatically",
    "Fetched automatically",
    "All settings of the page",
    "Notify me",
    "History to keep",
    "Tags",
    "Feed",
    "The same block on other pages…",
    "Embed elsewhere…",
    "Pause",
    "Wrong block?",
    "Rename",
    "Move or copy to a sheet …",
    "Select",
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
    "tags",
    "feed",
    "like",
    "embed",
    "pause",
    "name",
    "send",
    "select",
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

test("parts are cut out in the picker, of a block that is there, and the way leads back to the sheet", () => {
  go("/sheets/s");
  open();
  expect(link("Cut out parts…")).toBe("/pick?url=https%3A%2F%2Fexample.com%2F&follow=f&show=cuts&sheet=s");
  open({ verdict: "gone" });
  expect(labels()).not.toContain("Cut out parts…");
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

test("what only one's own browser sees is neither looked for elsewhere nor shown there", () => {
  open({ page: { ...follow("f").page, fetcher: "own-browser" } });
  expect(labels()).not.toContain("Embed elsewhere…");
  expect(labels()).not.toContain("The same block on other pages…");
});

const JOINED = () => tile("t", follow("f"), follow("g", { title: "Second", pausedAt: 1 }), follow("h"));
/** The focus moves when what is shown has. */
const press = async (key: string): Promise<void> => {
  shown.press(key, document.activeElement ?? document.body);
  await tick();
  await tick();
};
const enter = async (label: string): Promise<void> => {
  items()[labels().indexOf(label)]!.click();
  await tick();
};
const focused = (): string => (document.activeElement?.textContent ?? "").trim();

test("a joined tile has its own entries and one for each part, which leads on to what a tile of that part offers", async () => {
  openMenu(JOINED());
  expect(labels()).toEqual([
    "Open the source",
    "History",
    "Check now",
    "Pause",
    "f",
    "Second",
    "h",
    "Separate into single tiles",
    "Move or copy to a sheet …",
    "Select",
    "Remove from this sheet",
    "Delete",
  ]);
  await enter("Second");
  expect(labels()).toEqual([
    "Second",
    "Open the source",
    "History",
    "Check now",
    "How often to check",
    "Follows what fits best",
    "Cut out parts…",
    "Found again automatically",
    "Fetched automatically",
    "All settings of the page",
    "Notify me",
    "History to keep",
    "Tags",
    "Feed",
    "The same block on other pages…",
    "Embed elsewhere…",
    "Resume",
    "Wrong block?",
    "Rename",
    "Shown what fits",
    "Take it out of this tile",
    "Delete",
  ]);
  expect([link("History"), link("Wrong block?")]).toEqual(["/follows/g/history", "/follows/g/repair"]);
});

test.each([
  ["Found again automatically", "lens g"],
  ["Notify me", "notify g"],
  ["Fetched automatically", "fetch g"],
  ["Rename", "name g"],
  ["Tags", "tags g"],
  ["Take it out of this tile", "takeOut g"],
  ["Delete", "delete g"],
])("“%s” in the entries of a part is about that part alone", async (label, command) => {
  openMenu(JOINED());
  await enter("Second");
  await enter(label);
  expect({ ofParts, chosen }).toEqual({ ofParts: [command], chosen: [] });
});

test("parts that are called the same are told apart", async () => {
  openMenu(tile("t", follow("f", { title: "Price" }), follow("g", { title: "Price" })));
  const [, second] = items().filter((_, at) => labels()[at] === "Price");
  second!.click();
  await tick();
  expect(link("History")).toBe("/follows/g/history");
});

test("how a part is shown is chosen for it alone, and left to the tile again", async () => {
  const joined = JOINED();
  openMenu({ ...joined, style: { ...joined.style, parts: { g: "adapted", h: "text" } as TileStyle["parts"] } });
  await enter("Second");
  await enter("Shown adapted to the tile");
  expect(items().map((item) => item.getAttribute("aria-checked"))).toEqual([null, "false", "true", "false", null]);
  // why there can be no picture, and the way to what would change that
  expect(labels().at(-1)).toBe("As a picture: only where a browser renders the page");
  await enter("as text");
  expect(styles.at(-1)?.parts).toEqual({ g: "text", h: "text" });
  await shown.close();
  openMenu({ ...joined, style: styles.at(-1)! });
  await enter("Second");
  await enter("Shown as text");
  await enter("what fits");
  expect(styles.at(-1)?.parts).toEqual({ h: "text" });
});

test("by keyboard: the arrow to the right leads into a part, that to the left and Escape lead back to it, Escape then closes", async () => {
  openMenu(JOINED());
  items()[labels().indexOf("f")]!.focus();
  await press("ArrowDown");
  await press("ArrowRight");
  expect([labels()[0], focused()]).toEqual(["Second", "Open the source"]);
  await press("ArrowUp");
  expect(document.activeElement?.getAttribute("aria-label")).toBe("“Second”: back to the menu");
  await press("ArrowLeft");
  expect([labels().length, focused()]).toEqual([12, "Second"]);
  await press("ArrowRight");
  await press("Escape");
  expect([labels().length, focused()]).toEqual([12, "Second"]);
  await press("Escape");
  expect(labels()).toEqual([]);
});

test("of somebody else's joined tile each part can be looked at, and nothing of it be set", async () => {
  openMenu(tile("t", follow("f", { isOwn: false }), follow("g", { isOwn: false, title: "Second" })));
  await enter("Second");
  expect(labels()).toEqual(["Second", "Open the source", "History"]);
});

test("a page with steps is fetched with a browser, and the menu does not say otherwise", () => {
  const { page } = follow("f");
  open({ page: { ...page, fetcher: "http", hasSteps: true } });
  expect(labels()).toContain("Fetched with a browser");
  expect(labels()).not.toContain("Fetched without a browser");
});
