import { expect, test, vi } from "vitest";
import { fakeServer } from "../mount/fake-server.fixture.ts";
import { unseenChanged, unseenCount } from "./unseen.svelte.ts";

test("how much is unseen is asked while changes come without end, and no more often than that", async () => {
  let count = 0;
  const server = await fakeServer({ "GET /changes/unseen": () => ({ count: ++count }) });
  vi.useFakeTimers();
  try {
    for (let event = 0; event < 10; event++) {
      unseenChanged();
      await vi.advanceTimersByTimeAsync(600);
    }
    expect(unseenCount()).toBe(3);
  } finally {
    vi.useRealTimers();
    server.close();
  }
});
