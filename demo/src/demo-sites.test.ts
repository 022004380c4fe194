import { parseHtml, textOf } from "@tessera/engine";
import fc from "fast-check";
import { expect, test } from "vitest";
import { DEMO_SITES } from "./demo-sites.ts";

const site = fc.constantFrom(...DEMO_SITES);
const moment = fc.record({ tick: fc.nat(5_000), design: fc.nat(50) });

test("a page is a pure function of its site and moment", () => {
  fc.assert(
    fc.property(site, moment, (given, when) => {
      expect(given.answer("/", when)).toEqual(given.answer("/", { ...when }));
    }),
  );
});

test("every picture and style sheet that a page names is there at the same moment", () => {
  fc.assert(
    fc.property(site, moment, (given, when) => {
      const page = given.answer("/", when)?.body ?? "";
      const named = [...page.matchAll(/(?:src|href)="(\/(?:pictures\/|style-)[^"]+)"/g)].map(([, path]) => path ?? "");
      expect(named.length).toBeGreaterThan(1);
      for (const path of named) expect(given.answer(path, when), path).not.toBeNull();
    }),
  );
});

/** The headings by which a person knows the blocks; all designs have them. */
const HEADINGS: Readonly<Record<string, readonly string[]>> = {
  news: ["Latest news", "Markets", "Most read"],
  shop: ["Heron reading lamp", "Goes well with it", "What buyers say", "including tax"],
  scores: ["Live scores", "League table", "Weather at the ground", "Match report"],
  notices: ["Public notices", "River level", "Opening hours", "This week"],
};

test("all designs of a site say the same, and none of them looks like another", () => {
  for (const given of DEMO_SITES) {
    const pages = Array.from({ length: given.designs }, (_, design) => given.answer("/", { tick: 5, design })?.body);
    expect(new Set(pages).size).toBe(given.designs);
    expect(given.designs).toBeGreaterThanOrEqual(2);
    for (const page of pages) {
      const text = textOf(parseHtml(page ?? ""), 0);
      for (const heading of HEADINGS[given.name] ?? []) expect(text).toContain(heading);
    }
  }
});

test("a few ticks change every site, and blocks come and go", () => {
  for (const given of DEMO_SITES) {
    const pages = Array.from({ length: 40 }, (_, tick) => given.answer("/", { tick, design: 0 })?.body ?? "");
    expect(new Set(pages).size).toBeGreaterThan(10);
  }
  const offers = Array.from({ length: 40 }, (_, tick) =>
    DEMO_SITES[1]?.answer("/", { tick, design: 0 })?.body.includes("Offer of the day"),
  );
  expect(offers).toContain(true);
  expect(offers).toContain(false);
});

test("there is nothing at other paths", () => {
  fc.assert(
    fc.property(site, fc.string(), moment, (given, words, when) => {
      const path = `/${words}`;
      if (!/^\/($|pictures\/|style-|feed\.xml)/.test(path)) expect(given.answer(path, when)).toBeNull();
    }),
  );
});

test("the feed of the news has its leading stories, the latest first, and every ten ticks one more", () => {
  const [news] = DEMO_SITES;
  const guids = (tick: number): readonly string[] => {
    const { body = "", contentType = "" } = news?.answer("/feed.xml", { tick, design: 0 }) ?? {};
    expect(contentType).toMatch(/^application\/rss\+xml/);
    return [...body.matchAll(/<guid[^>]*>([^<]+)/g)].map(([, guid]) => guid ?? "");
  };
  expect(guids(3)).toEqual(guids(9));
  expect(guids(10).slice(1)).toEqual(guids(9).slice(0, -1));
  expect(new Set([...guids(9), ...guids(10)]).size).toBe(guids(9).length + 1);
});
