import { attributeOf, isFeed, isText, nodeAt, parseHtml, readBlock, tagOf } from "@tessera/engine";
import { FEED_PATH } from "@tessera/model";
import { ATTACKS } from "@tessera/page/attack-corpus";
import fc from "fast-check";
import { expect, test } from "vitest";
import { decodePage } from "../reading/decode-page.ts";
import { readPage } from "../reading/page-reader.ts";
import { FEED_LIMITS } from "./feed.ts";
import { feedPage, readFeed } from "./feed-page.ts";
import { ATOM, FEED_URL, JSON_FEED, RDF, RSS, RSS_091, UGLY } from "./feeds.fixture.ts";

const parsed = (text: string) => readFeed(text, FEED_URL)!;

test("RSS 2.0 says what it should", () => {
  expect(parsed(RSS)).toEqual({
    format: "rss",
    title: "The Herald",
    about: "News of the town",
    home: "https://herald.example/",
    icon: "https://herald.example/logo.png",
    language: "en-GB",
    minIntervalMs: 3_600_000,
    items: [
      {
        id: "herald-1",
        title: "Bridge opens",
        link: "https://herald.example/1",
        at: Date.UTC(2026, 10, 18, 8, 30),
        author: "Ada",
        summary: "The bridge is open.",
        picture: "https://herald.example/small.jpg",
        media: [],
      },
      {
        id: "https://herald.example/2",
        title: "Rain & wind",
        link: "https://herald.example/2",
        at: Date.UTC(2026, 10, 17, 8),
        author: "Bob",
        summary: "It rains.",
        picture: null,
        media: [{ url: "https://herald.example/rain.mp3", type: "audio/mpeg" }],
      },
    ],
  });
});

test("Atom: bases within bases, XHTML, and a text that only looks like markup", () => {
  const { items, ...feed } = parsed(ATOM);
  expect(feed).toMatchObject({
    format: "atom",
    title: "Notes & more",
    home: "https://blog.example/",
    icon: "https://blog.example/favicon.svg",
    language: "de",
  });
  expect(items).toMatchObject([
    {
      id: "tag:blog.example,2026:1",
      link: "https://blog.example/posts/roses.html",
      at: Date.UTC(2026, 10, 17, 11),
      author: "Grete",
      summary: "Cut them now.\nOr later.",
      picture: "https://blog.example/rose.png",
    },
    { title: "1 < 2", link: "https://blog.example/posts/2025/tulips", at: Date.UTC(2025, 2, 1), summary: "Plant them" },
  ]);
});

test("RSS 1.0 is RDF, and asks for an interval in its own way", () => {
  expect(parsed(RDF)).toMatchObject({
    format: "rdf",
    minIntervalMs: 1_800_000,
    items: [{ id: "https://old.example/a", title: "Aé", author: "Zoë", at: Date.UTC(2026, 10, 1, 9) }],
  });
});

test("RSS 0.91 has a document type, relative links and bare ampersands", () => {
  expect(parsed(RSS_091).items.map(({ link, id }) => [link, id])).toEqual([
    ["http://ancient.example/one", "http://ancient.example/one"],
    ["http://ancient.example/two?a=1&b=2", "http://ancient.example/two?a=1&b=2"],
  ]);
});

test("JSON Feed: numbers for ids, items without a title, plain text as it is", () => {
  expect(parsed(JSON_FEED)).toMatchObject({
    title: "Micro",
    icon: "https://micro.example/f.ico",
    items: [
      {
        id: "7",
        title: "No title here, only words",
        summary: "No title here, only words\nand more",
        author: "Lin",
        picture: "https://micro.example/7.webp",
        at: Date.UTC(2026, 10, 18, 6, 2, 3),
      },
      { id: "8", title: "A < B", link: "https://else.example/8", summary: "1 < 2\nnext" },
    ],
  });
});

