import type { FoundTileReply, ReplyOf, SearchHitReply } from "@tessera/model/api";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type FakeServer, fakeServer, HeldAnswer, refused } from "../mount/fake-server.fixture.ts";
import { type Mounted, mounted } from "../mount/mounted.fixture.ts";
import { MySheets } from "../shell/my-sheets.svelte.ts";
import { go, startRouter } from "../shell/router.svelte.ts";
import SearchPage from "./SearchPage.svelte";

type Answer = ReplyOf<"GET /search">;

const hit = (id: string, parts: Partial<SearchHitReply> = {}): SearchHitReply =>
  ({
    follow: { id, title: `Title ${id}`, titleMarks: [], tags: [], isPaused: false },
    page: { url: "https://news.example/", title: "News" },
    sheets: [{ id: "home", title: "Home" }],
    moments: [
      {
        observationId: `of-${id}`,
        at: 120_000,
        since: 60_000,
        excerpts: [{ text: "Rain <b>in</b> Bern", marks: [[0, 4]] }],
        link: `/follows/${id}/history?at=of-${id}&find=rain`,
      },
    ],
    moreMoments: 0,
    ...parts,
  }) as SearchHitReply;

const answer = (
  hits: readonly SearchHitReply[],
  next: string | null = null,
  tiles: readonly FoundTileReply[] = [],
): Answer => ({ hits, next, tiles, areTilesCut: false, isBehind: false }) as Answer;

const NOTE = {
  tile: { id: "n", kind: "note", title: "Weather", titleMarks: [] },
  sheet: { id: "work", title: "Work" },
  lines: [{ text: "<i>rain</i> again", marks: [[3, 7]], url: null }],
  link: "/sheets/work?tile=n",
} as unknown as FoundTileReply;
const LINKS = {
  ...NOTE,
  tile: { id: "l", kind: "links", title: "Links", titleMarks: [] },
  lines: [
    { text: "Rain radar", marks: [[0, 4]], url: "https://radar.example/" },
    { text: "Rain", marks: [[0, 4]], url: "javascript:alert(1)" },
  ],
  link: "/sheets/work?tile=l",
} as unknown as FoundTileReply;

let give: (asked: URLSearchParams) => unknown;
let server: FakeServer;
let shown: Mounted;

startRouter();
let sheets: MySheets;
beforeEach(async () => {
  give = () => answer([hit("a"), hit("b")]);
  server = await fakeServer({
    "GET /search": ({ path }) => give(new URLSearchParams(path.split("?")[1])),
    "GET /tags": () => [{ tag: "travel", follows: 2 }],
    "GET /sheets": () => [
      { id: "home", title: "Home" },
      { id: "work", title: "Work" },
    ],
  });
  sheets = new MySheets();
  await sheets.reload();
});
afterEach(async () => {
  await shown.close();
  server.close();
});

function open(address = "/search"): void {
  go(address);
  shown = mounted(SearchPage, { sheets, onhelp: () => {} });
}

const field = (): HTMLInputElement => shown.one<HTMLInputElement>("input[type=search]");
function type(words: string): void {
  field().value = words;
  shown.fire(field(), new Event("input", { bubbles: true }));
}
const questions = (): readonly (string | null)[] =>
  server.asked
    .filter(({ path }) => path.startsWith("/search"))
    .map(({ path }) => new URLSearchParams(path.split("?")[1]).get("q"));
const press = (name: string): void => shown.fire(shown.button(name), new MouseEvent("click", { bubbles: true }));
const texts = (selector: string): readonly (string | null)[] =>
  [...shown.root.querySelectorAll(selector)].map(({ textContent }) => textContent);

test("before anything is asked it says how to ask, and asks nobody", async () => {
  open();
  expect(shown.text()).toContain('"sold out"');
  expect(document.activeElement).toBe(field());
  expect(questions()).toEqual([]);
});

test("where there may be more in notes and links than is given, it says so", async () => {
  give = () => ({ ...answer([], null, [NOTE]), areTilesCut: true });
  open();
  type("rain");
  await expect.poll(() => shown.text()).toContain("There may be more in your notes and links");
  give = () => answer([hit("a")]);
  type("rain radar");
  await expect.poll(() => texts("h2 a")).toEqual(["Title a"]);
  expect(shown.text()).not.toContain("There may be more");
});

test("what is typed is looked for a moment after the last key, and foreign text stays text", async () => {
  open();
  for (const words of ["r", "ra", "rain"]) type(words);
  await expect.poll(() => texts("h2 a")).toEqual(["Title a", "Title b"]);
  expect(questions()).toEqual([" rain".trim()]);
  expect(texts("mark")).toEqual(["Rain", "Rain"]);
  expect(shown.root.querySelector(".line b")).toBeNull();
  expect(shown.text()).toContain("Rain <b>in</b> Bern");
  expect(shown.one("[role=status]").textContent).toBe("2 hits");
  expect(shown.one("h2 a").getAttribute("href")).toBe("/follows/a/history?at=of-a&find=rain");
  expect(location.search).toBe("?q=rain");
});

