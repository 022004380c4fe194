import { afterEach, beforeEach, expect, test, vi } from "vitest";
import App from "./App.svelte";
import { type FakeServer, fakeServer } from "./mount/fake-server.fixture.ts";
import { type Mounted, mounted } from "./mount/mounted.fixture.ts";

let isAway = false;
let server: FakeServer;
let shown: Mounted;

beforeEach(async () => {
  server = await fakeServer({
    "GET /instance": () => {
      if (isAway) throw new TypeError("nobody listens");
      return { name: "Tessera", needsSetUp: false, isLoggedIn: false };
    },
  });
  vi.useFakeTimers();
});

afterEach(async () => {
  vi.useRealTimers();
  await shown.close();
  server.close();
});

test("an app that is opened while the server is away says so, and comes by itself", async () => {
  isAway = true;
  shown = mounted(App, {});
  await vi.waitFor(() => shown.one("[role=alert]"), { timeout: 30_000 });
  // nothing is seen, so nothing of it can be old
  expect(shown.one("[role=alert]").textContent).toBe("The server is not responding. Trying again automatically.");
  isAway = false;
  await vi.advanceTimersByTimeAsync(6_000);
  await vi.waitFor(() => shown.one("input[type=password]"), { timeout: 30_000 });
  expect(shown.root.querySelector("[role=alert]")).toBeNull();
});
