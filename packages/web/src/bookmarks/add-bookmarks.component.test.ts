import type { FollowId, LinkGroup } from "@tessera/model";
import { afterEach, expect, test, vi } from "vitest";
import { ApiError } from "../api/api-error.ts";
import { setLanguage } from "../i18n/words.svelte.ts";
import { type FakeServer, fakeServer, refused } from "../mount/fake-server.fixture.ts";
import { type Mounted, mounted } from "../mount/mounted.fixture.ts";
import AddBookmarks from "./AddBookmarks.svelte";
import type { FeedTaking } from "./feed-taking.ts";
import { leavePicking, nextToPick, pickQueue } from "./pick-queue.svelte.ts";

let server: FakeServer;
let shown: Mounted;
afterEach(async () => {
  await shown.close();
  server.close();
  leavePicking();
  await setLanguage("en");
});

const link = (title: string) => ({ title, url: `https://${title.toLowerCase()}.example/` });
const READ = {
  folders: [
    { path: ["Bar"], links: [link("One")], isFeeds: false },
    { path: ["Bar", "News"], links: [link("Herald"), link("Town")], isFeeds: false },
    { path: [], links: [link("Top")], isFeeds: false },
  ],
  leftOut: 2,
};
const FILE = new File(["<!DOCTYPE NETSCAPE-Bookmark-file-1>"], "bookmarks.html");

interface Given {
  readonly onadd?: (groups: LinkGroup[]) => void;
  readonly onclose?: () => void;
  readonly room?: number;
  readonly feeds?: FeedTaking;
}

async function open(given: Given = {}, answer: () => unknown = () => READ): Promise<void> {
  server = await fakeServer({ "POST /bookmarks": answer });
  shown = mounted(AddBookmarks, { room: 500, sheetId: "s", onadd: () => {}, onclose: () => {}, ...given });
  const field = shown.one<HTMLInputElement>("input[type=file]");
  Object.defineProperty(field, "files", { value: [FILE], configurable: true });
  shown.fire(field, new Event("change", { bubbles: true }));
  await expect.poll(() => shown.one(".tree, .app-wrong")).toBeTruthy();
}

const click = (element: Element) => shown.fire(element, new MouseEvent("click", { bubbles: true, cancelable: true }));
const tick = (name: string) => {
  const labels = [...shown.root.querySelectorAll("label.app-check")];
  const box = labels.find((each) => each.textContent?.includes(name))?.querySelector("input");
  if (!box) throw new Error(`no tick for ${name}`);
  return box;
};

test("a folder is opened, chosen in part and as a whole, and what is chosen becomes groups of links", async () => {
  const [onadd, onclose] = [vi.fn(), vi.fn()];
  await open({ onadd, onclose });
  expect(shown.text()).toContain("2 bookmarks lead to no page");
  // the only folder is open at once, the one in it is not
  click(shown.button("Folder News"));
  expect(shown.button("Folder News").getAttribute("aria-expanded")).toBe("true");
  click(tick("Town"));
  expect([tick("Bar").indeterminate, tick("News").indeterminate, tick("Town").checked]).toEqual([true, true, true]);
  click(tick("News"));
  click(tick("Top"));
  click(shown.button("Add 3 links"));
  expect(onadd).toHaveBeenCalledWith([
    { heading: "News", links: [link("Herald"), link("Town")] },
    { heading: "Bookmarks", links: [link("Top")] },
  ]);
  expect(onclose).toHaveBeenCalled();
});

test("the filter shows what matches, and all of that can be chosen at once", async () => {
  await open();
  shown.write(shown.one<HTMLInputElement>("input[type=search]"), "to");
  expect([...shown.root.querySelectorAll(".tree .title")].map(({ textContent }) => textContent)).toEqual([
    "Top",
    "Town",
  ]);
  click(shown.button("Choose all that match"));
  expect(shown.text()).toContain("2 of 4 chosen");
  shown.write(shown.one<HTMLInputElement>("input[type=search]"), "nothing like it");
  expect(shown.text()).toContain("No bookmark matches.");
});

test("a file with ten thousand links is a hundred lines until more are wanted", async () => {
  const links = Array.from({ length: 10_000 }, (_, at) => link(`L${at}`));
  await open({ room: 500 }, () => ({ folders: [{ path: [], links, isFeeds: false }], leftOut: 0 }));
  const lines = () => shown.root.querySelectorAll(".tree .title").length;
  expect(lines()).toBe(100);
  click(shown.button("Show 100 more"));
  expect(lines()).toBe(200);
  click(shown.button("Choose all"));
  expect(shown.text()).toContain("There is room for 500 more links");
  expect(shown.button("Add 500 links").disabled).toBe(false);
});

test("a file that is none is refused, and the next one is read", async () => {
  await open({}, () => refused("import-refused", 422));
  expect(shown.one(".app-wrong").textContent).toContain("The file could not be read.");
});

