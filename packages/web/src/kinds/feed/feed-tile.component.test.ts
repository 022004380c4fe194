import type { FeedItemReply } from "@tessera/model/api";
import { flushSync, tick } from "svelte";
import { afterEach, beforeEach, expect, test } from "vitest";
import { dismiss, toasts } from "../../components/toasts.svelte.ts";
import { type Asked, HeldAnswer, refused } from "../../mount/fake-server.fixture.ts";
import { SheetOfOne } from "../../mount/sheet-of-one.fixture.ts";
import { follow, observation, tile } from "../../tile/tiles.fixture.ts";
import FeedTile from "./FeedTile.svelte";

/** Everything is in view from the start. */
class Seeing {
  readonly #tell: (entries: readonly object[]) => void;

  constructor(tell: never) {
    this.#tell = tell;
  }

  observe(): void {
    this.#tell([{ isIntersecting: true }]);
  }

  disconnect(): void {}
}

const item = (followId: string, id: string): FeedItemReply =>
  ({
    ...{ id, followId, title: `${followId} ${id}`, href: `https://${followId}.example/${id}`, at: 1, seenAt: 0 },
    ...{ author: "", summary: "", picture: null, media: [], isRead: false },
  }) as unknown as FeedItemReply;

let sheet: SheetOfOne;
/** As the server has them: two feeds count their items from 1. */
let items: FeedItemReply[];
let answer: (asked: Asked) => unknown;
/** The items cannot be read. */
let isOut = false;

const read = ({ path, body }: Asked): unknown => {
  const { items: ids, isRead } = body as { items: string[]; isRead: boolean };
  const of = path.split("/")[2];
  items = items.map((each) => (each.followId === of && ids.includes(each.id) ? { ...each, isRead } : each));
  return {};
};

beforeEach(async () => {
  items = [item("one", "1"), item("two", "1"), item("two", "2")];
  answer = read;
  const parts = [follow("one", { latest: observation("changed") }), follow("two")] as const;
  const followIds = parts.map(({ id }) => id);
  const content = { kind: "feed" as const, title: "News", followIds, shows: "titles" as const, limit: 10 };
  sheet = new SheetOfOne(FeedTile, { ...tile("t", ...parts), content }, [], Seeing);
  const feeds = parts.map(({ id, title }) => ({ followId: id, title, url: `https://${id}.example/feed`, home: null }));
  await sheet.show({
    "GET /tiles/t/items": () =>
      isOut
        ? refused("busy", 503)
        : {
            feeds: feeds.map((each) => ({ ...each, icon: null, trouble: null, verdict: "found", pausedAt: null })),
            items,
          },
    "POST /follows/one/items/read": (asked) => answer(asked),
    "POST /follows/two/items/read": (asked) => answer(asked),
    "POST /pages": () => Response.json({ code: "capture-failed", failure: { code: "refused" } }, { status: 502 }),
  });
  await expect.poll(() => sheet.shown.root.querySelectorAll("li").length).toBe(3);
});
afterEach(async () => {
  isOut = false;
  await sheet.close();
  for (const { id } of toasts()) dismiss(id);
});

/** Two pages, each of which says that the other is its only feed. */
function pagesNamingEachOther() {
  const [here, there] = ["https://one.example/", "https://two.example/"];
  const answers = {
    "POST /pages": ({ body }: Asked) => {
      const { url } = (body as { source: { url: string } }).source;
      return { capture: { id: url === here ? "a" : "b", feed: null } };
    },
    "GET /captures/a/feeds": () => [{ url: there, title: "There" }],
    "GET /captures/b/feeds": () => [{ url: here, title: "Here" }],
  };
  return { address: here, answers };
}

const unread = (): readonly (string | undefined)[] =>
  [...sheet.shown.root.querySelectorAll("li.unread [data-item]")].map((each) => each.textContent?.trim());
const press = (name: string): void => {
  sheet.shown.button(name).click();
  flushSync();
};

