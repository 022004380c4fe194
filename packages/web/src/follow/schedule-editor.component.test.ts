import { afterEach, beforeEach, expect, test } from "vitest";
import ScheduleEditor from "../follow/ScheduleEditor.svelte";
import { type FakeServer, fakeServer } from "../mount/fake-server.fixture.ts";
import { type Mounted, mounted } from "../mount/mounted.fixture.ts";

let server: FakeServer;
let shown: Mounted;

beforeEach(async () => {
  server = await fakeServer({});
});
afterEach(async () => {
  await shown.close();
  server.close();
});

test("an automatic schedule says how far apart its looks are", () => {
  const schedule = { kind: "auto", leastMs: 300_000, mostMs: 86_400_000 } as const;
  shown = mounted(ScheduleEditor, { schedule, onchange: () => undefined });
  expect(shown.text()).toContain("As often as it changes, every 5 minutes to 1 day.");
});