test("pages are opened in the picker one after the other, for this sheet", async () => {
  const onclose = vi.fn();
  await open({ onclose });
  click(tick("Bar"));
  click(shown.button("Pick blocks from these pages"));
  expect(onclose).toHaveBeenCalled();
  expect(location.pathname + location.search).toBe("/pick?url=https%3A%2F%2Fone.example%2F&sheet=s");
  expect(pickQueue()).toMatchObject({ at: 0, links: [{ title: "One" }, { title: "Herald" }, { title: "Town" }] });
  expect([nextToPick()?.title, nextToPick()?.title, nextToPick()]).toEqual(["Herald", "Town", null]);
  expect([pickQueue(), location.pathname]).toEqual([null, "/sheets/s"]);
});

test("those that have a feed are followed in one tile, and of the others it is said why", async () => {
  const [show, onadd] = [vi.fn(async () => true), vi.fn()];
  const follow = async (url: string): Promise<FollowId | null> => {
    if (url.includes("town")) throw new ApiError({ code: "offline" });
    return url.includes("herald") ? ("f" as FollowId) : null;
  };
  await open({ feeds: { follow, show }, onadd });
  click(shown.button("Choose all"));
  click(shown.button("Follow as feeds"));
  await expect.poll(() => shown.text()).toContain("1 feed is followed and on this sheet.");
  expect(show).toHaveBeenCalledWith(["f"]);
  expect([...shown.root.querySelectorAll("li b")].map(({ textContent }) => textContent)).toEqual([
    "One",
    "Town",
    "Top",
  ]);
  click(shown.button("Add the other 3 as links"));
  expect(onadd).toHaveBeenCalledWith([{ heading: null, links: [link("One"), link("Town"), link("Top")] }]);
});

const tooMany = () => new ApiError({ code: "too-many", retryAfter: "1" });

test("where more pages are opened than one may in a minute it waits as long as it is told, says so and goes on", async () => {
  let refusals = 2;
  const asked: string[] = [];
  const follow: FeedTaking["follow"] = (url, patiently) =>
    patiently(async () => {
      asked.push(url);
      if (url.includes("herald") && refusals-- > 0) throw tooMany();
      return "f" as FollowId;
    });
  await open({ feeds: { follow, show: async () => true } });
  click(shown.button("Choose all"));
  click(shown.button("Follow as feeds"));
  await expect.poll(() => shown.text()).toContain("it goes on by itself in 1 second.");
  await expect.poll(() => shown.text(), { timeout: 10_000 }).toContain("4 feeds are followed and on this sheet.");
  expect(asked.map((url) => new URL(url).hostname.split(".")[0])).toEqual([
    ...["one", "herald", "herald", "herald", "town", "top"],
  ]);
  expect(shown.root.querySelectorAll("li b")).toHaveLength(0);
});

test("whoever stops while it waits keeps what is followed, and nothing is told to have failed", async () => {
  const show = vi.fn(async () => true);
  const follow: FeedTaking["follow"] = (url, patiently) =>
    patiently(async () => {
      if (url.includes("herald")) throw new ApiError({ code: "too-many", retryAfter: "900" });
      return "f" as FollowId;
    });
  await open({ feeds: { follow, show } });
  click(shown.button("Choose all"));
  click(shown.button("Follow as feeds"));
  await expect.poll(() => shown.text()).toContain("it goes on by itself in 900 seconds.");
  click(shown.button("Stop"));
  await expect.poll(() => shown.text()).toContain("1 feed is followed and on this sheet.");
  expect(show).toHaveBeenCalledWith(["f"]);
  expect(shown.root.querySelectorAll("li b")).toHaveLength(0);
});

test("an address that was chosen twice is asked once", async () => {
  const follow = vi.fn<FeedTaking["follow"]>(async () => null);
  const twice = [link("Herald"), { ...link("Herald"), title: "Herald again" }, link("Town")];
  await open({ feeds: { follow, show: async () => true } }, () => ({
    folders: [{ path: [], links: twice, isFeeds: false }],
    leftOut: 0,
  }));
  click(shown.button("Choose all"));
  click(shown.button("Follow as feeds"));
  await expect.poll(() => shown.button("Add the other 2 as links")).toBeTruthy();
  expect(follow.mock.calls.map(([url]) => url)).toEqual(["https://herald.example/", "https://town.example/"]);
  expect(shown.root.querySelectorAll("li b")).toHaveLength(2);
});

test("where the tile of the feeds is refused nobody says that it is on the sheet", async () => {
  await open({ feeds: { follow: async () => "f" as FollowId, show: async () => false } });
  click(tick("Top"));
  click(shown.button("Follow as feeds"));
  await expect.poll(() => shown.text()).toContain("1 feed is followed, but its tile could not be put");
  expect(shown.text()).not.toContain("and on this sheet");
});

test("where no feed tile can be made none is offered, and the words are those of the person", async () => {
  await open();
  await setLanguage("ar");
  const names = [...shown.root.querySelectorAll("footer button")].map(({ textContent }) => textContent?.trim());
  expect(names).toEqual(["إلغاء", "اختيار قطع من هذه الصفحات", "لا روابط لإضافتها"]);
});
