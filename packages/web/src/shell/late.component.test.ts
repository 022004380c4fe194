import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { late } from "./late.ts";

beforeEach(() => {
  vi.useFakeTimers();
  sessionStorage.clear();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const missing = () => Promise.reject(new TypeError("Failed to fetch dynamically imported module"));
const failingOnce = () => vi.fn<() => Promise<string>>().mockImplementationOnce(missing).mockResolvedValue("there");

function serverAnswers(health: () => Promise<Partial<Response>>): { readonly reloads: () => number } {
  vi.stubGlobal("fetch", health);
  const reload = vi.spyOn(location, "reload").mockImplementation(() => undefined);
  reload.mockClear();
  return { reloads: () => reload.mock.calls.length };
}

test("a part that could not come without a connection comes with it", async () => {
  const { reloads } = serverAnswers(() => Promise.reject(new TypeError("offline")));
  const part = late(failingOnce());
  await vi.advanceTimersByTimeAsync(100);
  dispatchEvent(new Event("online"));
  expect(await part).toBe("there");
  expect(reloads()).toBe(0);
});

test("without a word from the browser it is tried again by and by", async () => {
  serverAnswers(() => Promise.reject(new TypeError("the server is away")));
  const part = late(failingOnce());
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await part).toBe("there");
});

test("a part that the server no longer has is that of an older app: the newer one is loaded, once", async () => {
  const { reloads } = serverAnswers(() => Promise.resolve({ ok: true }));
  void late(missing);
  void late(missing);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(reloads()).toBe(1);
});
