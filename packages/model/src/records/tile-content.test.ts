import fc from "fast-check";
import { expect, test } from "vitest";
import { contentWith, followsOf, isOwn, isWhole, TileContent } from "./tile-content.ts";
import { MAX_LINKS, MAX_NOTE } from "./tile-limits.ts";

const IDS = ["01890000-0000-7000-8000-000000000001", "01890000-0000-7000-8000-000000000002"];
const link = { title: "Herald", url: "https://herald.example" };
const engine = { name: "One", template: "https://one.example/?q=%s" };

const READ: readonly (readonly [object, object])[] = [
  [{ kind: "follow" }, { kind: "follow" }],
  [
    { kind: "feed", followIds: IDS },
    { title: null, shows: "titles", limit: 20 },
  ],
  [
    { kind: "note", title: " To do ", text: "" },
    { title: "To do", text: "" },
  ],
  [
    { kind: "links", title: "Links", groups: [{ links: [link] }] },
    { groups: [{ heading: null, links: [{ title: "Herald", url: "https://herald.example/" }] }] },
  ],
  [
    { kind: "search", engines: [engine] },
    { title: null, engines: [{ ...engine, prefix: null }], opens: "here" },
  ],
  [
    { kind: "heading", title: " News " },
    { title: "News", isClosed: false },
  ],
];

test.each(READ)("%j is read", (given, read) => {
  expect(TileContent.parse(given)).toMatchObject(read);
});

const links = (...all: readonly object[]) => ({ kind: "links", title: "Links", groups: [{ links: all }] });
const search = (template: string, more = {}) => ({ kind: "search", engines: [{ ...engine, template, ...more }] });

const REFUSED: readonly object[] = [
  { kind: "note", title: "", text: "" },
  { kind: "note", title: "Long", text: "x".repeat(MAX_NOTE + 1) },
  { kind: "feed", followIds: [] },
  { kind: "feed", followIds: [IDS[0], IDS[0]] },
  { kind: "joined", followIds: [IDS[0], IDS[0]] },
  { kind: "joined", followIds: [IDS[0]] },
  ...["javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "herald", ` java\nscript:x`].map((url) =>
    links({ title: "x", url }),
  ),
  links({ ...link, icon: "https://else.example/i.png" }),
  { kind: "links", title: "Links", groups: [0, 1].map(() => ({ links: Array(MAX_LINKS / 2 + 1).fill(link) })) },
  search("https://one.example/"),
  search("javascript:alert('%s')"),
  search("%s"),
  search("https://one.example/?q=%s", { prefix: "a b" }),
  { kind: "search", engines: [] },
  { kind: "widget" },
];

test.each(REFUSED)("%j is refused", (given) => {
  expect(TileContent.safeParse(given).success).toBe(false);
});

test("a tile of follows is known by the first of them, one of what a person wrote by none", () => {
  const feed = TileContent.parse({ kind: "feed", followIds: IDS });
  const note = TileContent.parse({ kind: "note", title: "To do", text: "" });
  const id = followsOf({ followId: null, content: feed })[0]!;
  expect(followsOf({ followId: id, content: { kind: "follow" } })).toEqual([id]);
  expect(isWhole({ followId: id, content: feed })).toBe(true);
  expect(isWhole({ followId: id, content: { kind: "follow" } })).toBe(true);
  expect(isWhole({ followId: null, content: note })).toBe(true);
  for (const wrong of [
    { followId: null, content: feed },
    { followId: null, content: { kind: "follow" as const } },
    { followId: id, content: note },
    { followId: id, content: { kind: "joined" as const, followIds: [id, id] } },
  ]) {
    expect(isWhole(wrong)).toBe(false);
  }
  expect(contentWith(note, [])).toBe(note);
  expect(contentWith(feed, [id])).toEqual({ ...feed, followIds: [id] });
});

test("whatever an address says, what is stored leads to the web", () => {
  fc.assert(
    fc.property(fc.oneof(fc.webUrl(), fc.string(), fc.string({ unit: "binary" })), (url) => {
      const read = TileContent.safeParse(links({ title: "x", url }));
      if (!read.success || read.data.kind !== "links") return;
      expect(isOwn(read.data)).toBe(true);
      expect(read.data.groups[0]?.links[0]?.url).toMatch(/^https?:\/\//);
    }),
  );
});
