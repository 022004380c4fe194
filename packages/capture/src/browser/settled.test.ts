import { expect, test } from "vitest";
import { settled } from "./settled.ts";

/** A quiet page whose search for a wall is over after so many looks. */
function pageWith({ busyLooks, wall }: { readonly busyLooks: number; readonly wall: string | null }) {
  const watched: string[] = [];
  let looks = 0;
  const world = {
    call: async (_: unknown, name: string) => {
      watched.push(name);
      return { isQuiet: true, changes: 0, movedMs: 0 };
    },
  };
  const consent = {
    get isBusy() {
      return looks++ < busyLooks;
    },
    get found() {
      return looks > busyLooks ? wall : null;
    },
  };
  const watch = { race: <T>(work: Promise<T>) => work, navigations: 1, networkQuietMs: () => 60_000, movedMs: 0 };
  const tab = { world } as unknown as Parameters<typeof settled>[0];
  return { watched, settle: () => settled(tab, { watch, consent, quietMs: 500, budgetMs: 5_000 }) };
}

test("a page that was quiet before the search for a wall ended is not watched anew where there is none", async () => {
  const { watched, settle } = pageWith({ busyLooks: 3, wall: null });
  expect(await settle()).toBe(true);
  expect(watched).toEqual(["whenQuiet"]);
});

test("a page whose wall was found and answered meanwhile is watched again", async () => {
  const { watched, settle } = pageWith({ busyLooks: 3, wall: "onetrust" });
  expect(await settle()).toBe(true);
  expect(watched).toEqual(["whenQuiet", "whenQuiet"]);
});
