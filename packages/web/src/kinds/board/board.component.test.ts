import type { FollowReply } from "@tessera/model/api";
import { tick } from "svelte";
import { afterEach, beforeEach, expect, test } from "vitest";
import { dismiss, toasts } from "../../components/toasts.svelte.ts";
import { type FakeServer, fakeServer } from "../../mount/fake-server.fixture.ts";
import { type Mounted, mounted } from "../../mount/mounted.fixture.ts";
import { follow, observation, tile } from "../../tile/tiles.fixture.ts";
import BoardTable from "./BoardTable.svelte";
import BoardTile from "./BoardTile.svelte";
import type { Series } from "./board.ts";

const lamp = (id: string, price: number, parts: Partial<FollowReply> = {}): FollowReply =>
  follow(id, {
    title: `${id} lamp`,
    number: price,
    latestFound: { ...observation("changed"), excerpt: `€ ${price}` },
    ...parts,
  });

/** A window in which nothing comes into view. */
class Unseeing {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

let server: FakeServer;
let shown: Mounted;
let removed: string[];
beforeEach(async () => {
  server = await fakeServer({});
  removed = [];
  const points = [
    { at: 1, value: 10 },
    { at: 2, value: 12 },
  ] as unknown as Series;
  shown = mounted(BoardTable, {
    title: "Prices",
    rows: [lamp("amber", 12), lamp("birch", 9, { verdict: "unsure" }), lamp("cedar", 100)],
    series: new Map([["amber", points]]),
    thenOf: () => undefined,
    onremove: ({ id }: FollowReply) => void removed.push(id),
  });
});
afterEach(async () => {
  await shown.close();
  server.close();
});

const names = () => [...shown.root.querySelectorAll("tbody th a")].map((link) => link.textContent);

test("a number stands in its row as it is written, however much the block says beside it", async () => {
  await shown.close();
  const number = { value: 121.8, text: "121.80", currency: "EUR", unit: null, at: 0 };
  const said = {
    ...observation("changed"),
    excerpt: "€121.80 €123.80 including tax, plus delivery",
    numbers: [number],
  };
  const bare = { ...number, value: 12, text: "12", currency: null };
  const river = { ...observation("changed"), excerpt: "River level 213 cm rising" };
  const level = { ...number, value: 213, text: "213", currency: null, unit: "cm" };
  shown = mounted(BoardTable, {
    title: "Numbers",
    rows: [
      lamp("oak", 121.8, { latestFound: said }),
      lamp("river", 213, { latestFound: { ...river, numbers: [level] } }),
      // a unit that nobody knows stands where the page has it
      lamp("rain", 12, { latestFound: { ...observation("changed"), excerpt: "12 l/m²", numbers: [bare] } }),
      lamp("visits", 1204, {
        latestFound: { ...observation("changed"), excerpt: `${"Visits ".repeat(9)}1204`, numbers: [] },
      }),
      follow("words", { latestFound: { ...observation("changed"), excerpt: "Closed on Sunday" } }),
    ],
    series: new Map(),
    thenOf: () => undefined,
    onremove: () => undefined,
  });
  const values = [...shown.root.querySelectorAll("tbody .value")].map((cell) => cell.textContent);
  expect(values).toEqual(["€121.80", "213 cm", "12 l/m²", "1,204", "Closed on Sunday"]);
});

test("is a table with heads of columns and rows, a link to each page and to each history", () => {
  expect(shown.one("caption").textContent).toBe("Prices");
  expect([...shown.root.querySelectorAll("thead th")].map((head) => head.getAttribute("scope"))).toEqual([
    "col",
    "col",
    "col",
    "col",
    "col",
  ]);
  expect(names()).toEqual(["amber lamp", "birch lamp", "cedar lamp"]);
  expect(shown.one("tbody th[scope=row] a").getAttribute("href")).toBe("https://example.com/");
  expect(shown.one('a[aria-label="History of amber lamp"]').getAttribute("href")).toBe("/follows/amber/history");
});

test("says how a number changed, draws its line in words as well, and asks where it is unsure", () => {
  expect(shown.one("tbody tr .change").textContent?.trim()).toBe("+2 (+20%)");
  expect(shown.one("svg[role=img]").getAttribute("aria-label")).toBe("between 10 and 12");
  expect(shown.one("a.badge").getAttribute("href")).toBe("/follows/birch/repair");
});

test("a row whose block is there and shows nothing is not taken for a sure one", async () => {
  await shown.close();
  const found = { kind: "found", path: "html[1]", confidence: 1, margin: 1, candidates: [] } as const;
  const seen = (more: object) => ({ ...observation("first"), verdict: { ...found, candidates: [], ...more } });
  shown = mounted(BoardTable, {
    title: "Numbers",
    rows: [lamp("oak", 1, { latest: seen({}) }), lamp("elm", 2, { latest: seen({ shows: "nothing" }) })],
    ...{ series: new Map(), thenOf: () => undefined, onremove: () => undefined },
  });
  const states = [...shown.root.querySelectorAll("tbody .more")].map((cell) => [
    cell.querySelector(".sure") !== null,
    cell.querySelector(".badge.blank") !== null,
  ]);
  expect(states).toEqual([
    [true, false],
    [false, true],
  ]);
});

test("the head of a column sorts by it, says so, and at the third press no more", async () => {
  const head = () => shown.one("thead th.value");
  expect(head().getAttribute("aria-sort")).toBe("none");
  shown.one<HTMLButtonElement>("thead th.value button").click();
  await expect.poll(names).toEqual(["birch lamp", "amber lamp", "cedar lamp"]);
  expect(head().getAttribute("aria-sort")).toBe("ascending");
  shown.one<HTMLButtonElement>("thead th.value button").click();
  await expect.poll(names).toEqual(["cedar lamp", "amber lamp", "birch lamp"]);
  shown.one<HTMLButtonElement>("thead th.value button").click();
  await expect.poll(names).toEqual(["amber lamp", "birch lamp", "cedar lamp"]);
});

test("a row is taken off by its button", () => {
  shown.one<HTMLButtonElement>('button[aria-label="Take birch lamp off this table"]').click();
  expect(removed).toEqual(["birch"]);
});

test("in the menu of the board each row leads on to what a tile of its own would offer, and off the board", async () => {
  HTMLElement.prototype.showPopover ??= () => undefined;
  Object.assign(globalThis, { IntersectionObserver: Unseeing });
  const [runs, contents]: [string[], unknown[]] = [[], []];
  const rows = [lamp("amber", 12), lamp("birch", 9)] as const;
  const content = { kind: "board", title: "Prices", followIds: rows.map(({ id }) => id) } as const;
  await shown.close();
  shown = mounted(BoardTile as never, {
    tile: { ...tile("t", ...rows), content },
    sheetStyle: { theme: "system", accent: null, density: "cosy", reader: false },
    thenOf: () => undefined,
    run: (command: string, part?: FollowReply) => void runs.push(`${command} ${part?.id}`),
    oncontent: async (next: unknown) => {
      contents.push(next);
      return "stored";
    },
    onrestyle: () => {},
    onnudge: () => {},
  });
  const choose = async (...labels: readonly string[]): Promise<void> => {
    shown.button("Menu for Prices").click();
    for (const label of labels) {
      await tick();
      const items = [...shown.root.querySelectorAll<HTMLElement>("[role^=menuitem]")];
      items.find(({ textContent }) => textContent?.trim() === label)!.click();
    }
  };
  await choose("Settings of a row", "birch lamp", "Notify me");
  expect(runs).toEqual(["notify birch"]);
  await choose("Embed elsewhere…");
  expect(runs).toEqual(["notify birch", "embed undefined"]);
  await choose("Settings of a row", "amber lamp", "Take off this table");
  expect(contents).toEqual([{ ...content, followIds: ["birch"] }]);
  await expect
    .poll(() => toasts().map(({ text }) => text))
    .toEqual(["“amber lamp” was taken out of this tile. You still follow it."]);
  toasts()[0]?.undo?.();
  expect(contents.at(-1)).toEqual(content);
  dismiss(toasts()[0]?.id ?? 0);
});