test("an answer to an older question is never shown", async () => {
  const slow = new HeldAnswer();
  give = (asked) => (asked.get("q") === "old" ? slow.give() : answer([hit("new")]));
  open();
  type("old");
  await expect.poll(questions).toEqual(["old"]);
  type("new");
  await expect.poll(() => texts("h2 a")).toEqual(["Title new"]);
  slow.letGo(answer([hit("old")]));
  await new Promise((done) => setTimeout(done));
  expect(texts("h2 a")).toEqual(["Title new"]);
});

test("an address brings its question with its filters, which are named to the server", async () => {
  open("/search?q=rain&in=history&tag=travel&sheet=Work");
  await expect.poll(() => texts("h2 a").length).toBe(2);
  expect(questions()).toEqual(['tag:"travel" in:"Work" rain']);
  expect(shown.text()).toContain("1 Jan 1970");
  shown.write(shown.one<HTMLSelectElement>("#search-tag"), "");
  await expect.poll(questions).toEqual(['tag:"travel" in:"Work" rain', 'in:"Work" rain']);
  expect(location.search).toBe("?q=rain&in=history&sheet=Work");
});

test("arrows lead from the field through the hits and back", async () => {
  open("/search?q=rain");
  await expect.poll(() => texts("h2 a").length).toBe(2);
  const focused = (): string | null => (document.activeElement as HTMLElement).textContent;
  shown.press("ArrowDown", field());
  expect(focused()).toBe("Title a");
  shown.press("ArrowDown", document.activeElement!);
  shown.press("ArrowDown", document.activeElement!);
  expect(focused()).toBe("Title b");
  shown.press("ArrowUp", document.activeElement!);
  shown.press("ArrowUp", document.activeElement!);
  expect(document.activeElement).toBe(field());
});

test("where nothing says it now, history is one press away, and where nothing ever did, that is said", async () => {
  give = () => answer([]);
  open("/search?q=snow");
  await expect.poll(() => shown.text()).toContain("Nothing you follow says this now.");
  press("Search history too");
  await expect.poll(() => shown.text()).toContain("or ever did");
  expect(location.search).toBe("?q=snow&in=history");
});

test("a search that has looked at much and found nothing goes on by itself, and more is shown where it is asked for", async () => {
  give = (asked) => {
    const cursor = asked.get("cursor");
    if (cursor === null) return answer([], "1");
    return cursor === "1" ? answer([hit("a")], "2") : answer([hit("b")]);
  };
  open("/search?q=rain");
  await expect.poll(() => texts("h2 a")).toEqual(["Title a"]);
  press("Show more");
  await expect.poll(() => texts("h2 a")).toEqual(["Title a", "Title b"]);
});

test("what the person wrote is found too, marked, with the way to its tile, and stays while more is shown", async () => {
  give = (asked) => (asked.get("cursor") ? answer([hit("b")]) : answer([hit("a")], "1", [NOTE, LINKS]));
  open("/search?q=rain");
  await expect.poll(() => texts("h2 a")).toEqual(["Weather", "Links", "Title a"]);
  expect(shown.one("h2 a").getAttribute("href")).toBe("/sheets/work?tile=n");
  expect(texts("mark")).toEqual(["rain", "Rain", "Rain", "Rain"]);
  expect(shown.root.querySelector(".line i, a[href^=javascript]")).toBeNull();
  expect(shown.one("a[href='https://radar.example/']").textContent).toBe("Rain radar");
  expect(shown.one("[role=status]").textContent).toBe("The first 3 hits");
  press("Show more");
  await expect.poll(() => texts("h2 a")).toEqual(["Weather", "Links", "Title a", "Title b"]);
});

test("a note alone is a hit, although no follow says it", async () => {
  give = (asked) => (asked.get("cursor") ? answer([]) : answer([], "1", [NOTE]));
  open("/search?q=rain");
  await expect.poll(() => texts("h2 a")).toEqual(["Weather"]);
  expect([shown.one("[role=status]").textContent, shown.root.querySelector(".none")]).toEqual(["1 hit", null]);
});

test("a failure is told and can be tried again", async () => {
  give = () => refused("busy", 503);
  open("/search?q=rain");
  await expect.poll(() => shown.root.querySelector("[role=alert]")).not.toBeNull();
  give = () => answer([hit("a")]);
  press("Try again");
  await expect.poll(() => texts("h2 a")).toEqual(["Title a"]);
});

test("a tag of a hit narrows the search to it", async () => {
  give = () =>
    answer([hit("a", { follow: { id: "a", title: "A", titleMarks: [], tags: ["travel"], isPaused: false } as never })]);
  open("/search?q=rain");
  await expect.poll(() => texts("h2 a")).toEqual(["A"]);
  press("Only with the tag travel");
  await expect.poll(() => questions().at(-1)).toBe('tag:"travel" rain');
});