test("ugly feeds are read as far as they make sense", () => {
  const { title, items } = parsed(UGLY);
  expect(title).toBe("Ugly feed ©");
  expect(items).toMatchObject([
    { title: "Forgot to close", link: "https://ugly.example/1", at: Date.UTC(2026, 10, 18, 7, 15) },
    {
      id: "a",
      title: "Tom & Jerry <3",
      link: "https://ugly.example/blog/relative/2",
      at: null,
      summary: "Twice escaped",
    },
    { title: "Only bare markup", summary: "Only bare markup\n& an ampersand", at: Date.UTC(2026, 10, 17, 8, 5) },
    { id: "No link, no id\n", title: "No link, no id", link: null },
    { id: "a", title: "Same guid" },
  ]);
});

test.each([
  ["with a mark", "utf-8", Buffer.from(`\uFEFF${RSS_091.replace("One", "Grüße")}`)],
  [
    "by its declaration",
    "iso-8859-1",
    Buffer.from(`<?xml version="1.0" encoding="ISO-8859-1"?>${RSS_091.replace("One", "Grüße")}`, "latin1"),
  ],
  ["in two bytes a character", "utf-16le", Buffer.from(`\uFEFF${RSS_091.replace("One", "Grüße")}`, "utf16le")],
  ["by nothing but its bytes", "utf-8", Buffer.from(RSS_091.replace("One", "Grüße"))],
])("a feed %s is read in its encoding", (_, __, body) => {
  const read = readPage({ body, contentType: "application/rss+xml", url: FEED_URL });
  expect(read.feed?.format).toBe("rss");
  expect(read.text).toContain("Grüße");
});

test("the header of the answer goes before the declaration of the document", () => {
  const body = Buffer.from(`<?xml version="1.0" encoding="iso-8859-1"?>${RSS_091.replace("One", "Grüße")}`);
  expect(decodePage(body, "text/xml; charset=utf-8").text).toContain("Grüße");
});

test("the page of a feed is a list that every reader of lists reads: by id, with titles and links", () => {
  const { html } = feedPage(RSS, FEED_URL) as { html: string };
  const tree = parseHtml(html);
  const node = nodeAt(tree, FEED_PATH)!;
  expect(isFeed(tree, node)).toBe(true);
  const { items, text } = readBlock(tree, [node]);
  expect(items?.map(({ key, title, href }) => [key, title, href])).toEqual([
    ["herald-1", "Bridge opens", "https://herald.example/1"],
    ["https://herald.example/2", "Rain & wind", "https://herald.example/2"],
  ]);
  // without an item the text is that of the others: what has left a feed can be taken out of it
  expect(text).toBe(items?.map((item) => item.text).join("\n"));
});

test("a feed without items is a feed", () => {
  const read = feedPage("<rss><channel><title>Empty</title></channel></rss>", FEED_URL);
  expect(read?.kind).toBe("feed");
});

test("what begins like a feed and is none says so", () => {
  expect(feedPage("<rss>", FEED_URL)).toMatchObject({ kind: "feed" });
  expect(feedPage('{"version": "https://jsonfeed.org/version/1", "items": [', FEED_URL)).toMatchObject({
    kind: "damaged",
  });
});

test.each([
  ["Why Vec<T> is fast", "Why Vec<T> is fast"],
  ["Map<String, List<Integer>> & friends", "Map<String, List<Integer>> & friends"],
  ["Using <script> tags and <div>s", "Using <script> tags and <div>s"],
  ["<b>Bold</b> & <em>cut", "Bold & cut"],
  ["<h2>News<br>today</h2> <img src='x' alt=''>", "News today"],
  ["<style>b{}</style>Plain", "Plain"],
  ["1 < 2 <3", "1 < 2 <3"],
])("the title %s is read as it was meant", (written, title) => {
  for (const inXml of [escaped(written), `<![CDATA[${written}]]>`]) {
    const xml = `<rss><channel><item><title>${inXml}</title><link>https://a.example/1</link></item></channel></rss>`;
    expect(parsed(xml).items[0]?.title).toBe(title);
  }
});