test("a mark is that of one item, also where another feed has one of the same name", async () => {
  press("Mark “one 1” as read");
  expect(unread()).toEqual(["two 1", "two 2"]);
  await expect.poll(() => items.map(({ isRead }) => isRead)).toEqual([true, false, false]);
  expect(unread()).toEqual(["two 1", "two 2"]);
});

test("one item is reached by the Tab key, also where another feed has one of the same name", () => {
  const stops = [...sheet.shown.root.querySelectorAll<HTMLElement>("[data-item]")].map(({ tabIndex }) => tabIndex);
  expect(stops).toEqual([0, -1, -1]);
});

test("a mark that the server did not take is gone again, and the person is told", async () => {
  answer = () => refused("busy", 503);
  press("Mark “one 1” as read");
  expect(unread()).toEqual(["two 1", "two 2"]);
  await expect.poll(unread).toEqual(["one 1", "two 1", "two 2"]);
  await expect.poll(() => toasts().map(({ text }) => text)).toEqual(["The server is busy. Try again in a moment."]);
});

test("of all that is marked at once, what was taken stays", async () => {
  answer = (asked) => (asked.path.includes("one") ? refused("busy", 503) : read(asked));
  press("3 unread: Mark all as read");
  expect(unread()).toEqual([]);
  await expect.poll(unread).toEqual(["one 1"]);
});

test("all that was marked by one press is unread again by another, and what was read before is not", async () => {
  press("Mark “one 1” as read");
  await expect.poll(() => items[0]?.isRead).toBe(true);
  press("2 unread: Mark all as read");
  expect(unread()).toEqual([]);
  // pressed before the server has answered
  toasts()[0]?.undo?.();
  await expect.poll(unread).toEqual(["two 1", "two 2"]);
  await expect.poll(() => items.map(({ isRead }) => isRead)).toEqual([true, false, false]);
});

test("what is marked and unmarked before the server answers is as it was where neither was taken", async () => {
  const [first, second] = [new HeldAnswer(), new HeldAnswer()];
  const held = [first, second];
  answer = () => held.shift()?.give();
  press("Mark “one 1” as read");
  press("Mark “one 1” as unread");
  first.fail();
  await expect.poll(() => toasts().length).toBe(1);
  const [told] = toasts();
  expect(unread()).toEqual(["one 1", "two 1", "two 2"]);
  second.fail();
  // the same again is said again, in place of the first
  await expect.poll(() => toasts()[0]?.id).not.toBe(told?.id);
  flushSync();
  expect(unread()).toEqual(["one 1", "two 1", "two 2"]);
});

test("which feeds it has is edited in a window, by its key too", async () => {
  sheet.shown.part.edit();
  await expect.poll(() => sheet.shown.root.querySelector("dialog, [role=dialog]") !== null).toBe(true);
});

const inDialog = (selector: string): HTMLElement => sheet.shown.one(`dialog ${selector}`);
async function edit(): Promise<void> {
  sheet.shown.part.edit();
  await expect.poll(() => sheet.shown.root.querySelector("dialog form") !== null).toBe(true);
}

test("a feed that was taken out comes back in its place, at one press in the window", async () => {
  await edit();
  const feeds = () => (sheet.tile.content as { followIds: string[] }).followIds;
  press("Remove one");
  await expect.poll(feeds).toEqual(["two"]);
  await expect.poll(() => sheet.shown.text()).toContain("“one” was taken out of this tile. You still follow it.");
  flushSync();
  press("Undo");
  await expect.poll(feeds).toEqual(["one", "two"]);
});

test("why a feed cannot be added is said in its window", async () => {
  await edit();
  const field = inDialog("form input") as HTMLInputElement;
  sheet.shown.write(field, "shop.example/feed");
  sheet.shown.fire(inDialog("form"), new Event("submit", { bubbles: true, cancelable: true }));
  await expect
    .poll(() => inDialog(".said").textContent)
    .toBe("The site does not answer. It may be down; try again in a while.");
});

