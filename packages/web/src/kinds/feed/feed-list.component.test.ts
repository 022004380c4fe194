import type { FeedItemReply, FollowedFeed } from "@tessera/model/api";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type FakeServer, fakeServer } from "../../mount/fake-server.fixture.ts";
import { type Mounted, mounted } from "../../mount/mounted.fixture.ts";
import FeedList from "./FeedList.svelte";

const HOUR = 3_600_000;
const feed = (followId: string, title: string): FollowedFeed =>
  ({ followId, title, url: "https://a.example/feed", home: null, icon: null }) as unknown as FollowedFeed;
const item = (id: string, more: Partial<FeedItemReply> = {}): FeedItemReply =>
  ({
    ...{ id, followId: "one", title: `Story ${id}`, href: `https://a.example/${id}`, at: Date.now() - HOUR, seenAt: 0 },
    ...{ author: "", summary: "What happened", picture: null, media: [], isRead: true, ...more },
  }) as unknown as FeedItemReply;

let server: FakeServer;
let shown: Mounted;
let marked: [string, boolean][];

function show(items: readonly FeedItemReply[], shows: "titles" | "summaries" = "titles", feeds = [feed("one", "One")]) {
  const onmark = ({ id }: FeedItemReply, isRead: boolean) => void marked.push([id, isRead]);
  shown = mounted(FeedList, { title: "News", feeds, items, shows, onmark });
}

beforeEach(async () => {
  server = await fakeServer({});
  marked = [];
});
afterEach(async () => {
  await shown.close();
  server.close();
});

test("unread items say so in words, and opening one marks it read without telling its page who came", () => {
  show([item("a", { isRead: false }), item("b")]);
  const rows = [...shown.root.querySelectorAll("li")];
  expect(rows.map((row) => row.classList.contains("unread"))).toEqual([true, false]);
  expect(rows[0]?.textContent).toContain("Unread");
  const link = shown.one<HTMLAnchorElement>("li a");
  expect([link.target, link.rel]).toEqual(["_blank", "noopener noreferrer"]);
  link.addEventListener("click", (event) => event.preventDefault());
  link.click();
  expect(marked).toEqual([["a", true]]);
  shown.one<HTMLElement>('button[aria-label="Mark “Story b” as unread"]').click();
  expect(marked).toEqual([
    ["a", true],
    ["b", false],
  ]);
});

test("one stop of the Tab key, arrows from item to item, and the sheet has them beyond the ends", () => {
  show([item("a"), item("b"), item("c", { href: null })]);
  const links = [...shown.root.querySelectorAll<HTMLElement>("[data-item]")];
  expect(links.map((link) => link.tabIndex)).toEqual([0, -1, -1]);
  links[0]?.focus();
  const press = (key: string) => {
    const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(event);
    return event.defaultPrevented;
  };
  expect(press("ArrowUp")).toBe(false);
  expect(press("ArrowDown")).toBe(true);
  expect(document.activeElement).toBe(links[1]);
  press("End");
  expect(document.activeElement).toBe(links[2]);
  expect(press("ArrowDown")).toBe(false);
});

test("hostile words are words, and an address that is none leads nowhere", () => {
  const title = "<img src=x onerror=alert(1)>";
  show([item("a", { title, href: "javascript:alert(1)", summary: "<b>x</b>" })], "summaries");
  expect(shown.root.querySelector("li img, li a[href^=javascript], li b")).toBeNull();
  expect(shown.root.textContent).toContain(title);
});

test("of several feeds each item says whose it is", () => {
  show([item("a"), item("b", { followId: "two" } as never)], "summaries", [feed("one", "One"), feed("two", "Two")]);
  expect([...shown.root.querySelectorAll(".about bdi")].map((name) => name.textContent)).toEqual(["One", "Two"]);
});
