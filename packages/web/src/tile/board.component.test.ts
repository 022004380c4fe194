import type { FollowReply } from "@tessera/model/api";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type FakeServer, fakeServer } from "../mount/fake-server.fixture.ts";
import { type Mounted, mounted } from "../mount/mounted.fixture.ts";
import BoardTable from "./BoardTable.svelte";
import type { Series } from "./board.ts";
import { follow, observation } from "./tiles.fixture.ts";

const lamp = (id: string, price: number, parts: Partial<FollowReply> = {}): FollowReply =>
  follow(id, {
    title: `${id} lamp`,
    number: price,
    latestFound: { ...observation("changed"), excerpt: `€ ${price}` },
    ...parts,
  });

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
