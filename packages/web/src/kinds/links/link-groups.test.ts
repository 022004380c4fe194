import type { LinkGroup } from "@tessera/model";
import { MAX_LINKS } from "@tessera/model/limits";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  countOf,
  linkOf,
  linksFrom,
  linksIn,
  movedLink,
  stepOf,
  stepped,
  withGroups,
  withLinks,
  withoutLink,
} from "./link-groups.ts";

const link = (name: string) => ({ title: name, url: `https://${name}.example/` });
const GROUPS: LinkGroup[] = [
  { heading: null, links: [link("a"), link("b")] },
  { heading: "Second", links: [link("c")] },
];
const names = (groups: readonly LinkGroup[]) => groups.map(({ links }) => links.map(({ title }) => title).join(""));

test("an address becomes a link called by its host; what leads elsewhere becomes none", () => {
  expect(linkOf("www.herald.example/news")).toEqual({
    title: "herald.example",
    url: "https://www.herald.example/news",
  });
  expect(linkOf("https://herald.example", " The \n Herald ")).toEqual({
    title: "The Herald",
    url: "https://herald.example/",
  });
  for (const wrong of ["javascript:alert(1)", "data:text/html,x", "file:///x", "words", "", "ftp://a.example"]) {
    expect(linkOf(wrong)).toBeNull();
  }
});

test("several addresses are pasted at once, with their titles before or behind them", () => {
  const text = "Herald https://herald.example\nhttps://b.example https://c.example\nno address here\nd.example";
  expect(linksIn(text)).toEqual([
    { title: "Herald", url: "https://herald.example/" },
    { title: "b.example", url: "https://b.example/" },
    { title: "c.example", url: "https://c.example/" },
    { title: "d.example", url: "https://d.example/" },
  ]);
});

test("what a browser drags is read from the best of what it gives along", () => {
  const data = (all: Record<string, string>) => ({ getData: (type: string) => all[type] ?? "" });
  expect(linksFrom(data({ "text/x-moz-url": "https://a.example/\nThe A", "text/plain": "x" }))).toEqual([
    { title: "The A", url: "https://a.example/" },
  ]);
  expect(linksFrom(data({ "text/uri-list": "# comment\r\nhttps://b.example/" }))).toEqual([
    { title: "b.example", url: "https://b.example/" },
  ]);
  expect(linksFrom(data({ "text/plain": "javascript:alert(1)" }))).toEqual([]);
});

test("links are added where they are dropped, once each, and as many as there is room for", () => {
  expect(names(withLinks(GROUPS, [link("x"), link("a"), link("x")], { group: 0, at: 1 }))).toEqual(["axb", "c"]);
  expect(names(withLinks(GROUPS, [link("x")]))).toEqual(["ab", "cx"]);
  expect(names(withLinks([], [link("x")]))).toEqual(["x"]);
  const many = Array.from({ length: MAX_LINKS }, (_, at) => link(`l${at}`));
  expect(countOf(withLinks(GROUPS, many))).toBe(MAX_LINKS);
  const imported = withGroups(
    [{ heading: null, links: [] }],
    [
      { heading: "New", links: many },
      { heading: "No", links: [link("x")] },
    ],
  );
  expect(imported.map(({ heading, links }) => [heading, links.length])).toEqual([["New", MAX_LINKS]]);
});

test("a link moves within its group and to others", () => {
  expect(names(movedLink(GROUPS, { group: 0, at: 0 }, { group: 0, at: 2 }))).toEqual(["ba", "c"]);
  expect(names(movedLink(GROUPS, { group: 0, at: 1 }, { group: 0, at: 0 }))).toEqual(["ba", "c"]);
  expect(names(movedLink(GROUPS, { group: 0, at: 0 }, { group: 1, at: 1 }))).toEqual(["b", "ca"]);
  expect(stepOf(GROUPS, { group: 0, at: 1 }, 1)).toEqual({ group: 1, at: 0 });
  expect(stepOf(GROUPS, { group: 1, at: 0 }, -1)).toEqual({ group: 0, at: 2 });
  expect(stepOf(GROUPS, { group: 0, at: 0 }, -1)).toBeNull();
  expect(stepOf(GROUPS, { group: 1, at: 0 }, 1)).toBeNull();
  expect(names(withoutLink(GROUPS, { group: 0, at: 0 }))).toEqual(["b", "c"]);
  const next = stepped(GROUPS, { group: 0, at: 0 }, 1);
  expect([names(next?.groups ?? []), next?.place]).toEqual([["ba", "c"], { group: 0, at: 1 }]);
  expect(stepped(GROUPS, { group: 1, at: 0 }, 1)).toBeNull();
});

test("however a link is moved, none is lost and none is there twice", () => {
  const place = fc.record({ group: fc.nat(2), at: fc.nat(4) });
  fc.assert(
    fc.property(place, place, (from, to) => {
      expect(
        names(movedLink(GROUPS, from, to))
          .join("")
          .split("")
          .sort()
          .join(""),
      ).toBe("abc");
    }),
  );
});
