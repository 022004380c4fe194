import type { LivePage } from "@tessera/capture";
import { type BrowserStep, newId, PageSource, PersonId } from "@tessera/model";
import { CaptureFailure } from "@tessera/network";
import { expect, test } from "vitest";
import { LivePages } from "./live-pages.ts";

const source = PageSource.parse({ url: "https://example.org/" });
const CLICK: BrowserStep = { kind: "click", selector: "a" };
const [ada, bob, cleo] = [1, 2, 3].map((at) => newId(PersonId, at)) as [PersonId, PersonId, PersonId];

/** Pages that remember whether they are open; `fail` is what the next step fails with. */
function open({ max = 2, idleMs = 60_000 } = {}) {
  const closed: string[] = [];
  const state: { fail: unknown; opened: number } = { fail: null, opened: 0 };
  const pages = new LivePages({
    max,
    idleMs,
    visitorFor: async () => undefined,
    open: async (_, person) => {
      state.opened++;
      return {
        renew: () => undefined,
        take: async (step: BrowserStep) => {
          if (state.fail) throw state.fail;
          return step;
        },
        view: async () => ({ url: "u", title: "t", picture: Buffer.alloc(0), controls: [] }),
        [Symbol.asyncDispose]: async () => void closed.push(person),
      } as unknown as LivePage;
    },
  });
  return { pages, closed, state };
}

async function idOf(opening: ReturnType<LivePages["open"]>): Promise<string> {
  const opened = await opening;
  if (typeof opened === "string") throw new Error(opened);
  return opened.id;
}

test("a person has one, and whoever opens another leaves the one before", async () => {
  const { pages, closed } = open();
  const first = await idOf(pages.open(source, ada));
  await idOf(pages.open(source, ada));
  expect([pages.size, closed]).toEqual([1, [ada]]);
  expect(await pages.take(first, ada, { step: CLICK, at: null })).toBe("gone");
});

test("there are no more than there may be, also while they are being opened", async () => {
  const { pages, state } = open({ max: 2 });
  const opened = await Promise.all([ada, bob, cleo].map((person) => pages.open(source, person)));
  expect(opened.filter((each) => each === "full")).toHaveLength(1);
  expect([pages.size, state.opened]).toEqual([2, 2]);
});

test("nobody else can take a step in it, or close it", async () => {
  const { pages, closed } = open();
  const id = await idOf(pages.open(source, ada));
  expect(await pages.take(id, bob, { step: CLICK, at: null })).toBe("gone");
  expect(await pages.close(id, bob)).toBe(false);
  expect(await pages.take(id, ada, { step: CLICK, at: null })).toMatchObject({ step: CLICK });
  expect(await pages.close(id, ada)).toBe(true);
  expect(closed).toEqual([ada]);
});

test("it closes by itself when nobody does anything in it, and all close with the program", async () => {
  const { pages, closed } = open({ idleMs: 1 });
  await idOf(pages.open(source, ada));
  await expect.poll(() => closed).toEqual([ada]);
  const more = open();
  for (const person of [ada, bob]) await idOf(more.pages.open(source, person));
  await more.pages.stop();
  expect([more.pages.size, more.closed.length]).toEqual([0, 2]);
});

test("a step that does not work leaves it open, a page that is gone does not", async () => {
  const { pages, closed, state } = open();
  const id = await idOf(pages.open(source, ada));
  state.fail = new CaptureFailure("step-failed", { message: "no" });
  await expect(pages.take(id, ada, { step: CLICK, at: null })).rejects.toBe(state.fail);
  expect(closed).toEqual([]);
  state.fail = new CaptureFailure("crashed", { message: "gone" });
  await expect(pages.take(id, ada, { step: CLICK, at: null })).rejects.toBe(state.fail);
  expect([closed, pages.size]).toEqual([[ada], 0]);
});
