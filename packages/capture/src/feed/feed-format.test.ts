import { expect, test } from "vitest";
import { isPage } from "../http/is-html.ts";
import { beginsLikeFeed, feedFormatOf } from "./feed-format.ts";
import { readFeed } from "./feed-page.ts";
import { ATOM, FEED_URL, JSON_FEED, RDF, RSS, RSS_091, UGLY } from "./feeds.fixture.ts";

test("each format is known by how it begins, whatever stands before its first element", () => {
  expect([RSS, ATOM, RDF, RSS_091, JSON_FEED, UGLY].map((text) => feedFormatOf(text))).toEqual([
    "rss",
    "atom",
    "rdf",
    "rss",
    "json",
    "rss",
  ]);
  expect(feedFormatOf(`<?xml version="1.0"?><?xml-stylesheet href="x.xsl"?><!-- by hand --><feed>`)).toBe("atom");
  expect(feedFormatOf(`<!DOCTYPE rss [<!ENTITY nbsp "&#160;">]><rss version="2.0">`)).toBe("rss");
});

test("a root is known under any prefix of its namespace", () => {
  const atom = '="http://www.w3.org/2005/Atom"';
  expect(feedFormatOf(`<a:feed xmlns:a${atom}><a:entry/></a:feed>`)).toBe("atom");
  expect(feedFormatOf(`<atom:feed xmlns:atom${atom}>`)).toBe("atom");
  expect(feedFormatOf('<r:RDF xmlns:r="x" xmlns="http://purl.org/rss/1.0/">')).toBe("rdf");
  expect(feedFormatOf('<x:feed xmlns:x="http://shop.example/">')).toBeNull();
  const read = readFeed(
    `<a:feed xmlns:a${atom}><a:title>Notes</a:title><a:entry><a:title>Roses</a:title></a:entry></a:feed>`,
    FEED_URL,
  );
  expect(read).toMatchObject({ title: "Notes", items: [{ title: "Roses" }] });
});

test("a JSON feed is known by its version wherever that stands, and by its type where it says none", () => {
  const { version, ...rest } = JSON.parse(JSON_FEED);
  const filling = { id: "9", content_text: `a "version": in words\\ {[ ${"x".repeat(20_000)}`, version: "1" };
  const late = JSON.stringify({ ...rest, items: [filling, ...rest.items], version });
  expect(feedFormatOf(late)).toBe("json");
  expect(
    feedFormatOf(late.replace('"https://jsonfeed.org/version/1.1"', '"https:\\/\\/jsonfeed.org\\/version\\/1"')),
  ).toBe("json");
  expect(isPage("application/json", Buffer.from(late))).toBe(true);
  const inside = JSON.stringify({ list: [JSON.parse(JSON_FEED)], title: "version" });
  expect([feedFormatOf(inside), isPage("application/json", Buffer.from(inside))]).toEqual([null, false]);
  const without = JSON.stringify(rest);
  expect([feedFormatOf(without), feedFormatOf(without, "application/feed+json; charset=utf-8")]).toEqual([
    null,
    "json",
  ]);
  expect(isPage("application/feed+json", Buffer.from(without))).toBe(true);
  expect(isPage("application/feed+json", Buffer.from('{"error": "not found"}'))).toBe(false);
});

test("pages, other XML and other JSON are none", () => {
  for (const text of [
    "<!doctype html><html><body><rss>",
    "<html><feed>",
    "<opml version='2.0'>",
    "<sitemapindex>",
    '<rdf:RDF xmlns:rdf="x"><foaf:Person/>',
    '{"version": "1.0", "items": []}',
    '{"title": "x"}',
    "plain words about <rss>",
    "",
  ]) {
    expect(feedFormatOf(text), text).toBeNull();
  }
});

test("the first bytes decide and not the type: a feed as HTML or text is one, a page as XML is none", () => {
  for (const type of ["text/html", "text/plain", "application/xml", "application/octet-stream", undefined]) {
    expect(isPage(type, Buffer.from(RSS)), type).toBe(true);
  }
  expect(isPage("application/xml", Buffer.from("<!doctype html><title>Not found</title>"))).toBe(false);
  expect(isPage("application/rss+xml", Buffer.from("<html><title>Not found</title>"))).toBe(false);
  expect(isPage("image/png", Buffer.from(RSS))).toBe(false);
  expect(isPage("application/json", Buffer.from(JSON_FEED))).toBe(true);
  expect(isPage("application/json", Buffer.from('{"a": 1}'))).toBe(false);
});

test("two bytes a character, with and without a mark", () => {
  expect(beginsLikeFeed(Buffer.from(`\uFEFF${RSS}`, "utf16le"))).toBe(true);
  expect(beginsLikeFeed(Buffer.from(RSS, "utf16le"))).toBe(true);
  expect(beginsLikeFeed(Buffer.from(`\uFEFF${RSS}`, "utf16le").swap16())).toBe(true);
});
