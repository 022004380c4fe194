import type { LivePage } from "@tessera/capture";
import { type BrowserStep, newId, PageSource, PersonId } from "@tessera/model";
import { CaptureFailure } from "@tessera/network";
import { afterEach, expect, test, vi } from "vitest";
import { LivePages, type LivePagesOptions } from "./live-pages.ts";

const source = PageSource.parse({ url: "https://example.org/" });
const orderOf = (person: PersonId) => ({ source, person, secrets: [] });
const CLICK: BrowserStep = { kind: "click", selector: "a" };
const [ada, bob, cleo] = [1, 2, 3].map((at) => newId(PersonId, at)) as [PersonId, PersonId, PersonId];

/** Pages that remember whether they are open; `fail` is what the next step fails with. */
function open({ max = 2, idleMs = 60_000, ...more }: Partial<LivePagesOptions> = {}) {
  const closed: string[] = [];
  const [fail, seen, second]: [unknown, string[], Promise<void>] = [null, [], Promise.resolve()];
  const state = { fail, seen, second, opened: 0, taken: 0 };
  const pages = new LivePages({
    max,
    idleMs,
    ...more,
    visitorFor: async ({ secrets }) => {
      state.seen.push(secrets.map(({ name, value }) => `${name}=${value}`).join());
      return undefined;
    },
    open: async ({ person }) => {
      state.opened++;
      return {
        renew: () => undefined,
        take: async (step: BrowserStep) => {
          if (state.fail) throw state.fail;
          if (++state.taken === 2) await state.second;
          return step;
        },
        view: async () => ({ url: "u", title: "t", picture: Buffer.alloc(0), controls: [] }),
        [Symbol.asyncDispose]: async () => void closed.push(person),
      } as unknown as LivePage;
    },
  });
  return { pages, closed, state };
}

afterEach(() => void vi.useRealTimers());

async function idOf(opening: ReturnType<LivePages["open"]>): Promise<string> {
  const opened = await opening;
  if (typeof opened === "string") throw new Error(opened);
  return opened.id;
}

test("a person has one, and whoever opens another leaves the one before", async () => {
  const { pages, closed } = open();
  const first = await idOf(pages.open(orderOf(ada)));
  await idOf(pages.open(orderOf(ada)));
  expect([pages.size, closed]).toEqual([1, [ada]]);
  expect(await pages.take(first, ada, { step: CLICK, at: null, secrets: [] })).toBe("gone");
});

test("of two that a person opens at once the later one stays", async () => {
  const { pages, closed, state } = open();
  const [first, second] = await Promise.all([idOf(pages.open(orderOf(ada))), idOf(pages.open(orderOf(ada)))]);
  expect([pages.size, state.opened, closed]).toEqual([1, 2, [ada]]);
  expect(await pages.take(first, ada, { step: CLICK, at: null, secrets: [] })).toBe("gone");
  expect(await pages.close(second, ada)).toBe(true);
});

test("there are no more than there may be, also while they are being opened", async () => {
  const { pages, state } = open({ max: 2 });
  const opened = await Promise.all([ada, bob, cleo].map((person) => pages.open(orderOf(person))));
  expect(opened.filter((each) => each === "full")).toHaveLength(1);
  expect([pages.size, state.opened]).toEqual([2, 2]);
});

test("nobody else can take a step in it, or close it", async () => {
  const { pages, closed } = open();
  const id = await idOf(pages.open(orderOf(ada)));
  expect(await pages.take(id, bob, { step: CLICK, at: null, secrets: [] })).toBe("gone");
  expect(await pages.close(id, bob)).toBe(false);
  expect(await pages.take(id, ada, { step: CLICK, at: null, secrets: [] })).toMatchObject({ step: CLICK });
  expect(await pages.close(id, ada)).toBe(true);
  expect(closed).toEqual([ada]);
});

test("it closes by itself when nobody does anything in it, and all close with the program", async () => {
  const { pages, closed } = open({ idleMs: 1 });
  await idOf(pages.open(orderOf(ada)));
  await expect.poll(() => closed).toEqual([ada]);
  const more = open();
  for (const person of [ada, bob]) await idOf(more.pages.open(orderOf(person)));
  await more.pages.stop();
  expect([more.pages.size, more.closed.length]).toEqual([0, 2]);
});

test("a step that does not work leaves it open, a page that is gone does not", async () => {
  const { pages, closed, state } = open();
  const id = await idOf(pages.open(orderOf(ada)));
  state.fail = new CaptureFailure("step-failed", { message: "no" });
  await expect(pages.take(id, ada, { step: CLICK, at: null, secrets: [] })).rejects.toBe(state.fail);
  expect(closed).toEqual([]);
  state.fail = new CaptureFailure("crashed", { message: "gone" });
  await expect(pages.take(id, ada, { step: CLICK, at: null, secrets: [] })).rejects.toBe(state.fail);
  expect([closed, pages.size]).toEqual([[ada], 0]);
});

test("what is typed for a step is known as long as the page is open, the newest of a name", async () => {
  const { pages, state } = open();
  const typed = (name: string, value: string) => [{ origin: "https://example.org", name, value }];
  const id = await idOf(pages.open({ source, person: ada, secrets: typed("a", "1") }));
  for (const secrets of [[], typed("b", "2"), typed("a", "3")])
    await pages.take(id, ada, { step: CLICK, at: null, secrets });
  expect(state.seen).toEqual(["a=1", "b=2,a=1", "a=3,b=2"]);
});

test("it closes soon when nobody does anything in it while somebody waits for a tab, and not before", async () => {
  let [isAwaited, looks] = [false, 0];
  const { pages, closed } = open({
    awaitedIdleMs: 1,
    isAwaited: () => {
      looks++;
      return isAwaited;
    },
  });
  await idOf(pages.open(orderOf(ada)));
  await expect.poll(() => looks).toBeGreaterThan(2);
  expect(closed).toEqual([]);
  isAwaited = true;
  await expect.poll(() => closed).toEqual([ada]);
});

test("it stays open while a step is taken in it, whatever was done meanwhile, and has one clock afterwards", async () => {
  vi.useFakeTimers();
  const { pages, closed, state } = open({ awaitedIdleMs: 1_000, isAwaited: () => true });
  const id = await idOf(pages.open(orderOf(ada)));
  const take = () => pages.take(id, ada, { step: CLICK, at: null, secrets: [] });
  const { promise, resolve: letGo } = Promise.withResolvers<void>();
  state.second = promise;
  const [first, second] = [take(), take()];
  await first;
  await vi.advanceTimersByTimeAsync(50_000);
  expect([closed, pages.size]).toEqual([[], 1]);
  letGo();
  expect(await second).toMatchObject({ step: CLICK });
  expect(vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect([closed, pages.size, vi.getTimerCount()]).toEqual([[ada], 0, 0]);
});
