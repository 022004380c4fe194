import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type FakeServer, fakeServer, refused } from "../mount/fake-server.fixture.ts";
import { Live } from "./live.svelte.ts";

/** The stream of the browser, opened and broken by hand. */
class FakeSource extends EventTarget {
  static latest: FakeSource;
  static count = 0;
  static readonly CLOSED = 2;
  readyState = 0;
  onopen: (() => void) | null = null;
  onerror: (() => void) | null = null;

  constructor() {
    super();
    FakeSource.latest = this;
    FakeSource.count++;
  }

  close(): void {}
}

const real = globalThis.EventSource;
let live: Live;
let heard: string[];

beforeEach(() => {
  Object.assign(globalThis, { EventSource: FakeSource });
  heard = [];
  FakeSource.count = 0;
  live = new Live();
  live.listen(({ kind }) => heard.push(kind));
  live.start();
});
afterEach(() => {
  live.stop();
  Object.assign(globalThis, { EventSource: real });
});

test("what happened while a page was read and nobody listened yet is read again, once", () => {
  expect(heard).toEqual([]);
  FakeSource.latest.onopen?.();
  expect(heard).toEqual(["behind"]);
  FakeSource.latest.onopen?.();
  expect(heard).toEqual(["behind"]);
});

test("the same after the connection was lost", () => {
  FakeSource.latest.onopen?.();
  FakeSource.latest.onerror?.();
  expect(live.isConnected).toBe(false);
  FakeSource.latest.onopen?.();
  expect([live.isConnected, heard]).toEqual([true, ["behind", "behind"]]);
});

/** As a browser ends it after any answer but a stream. */
function giveUp(): void {
  FakeSource.latest.readyState = FakeSource.CLOSED;
  FakeSource.latest.onerror?.();
}

async function withServer(me: () => unknown, work: (server: FakeServer) => Promise<void>): Promise<void> {
  let isLate = false;
  const person = { id: "p", name: "ada", role: "owner", locale: "en", timeZone: "UTC" };
  const server = await fakeServer({ "GET /me": () => (isLate ? me() : person) });
  isLate = true;
  vi.useFakeTimers();
  try {
    await work(server);
  } finally {
    vi.useRealTimers();
    server.close();
  }
}

test("where the browser gave up, the stream is opened again once the server answers", async () => {
  let isAway = true;
  const answer = () => {
    if (isAway) throw new TypeError("nobody listens");
    return {};
  };
  await withServer(answer, async () => {
    giveUp();
    await vi.advanceTimersByTimeAsync(12_000);
    expect(FakeSource.count).toBe(1);
    isAway = false;
    await vi.advanceTimersByTimeAsync(5_000);
    expect(FakeSource.count).toBe(2);
    FakeSource.latest.onopen?.();
    expect([live.isConnected, heard]).toEqual([true, ["behind"]]);
  });
});

test("a server that no longer knows the browser is not asked for ever", async () => {
  await withServer(
    () => refused("login-needed", 401),
    async (server) => {
      const before = server.asked.length;
      giveUp();
      await vi.advanceTimersByTimeAsync(60_000);
      expect([server.asked.length - before, FakeSource.count]).toEqual([1, 1]);
    },
  );
});

test("a stream that was stopped stays closed", async () => {
  await withServer(
    () => ({}),
    async () => {
      giveUp();
      live.stop();
      await vi.advanceTimersByTimeAsync(60_000);
      expect(FakeSource.count).toBe(1);
    },
  );
});

test("events come as they were sent, and no longer to whoever stopped listening", () => {
  const events: unknown[] = [];
  const forget = live.listen((event) => events.push(event));
  const send = (): boolean =>
    FakeSource.latest.dispatchEvent(new MessageEvent("observed", { data: JSON.stringify({ followId: "f" }) }));
  send();
  forget();
  send();
  expect(events).toEqual([{ kind: "observed", followId: "f" }]);
});