// What somebody could do on purpose.

test("nothing is expanded: no entity of a document type, neither from a file nor a thousand million times", () => {
  const bomb = `<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">
    <!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;"><!ENTITY file SYSTEM "file:///etc/passwd">]>
    <rss><channel><title>Bomb</title><item><title>&c; &file;</title><link>https://a.example/</link></item></channel></rss>`;
  const [item] = parsed(bomb).items;
  expect(item?.title).toBe("&c; &file;");
});

const HOSTILE = [
  '<img src=x onerror="alert(1)">',
  "<script>alert(1)</script>",
  '"><svg onload=alert(1)>',
  "<a href='javascript:alert(1)'>x</a>",
  "]]><script>alert(1)</script>",
  "</article></div></body><script>alert(1)</script>",
  "<iframe srcdoc='<script>alert(1)</script>'></iframe>",
];

test.each(HOSTILE)("hostile markup is text or nothing, wherever it stands: %s", (attack) => {
  for (const written of [attack, escaped(attack), escaped(escaped(attack)), `<![CDATA[${attack}]]>`]) {
    const field = (name: string) => `<${name}>${written}</${name}>`;
    const xml = `<rss><channel>${field("title")}${field("description")}<item>${field("title")}${field("description")}
      ${field("author")}${field("guid")}${field("link")}<enclosure url="javascript:alert(1)" type="${escaped(attack)}"/></item></channel></rss>`;
    const page = feedPage(xml, FEED_URL);
    if (page?.kind !== "feed") continue;
    const tree = parseHtml(page.html);
    const tags = new Set(tree.tagNames);
    for (const tag of ["script", "svg", "iframe", "a"])
      expect(tags.has(tag) && tag !== "a", `${tag} in ${page.html}`).toBe(false);
    expect(page.html).not.toMatch(/(?:href|src)="\s*(?:javascript|data):/i);
    for (let node = 0; node < tree.size; node++) {
      for (const name of ["onload", "onerror", "srcdoc"]) expect(attributeOf(tree, node, name)).toBeNull();
    }
  }
});

test("the whole attack corpus as titles and summaries is words: only elements that we write, only addresses of the web", () => {
  const ours = new Set("html head meta title body header h1 a p div article h2 time span img br".split(" "));
  for (const { name, html } of ATTACKS) {
    for (const written of [escaped(html), `<![CDATA[${html.replaceAll("]]>", "")}]]>`]) {
      const inner = ["title", "description", "content:encoded"].map((tag) => `<${tag}>${written}</${tag}>`).join("");
      const page = feedPage(`<rss><channel><item><guid>1</guid>${inner}</item></channel></rss>`, FEED_URL);
      if (page?.kind !== "feed") throw new Error(`${name}: no feed`);
      const tree = parseHtml(page.html);
      for (let node = 0; node < tree.size; node++) {
        if (isText(tree, node)) continue;
        expect(ours.has(tagOf(tree, node)), `${name}: ${tagOf(tree, node)}`).toBe(true);
        for (const address of ["href", "src"].map((each) => attributeOf(tree, node, each))) {
          if (address !== null) expect(address, name).toMatch(/^https?:/);
        }
      }
    }
  }
});

test("only addresses of pages and files are links and pictures", () => {
  for (const address of [
    "javascript:alert(1)",
    "data:text/html,x",
    "file:///etc/passwd",
    "vbscript:x",
    " java\nscript:x",
  ]) {
    const xml = `<rss><channel><title>t</title><link>${address}</link><image><url>${address}</url></image>
      <item><title>x</title><link>${address}</link><enclosure url="${address}" type="image/png"/></item></channel></rss>`;
    const { home, icon, items } = parsed(xml);
    for (const url of [home, icon, items[0]?.link, items[0]?.picture]) {
      if (url) expect(url, address).toMatch(/^https?:/);
    }
  }
});

test("a feed of five megabytes and one of many thousand items become pages of bounded size, with the latest items", () => {
  const long = `<rss><channel><title>Long</title><item><title>${"t".repeat(2_000_000)}</title><description>${"word ".repeat(600_000)}</description></item></channel></rss>`;
  expect(parsed(long).items[0]?.summary.length).toBeLessThanOrEqual(FEED_LIMITS.summary);
  const day = (at: number) => new Date(Date.UTC(2020, 0, 1) + at * 86_400_000).toUTCString();
  const entries = Array.from(
    { length: 4_000 },
    (_, at) => `<item><title>Item ${at}</title><guid>${at}</guid><pubDate>${day(at)}</pubDate></item>`,
  );
  const { items } = parsed(`<rss><channel>${entries.join("")}</channel></rss>`);
  expect(items).toHaveLength(FEED_LIMITS.items);
  expect(items.at(-1)?.id).toBe("3999");
});

test("depth is bounded", () => {
  const deep = (times: number) => "<b>".repeat(times);
  const feed = (inner: string) =>
    `<rss><channel><item><title>Deep</title><description>${inner}</description></item></channel></rss>`;
  expect(feedPage(feed(deep(200_000)), FEED_URL)?.kind).toBe("damaged");
  expect(feedPage(feed(`<![CDATA[${deep(200_000)}]]>`), FEED_URL)?.kind).toBe("feed");
  expect(feedPage(feed(`${deep(1_000)}x`), FEED_URL)?.kind).toBe("feed");
  const json = `{"version":"https://jsonfeed.org/version/1","items":${"[".repeat(100_000)}${"]".repeat(100_000)}}`;
  expect(feedPage(json, FEED_URL)).not.toBeNull();
});

test("any text is a feed, a damaged one, or none: never an exception, never a page without bounds", () => {
  const piece = fc.constantFrom(
    ...[
      "<rss>",
      "<channel>",
      "<item>",
      "</item>",
      "<title>",
      "</title>",
      "<![CDATA[",
      "]]>",
      "<link>",
      "</link>",
      "&amp;",
      "&#x0;",
    ],
    ...[
      "&#xD800;",
      "<feed>",
      "<entry>",
      "<id>",
      '<link href="',
      '"/>',
      "<description>",
      "<pubDate>",
      "2026-13-45T99:99:99Z",
      "\u0000",
      "\uD800",
    ],
    ...[
      "<!DOCTYPE x [",
      "]>",
      "<!--",
      "-->",
      "<?xml ?>",
      "<media:content url=",
      'xml:base="http://[',
      "<content type='xhtml'><div>",
      "😀",
    ],
  );
  const xml = fc.tuple(
    fc.constantFrom("<rss><channel>", "<feed>", ""),
    fc.array(fc.oneof(piece, fc.string()), { maxLength: 60 }),
  );
  fc.assert(
    fc.property(xml, ([start, pieces]) => {
      const page = feedPage(start + pieces.join(""), FEED_URL);
      if (page?.kind === "feed") expect(page.html.length).toBeLessThan(500_000);
    }),
  );
  const json = fc
    .json()
    .map(
      (inner) =>
        `{"version": "https://jsonfeed.org/version/1.1", "title": ${inner}, "items": [${inner}, {"id": ${inner}, "authors": ${inner}}]}`,
    );
  fc.assert(
    fc.property(json, (text) => {
      expect(feedPage(text, FEED_URL)).not.toBeNull();
    }),
  );
});

test("any bytes are read as some page", () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 300 }),
      fc.constantFrom("<rss><channel><item>", "<feed>", "{", ""),
      (bytes, start) => {
        const body = Buffer.concat([Buffer.from(start), bytes]);
        expect(typeof readPage({ body, contentType: undefined, url: FEED_URL }).text).toBe("string");
      },
    ),
  );
});

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