test("a page whose only feed is another page is looked at once, and so is that one", async () => {
  await sheet.leave();
  sheet.server.close();
  const { address, answers } = pagesNamingEachOther();
  sheet = new SheetOfOne(FeedTile, sheet.tile, [], Seeing);
  await sheet.show(answers);
  await edit();
  sheet.shown.write(inDialog("form input") as HTMLInputElement, address);
  sheet.shown.fire(inDialog("form"), new Event("submit", { bubbles: true, cancelable: true }));
  await expect
    .poll(() => inDialog(".said").textContent)
    .toBe("There is no feed at this address, and the page names none.");
  expect(sheet.server.sent("POST /pages")).toHaveLength(2);
});

/** What the address in the window comes to, and the follow that the server then gives. */
function aFeed(given: () => unknown, followedBefore: readonly string[] = []) {
  return {
    "POST /pages": () => ({ page: { id: "p" }, capture: { id: "c", feed: {} } }),
    "GET /follows": () => ({ items: followedBefore.map((id) => follow(id)), next: null }),
    "POST /follows": given,
    "DELETE /follows/new": () => Response.json({}),
  };
}

async function addByAddress(answers: Parameters<SheetOfOne["show"]>[0]): Promise<void> {
  await sheet.leave();
  sheet.server.close();
  sheet = new SheetOfOne(FeedTile, sheet.tile, [], Seeing);
  await sheet.show(answers);
  await edit();
  sheet.shown.write(inDialog("form input") as HTMLInputElement, "elsewhere.example/feed");
  sheet.shown.fire(inDialog("form"), new Event("submit", { bubbles: true, cancelable: true }));
}

test("a feed that the tile has under another address is not in it twice", async () => {
  await addByAddress(aFeed(() => follow("two"), ["two"]));
  await expect.poll(() => inDialog(".said").textContent).toBe("This feed is in the tile already.");
  expect([sheet.server.sent("PATCH /tiles/t"), sheet.server.sent("DELETE /follows/two")]).toEqual([[], []]);
});

test.each([
  ["that is new is followed no longer", [], 1],
  ["that was followed before stays followed", ["new"], 0],
] as const)("where the tile does not take it, a feed %s", async (_, before, takenBack) => {
  await addByAddress({ ...aFeed(() => follow("new"), before), "PATCH /tiles/t": () => refused("busy", 503) });
  await expect.poll(() => toasts().length).toBe(1);
  await expect.poll(() => (inDialog("form .app-input") as HTMLInputElement).value).toBe("elsewhere.example/feed");
  await expect.poll(() => inDialog(".said").textContent).toBe("");
  expect(sheet.server.sent("DELETE /follows/new")).toHaveLength(takenBack);
});

test("items that cannot be read are not waited for in silence", async () => {
  isOut = true;
  await sheet.leave();
  await sheet.show();
  await expect.poll(() => sheet.shown.text()).toContain("The server is busy. Try again in a moment.");
});

test("in the menu each feed leads on to who is told of it, how often it is fetched, and what else is its own", async () => {
  HTMLElement.prototype.showPopover ??= () => undefined;
  const entries = (): readonly HTMLElement[] => [...sheet.shown.root.querySelectorAll<HTMLElement>("[role^=menuitem]")];
  const names = (): readonly string[] => entries().map(({ textContent }) => textContent?.trim() ?? "");
  const choose = async (...labels: readonly string[]): Promise<void> => {
    press("Menu for News");
    for (const label of labels) {
      await tick();
      entries()
        .find(({ textContent }) => textContent?.trim() === label)!
        .click();
    }
    await tick();
  };
  await choose("Settings of a feed", "two");
  expect(names()).toEqual(
    expect.arrayContaining(["How often to check", "Notify me", "History to keep", "Tags", "Pause", "Delete"]),
  );
  // what stands where on a page is no question of a feed
  expect(names()).not.toContain("Wrong block?");
  entries()
    .find(({ textContent }) => textContent?.trim() === "Notify me")!
    .click();
  await tick();
  await choose("Settings of a feed", "one", "Pause");
  await choose("Pause");
  expect(sheet.runs).toEqual(["notify two", "pause one", "pause"]);
});
