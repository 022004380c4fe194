import { afterEach, beforeEach, expect, test } from "vitest";
import { type FakeServer, fakeServer } from "../mount/fake-server.fixture.ts";
import { type Mounted, mounted } from "../mount/mounted.fixture.ts";
import type { BlockThen } from "../tile/changed-tiles.ts";
import { observation } from "../tile/tiles.fixture.ts";
import SheetTime, { pastDays } from "./SheetTime.svelte";

const HOUR_MS = 3_600_000;
const then = { followId: "f", observation: observation("changed"), shown: observation("changed") };

let server: FakeServer;
let shown: Mounted;
let seen: ReadonlyMap<string, BlockThen>[];
let closed: number;

async function open(from: number): Promise<void> {
  server = await fakeServer({ "GET /sheets/s/at": () => [then] });
  [seen, closed] = [[], 0];
  shown = mounted(SheetTime, {
    sheetId: "s",
    from,
    onshow: (blocks: ReadonlyMap<string, BlockThen>) => void seen.push(blocks),
    onclose: () => void closed++,
  });
}

const instants = (): readonly number[] =>
  server.asked.filter(({ path }) => path.startsWith("/sheets/s/at")).map(({ path }) => Number(path.split("=")[1]));

beforeEach(() => open(Date.now() - 2 * HOUR_MS));
afterEach(async () => {
  await shown.close();
  server.close();
});

test("it begins now, and gives the blocks of the instant to the sheet", async () => {
  await expect.poll(() => seen.length, { timeout: 30_000 }).toBe(1);
  expect([...seen[0]!]).toEqual([["f", { observation: then.observation, shown: then.shown }]]);
  shown.button("Back to now").click();
  expect(closed).toBe(1);
});

test("while the slider is dragged only its last place is asked for", async () => {
  const slider = shown.one<HTMLInputElement>("input[type=range]");
  const [from, until] = [Number(slider.min), Number(slider.max)];
  const places = [0.8, 0.6, 0.4, 0.2].map((share) => {
    shown.write(slider, String(Math.round(from + share * (until - from))));
    return Number(slider.value);
  });
  await expect.poll(() => instants().at(-1), { timeout: 30_000 }).toBe(places.at(-1));
  expect(instants().filter((at) => places.includes(at))).toEqual(places.slice(-1));
});

test("a short past is told to the second, a long one by its days as well", async () => {
  expect(shown.one("output").textContent).toMatch(/\d:\d\d:\d\d/);
  await shown.close();
  await open(Date.now() - 60 * 24 * HOUR_MS);
  expect(shown.one("output").textContent).not.toMatch(/\d:\d\d:\d\d/);
  expect(shown.root.querySelectorAll("[role=group] button").length).toBeGreaterThan(1);
});

test("a new sheet has no days behind it, an old one six, of which no two have the same name", () => {
  const day = 86_400_000;
  expect(pastDays(10 * day - 1_000, 10 * day)).toEqual([]);
  expect(pastDays(10 * day, 12.5 * day)).toEqual([10.5 * day, 11.5 * day]);
  const week = pastDays(0, 100 * day);
  expect(week).toEqual([94, 95, 96, 97, 98, 99].map((at) => at * day));
  expect(new Set(week.map((at) => new Date(at).getUTCDay())).size).toBe(6);
});
