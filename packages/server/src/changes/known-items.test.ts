import type { Content, ContentItem } from "@tessera/model";
import { expect, test } from "vitest";
import { withKnownKeys } from "./known-items.ts";
import type { Reading } from "./read-content.ts";

const item = (key: string, title: string, text = title): ContentItem => ({
  ...{ key, title, text },
  href: `https://a.example/${title}`,
});
const feed = (...items: ContentItem[]): Content => ({
  ...{ items, html: "", isFeed: true, pictures: [] },
  text: items.map(({ text }) => text).join("\n"),
});

function keysOf(before: Content, now: Content): readonly (string | undefined)[] {
  const rest = { numbers: [], meaning: "", excerpt: "", laidOut: null, itemCount: 0 };
  const visible = { letters: 0, pictures: 0, controls: 0, drawings: 0, painted: 0 };
  const reading: Reading = { ...rest, visible, content: now, steady: now };
  const { content, steady } = withKnownKeys(reading, before);
  expect(steady).toBe(content);
  return content.items?.map(({ key }) => key) ?? [];
}

test("what reads as it did is known by the key that it had, and so is what was edited beside it", () => {
  const before = feed(item("1", "A"), item("2", "B"), item("3", "C", "C · 3 comments"));
  expect(
    keysOf(before, feed(item("x", "New"), item("y", "A"), item("z", "B"), item("w", "C", "C · 4 comments"))),
  ).toEqual(["x", "1", "2", "3"]);
});

test("a feed that keeps one of its keys means those that it gives", () => {
  const before = feed(item("1", "A"), item("2", "B"), item("3", "C"));
  expect(keysOf(before, feed(item("x", "A"), item("y", "B"), item("3", "C")))).toEqual(["x", "y", "3"]);
});

test("what reads alike more than once, or alone, is no proof: the next of its kind is news", () => {
  const alarms = (...keys: string[]) => feed(...keys.map((key) => item(key, "Alarm")));
  expect(keysOf(alarms("1", "2", "3"), alarms("x", "y", "z"))).toEqual(["x", "y", "z"]);
  expect(keysOf(alarms("1"), alarms("x"))).toEqual(["x"]);
});

test("a list that is no feed is known by what it says of itself", () => {
  const list = (...items: ContentItem[]) => ({ ...feed(...items), isFeed: false });
  expect(keysOf(list(item("1", "A"), item("2", "B")), list(item("x", "A"), item("y", "B")))).toEqual(["x", "y"]);
});
