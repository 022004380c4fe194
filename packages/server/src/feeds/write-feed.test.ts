import fc from "fast-check";
import { parseAtomFeed, parseJsonFeed, parseRssFeed } from "feedsmith";
import { expect, test } from "vitest";
import { type Feed, writeFeed } from "./write-feed.ts";

const feed = (title: string, html: string): Feed => ({
  id: "019a0000-0000-7000-8000-000000000001",
  title: "News",
  about: "News of the day",
  home: "https://example.org/?a=1&b=2",
  self: "https://tessera.example/feeds/key.rss",
  entries: [{ id: "1", title, link: "https://example.org/1?a=1&b=2", html, at: 1_800_000_000_000 }],
});

test("all three formats carry the same entry", () => {
  const source = feed("Rain & <b>sun</b>", "<p>text</p>");
  const rss = parseRssFeed(writeFeed(source, "rss").body);
  const atom = parseAtomFeed(writeFeed(source, "atom").body);
  const json = parseJsonFeed(writeFeed(source, "json").body);
  expect(rss.items?.[0]).toMatchObject({
    title: "Rain & ‹b›sun‹/b›",
    link: "https://example.org/1?a=1&b=2",
    description: "<p>text</p>",
  });
  expect(atom.entries?.[0]).toMatchObject({ title: { value: "Rain & <b>sun</b>" }, content: { value: "<p>text</p>" } });
  expect(json.items?.[0]).toMatchObject({ id: "1", title: "Rain & <b>sun</b>", content_html: "<p>text</p>" });
});

test("no text can break out of the XML", () => {
  const unit = fc.constantFrom("]]>", "<", "&", "\u0000", "\ud800", "a", "</title>", "<!--", "\ufffe", '"', "\u001b");
  fc.assert(
    fc.property(fc.array(unit), (parts) => {
      const { body } = writeFeed(feed(`x${parts.join("")}`, parts.join("")), "rss");
      // biome-ignore lint/suspicious/noControlCharactersInRegex: the ones that XML forbids
      expect(body).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/);
      expect(body.isWellFormed()).toBe(true);
      const parsed = parseRssFeed(body);
      expect(parsed.items).toHaveLength(1);
      expect(parsed.items?.[0]?.link).toBe("https://example.org/1?a=1&b=2");
    }),
  );
});

test("titles in RSS are text for readers that take them for HTML, too", () => {
  const { body } = writeFeed(feed("<img src=x onerror=alert(1)>", ""), "rss");
  expect(parseRssFeed(body).items?.[0]?.title).toBe("‹img src=x onerror=alert(1)›");
  const named = { ...feed("", ""), title: "<script>alert(1)</script>", about: "About <script>" };
  expect(parseRssFeed(writeFeed(named, "rss").body)).toMatchObject({
    title: "‹script›alert(1)‹/script›",
    description: "About ‹script›",
  });
});

test("an empty feed is a feed", () => {
  for (const format of ["rss", "atom", "json"] as const) {
    expect(writeFeed({ ...feed("", ""), entries: [] }, format).body).toContain("News");
  }
});
