import { afterEach, beforeEach, expect, test } from "vitest";
import { dismiss, toasts } from "../components/toasts.svelte.ts";
import { type FakeServer, fakeServer, HeldAnswer } from "../mount/fake-server.fixture.ts";
import { type Mounted, mounted } from "../mount/mounted.fixture.ts";
import { follow } from "../tile/tiles.fixture.ts";
import Unplaced from "./Unplaced.svelte";

const sheets = { list: ["Home", "Work"].map((title) => ({ id: title.toLowerCase(), title })) } as never;

let server: FakeServer;
let shown: Mounted;
let unplaced: string[];
/** What every command waits for, where it is set. */
let held: HeldAnswer | null;
beforeEach(async () => {
  unplaced = ["lamp", "news"];
  held = null;
  const without = async (id: string) => {
    await held?.give();
    unplaced = unplaced.filter((each) => each !== id);
    return { id: "tile" };
  };
  const back = (id: string) => {
    unplaced = [...unplaced, id];
  };
  server = await fakeServer({
    "GET /follows": () => ({ items: unplaced.map((id) => follow(id)), next: null }),
    "POST /sheets/work/tiles": ({ body }) => without((body as { followId: string }).followId),
    "DELETE /tiles/tile": () => back("lamp"),
    "DELETE /follows/news": () => without("news"),
    "POST /follows/news/restore": () => back("news"),
  });
  shown = mounted(Unplaced, { sheets, from: "work" });
  await expect.poll(() => shown.text(), { timeout: 30_000 }).toContain("lamp");
});
afterEach(async () => {
  for (const { id } of toasts()) dismiss(id);
  await shown.close();
  server.close();
});

const rows = (): readonly (string | null)[] =>
  [...shown.root.querySelectorAll("li .what > a")].map((a) => a.textContent);

test("a block is put on the sheet one came from, where there is room, and undo takes it off again", async () => {
  shown.button("Put “lamp” on “Work”").click();
  await expect.poll(rows, { timeout: 30_000 }).toEqual(["news"]);
  expect(server.sent("POST /sheets/work/tiles")).toEqual([{ followId: "lamp" }]);
  toasts().at(-1)?.undo?.();
  await expect.poll(rows, { timeout: 30_000 }).toEqual(["news", "lamp"]);
});

test("a block is deleted and brought back", async () => {
  shown.button("Delete “news”").click();
  await expect.poll(rows, { timeout: 30_000 }).toEqual(["lamp"]);
  toasts().at(-1)?.undo?.();
  await expect.poll(rows, { timeout: 30_000 }).toEqual(["lamp", "news"]);
});

test("another sheet can be chosen; what the server refuses stays and is said", async () => {
  shown.write(shown.one<HTMLSelectElement>("select"), "home");
  shown.button("Put “lamp” on “Home”").click();
  await expect.poll(() => toasts().at(-1)?.isWrong, { timeout: 30_000 }).toBe(true);
  expect(rows()).toEqual(["lamp", "news"]);
});

test("undo that is pressed before the server has answered waits for it, in the order of the commands", async () => {
  held = new HeldAnswer();
  shown.button("Put “lamp” on “Work”").click();
  shown.button("Delete “news”").click();
  await expect.poll(rows, { timeout: 30_000 }).toEqual([]);
  const [put, deleted] = toasts();
  deleted?.undo?.();
  put?.undo?.();
  held.letGo();
  await expect.poll(rows, { timeout: 30_000 }).toEqual(["news", "lamp"]);
  const commands = server.asked.filter(({ method }) => method !== "GET").map(({ method, path }) => `${method} ${path}`);
  expect(commands.slice(2)).toEqual(["POST /follows/news/restore", "DELETE /tiles/tile"]);
});
