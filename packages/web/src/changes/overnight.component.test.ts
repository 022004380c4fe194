import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type FakeServer, fakeServer } from "../mount/fake-server.fixture.ts";
import { type Mounted, mounted } from "../mount/mounted.fixture.ts";
import { Live } from "../shell/live.svelte.ts";
import { MySheets } from "../shell/my-sheets.svelte.ts";
import { go } from "../shell/router.svelte.ts";
import { me } from "../shell/session.svelte.ts";
import ChangesPage from "./ChangesPage.svelte";
import { spanOf } from "./periods.ts";

const NOON = Date.UTC(2026, 9, 25, 12);

let server: FakeServer;
let shown: Mounted;

beforeEach(() => {
  vi.useFakeTimers({ now: NOON, toFake: ["Date", "setTimeout", "clearTimeout"] });
});
afterEach(async () => {
  vi.useRealTimers();
  await shown.close();
  server.close();
  go("/changes", { replace: true });
});

const asked = (): readonly string[] =>
  server.asked.filter(({ path }) => path.startsWith("/changes?")).map(({ path }) => path);

async function open(period: string): Promise<void> {
  server = await fakeServer({
    "GET /changes": () => ({ items: [], next: null }),
    "GET /sheets": () => [{ id: "home", title: "Home" }],
  });
  go(`/changes?show=${period}`, { replace: true });
  const sheets = new MySheets();
  await sheets.load("First");
  shown = mounted(ChangesPage, { sheets, live: new Live(), onhelp: () => {} });
  await vi.waitFor(() => expect(asked()).toHaveLength(1));
}

test("a page that stays open overnight shows the changes of the new day", async () => {
  await open("today");
  const { since: before } = spanOf("today", NOON, me().timeZone);
  expect(asked()[0]).toContain(`since=${before}`);
  await vi.advanceTimersByTimeAsync(25 * 3_600_000);
  const { since: after } = spanOf("today", Date.now(), me().timeZone);
  expect(after).toBeGreaterThan(before!);
  await vi.waitFor(() => expect(asked().at(-1)).toContain(`since=${after}`));
});

test("what is unseen is not read again for that: what was seen just now stays", async () => {
  await open("unseen");
  await vi.advanceTimersByTimeAsync(25 * 3_600_000);
  expect(asked()).toHaveLength(1);
});
