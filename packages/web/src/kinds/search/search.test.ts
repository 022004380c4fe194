import fc from "fast-check";
import { expect, test } from "vitest";
import { follow, tile } from "../../tile/tiles.fixture.ts";
import { addressFor, firstEngines, PRESETS, wantedBy } from "./engines.ts";
import { hitsIn } from "./own-hits.ts";

const [duck, wiki] = firstEngines("de");

test("a new box asks two engines, and Wikipedia in the person's language", () => {
  expect([duck?.name, wiki?.template]).toEqual(["DuckDuckGo", "https://de.wikipedia.org/w/index.php?search=%s"]);
  expect(firstEngines("../x")[1]?.template).toContain("//en.wikipedia.org");
});

test("a prefix with words after it chooses its engine, and is not among the words", () => {
  const engines = [duck!, wiki!];
  expect(wantedBy("!w red  kites", engines)).toEqual({ engines: [wiki, duck], words: "red  kites", isOwn: false });
  expect(wantedBy("!W kites", engines).engines[0]).toBe(wiki);
  expect(wantedBy("!w", engines)).toEqual({ engines, words: "!w", isOwn: false });
  expect(wantedBy("  x kites ", engines)).toEqual({ engines, words: "x kites", isOwn: false });
  expect(wantedBy(" ?  kites", engines)).toEqual({ engines: [], words: "kites", isOwn: true });
});

test("no word is taken for a prefix, but by an engine whose owner chose one", () => {
  const engines = [...PRESETS];
  for (const { prefix, name } of engines) {
    const words = `${prefix?.replace("!", "").toUpperCase()} day ${name}`;
    expect(wantedBy(words, engines)).toEqual({ engines, words, isOwn: false });
  }
  const own = { name: "Days", template: "https://d.example/?q=%s", prefix: "d" };
  expect(wantedBy("d day", [...engines, own]).engines[0]).toBe(own);
});

test("whatever is typed stays within its place in the address", () => {
  expect(addressFor({ name: "x", template: "https://a.example/{query}?q=%s", prefix: null }, "a&b=c #d/$&")).toBe(
    "https://a.example/a%26b%3Dc%20%23d%2F%24%26?q=a%26b%3Dc%20%23d%2F%24%26",
  );
  expect(addressFor({ name: "x", template: "javascript:alert('%s')", prefix: null }, "x")).toBeNull();
  fc.assert(
    fc.property(
      fc.constantFrom(...PRESETS),
      fc.oneof(fc.string(), fc.constantFrom("\ud800", "%s", "{query}", "#?&=+")),
      (engine, words) => {
        const url = new URL(addressFor(engine, words) ?? "");
        expect(url.origin).toBe(new URL(engine.template.replace("%s", "")).origin);
        expect([...url.searchParams].length).toBe(1);
        expect(url.hash).toBe("");
      },
    ),
  );
});

test("one's own tiles are found by all the words, whatever the case and accents, titles first", () => {
  const prices = tile("t1", follow("a", { title: "Café prices", value: "3 €" }));
  const news = tile("t2", follow("b", { title: "News", value: "The cafe on the corner closes" }));
  const bare = { followId: null, follow: null, follows: [] };
  const links = {
    ...tile("t3", follow("c")),
    ...bare,
    content: {
      kind: "links" as const,
      title: "Links",
      groups: [{ heading: null, links: [{ title: "Corner café", url: "https://cafe.example/" }] }],
      opens: "here" as const,
    },
  };
  const note = { ...tile("t4", follow("d")), ...bare, content: { kind: "note" as const, title: "N", text: "cafe 12" } };
  const all = [news, prices, links, note];
  expect(hitsIn(all, "CAFE").map(({ title }) => title)).toEqual(["Café prices", "Corner café", "News", "N"]);
  expect(hitsIn(all, "corner cafe").map(({ title }) => title)).toEqual(["Corner café", "News"]);
  expect(hitsIn(all, "corner cafe")[0]?.to).toEqual({ kind: "href", href: "https://cafe.example/" });
  expect(hitsIn(all, "  ")).toEqual([]);
  // as the server compares words
  const street = tile("t5", follow("e", { title: "Straße", value: "दिल्ली" }));
  expect(hitsIn([street], "strasse").map(({ title }) => title)).toEqual(["Straße"]);
  expect(hitsIn([street], "दल")).toEqual([]);
});
