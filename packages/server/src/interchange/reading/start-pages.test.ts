import fc from "fast-check";
import { expect, test } from "vitest";
import { planOfBookmarks } from "./bookmarks.ts";
import { type ImportPlan, ImportRefused } from "./import-plan.ts";
import { readImport } from "./read-import.ts";

const NOW = Date.UTC(2026, 0, 15);

async function planOf(file: string): Promise<ImportPlan> {
  const read = await readImport(Buffer.from(file), { now: NOW });
  if (read.kind === "archive") throw new Error("not a plan");
  return read.kind === "plan" ? read.plan : planOfBookmarks(read);
}

const feedsOf = ({ follows }: ImportPlan) =>
  follows.map(({ title, source, sheets, feedTile }) => [sheets[0], feedTile, title, source.url]);
const codesOf = ({ notes }: ImportPlan) => notes.map(({ name, code, what }) => [name, code, what]);

const START_ME = `<!DOCTYPE NETSCAPE-Bookmark-file-1>
<TITLE>Bookmarks</TITLE><H1>Bookmarks</H1><DL><p>
<DT><H3 FOLDED="true" PAGE="true">Morning</H3><DL><p>
  <DT><H3 BOOKMARKS="true" FEEDS="false">Papers</H3><DL><p>
    <DT><A HREF="https://herald.example/">Herald</A><DT><A HREF="javascript:go()">Go</A>
    <DT><H3>Local</H3><DL><p><DT><A HREF="https://town.example/">Town</A></DL><p>
  </DL><p>
  <DT><H3 BOOKMARKS="false" FEEDS="true">Headlines</H3><DL><p><DT><A HREF="https://herald.example/feed">Herald</A></DL><p>
</DL><p>
<DT><H3 PAGE="true">Work</H3><DL><p><DT><A HREF="https://desk.example/">Desk</A></DL><p>
</DL><p>`;

test("pages of start.me become sheets, their widgets tiles, and those with feeds feed tiles", async () => {
  const plan = await planOf(START_ME);
  expect(plan).toMatchObject({
    format: "start.me",
    sheets: [
      {
        title: "Morning",
        tiles: [
          {
            kind: "links",
            title: "Papers",
            groups: [
              { heading: null, links: [{ title: "Herald" }] },
              { heading: "Local", links: [{ url: "https://town.example/" }] },
            ],
          },
        ],
      },
      { title: "Work", tiles: [{ kind: "links", title: "Work" }] },
    ],
  });
  expect(feedsOf(plan)).toEqual([["Morning", "Headlines", "Herald", "https://herald.example/feed"]]);
  expect(codesOf(plan)).toEqual([["Go", "no-page", "javascript:go()"]]);
});

test("tabs of Netvibes become sheets with a tile for each feed, and a folder in a tab is one tile", async () => {
  const plan = await planOf(`<?xml version="1.0"?><opml version="1.0"><head><title>My page</title></head><body>
    <outline title="News"><outline title="A" type="rss" xmlUrl="https://a.example/f"/>
      <outline title="B" type="rss" xmlUrl="https://b.example/f"/>
      <outline title="Towns"><outline title="C" xmlUrl="https://c.example/f"/><outline title="D" xmlUrl="https://d.example/f"/></outline>
    </outline>
    <outline title="Sport"><outline title="E" xmlUrl="https://e.example/f"/><outline title="Club" htmlUrl="https://club.example/"/></outline>
  </body></opml>`);
  expect([plan.format, plan.sheets.map(({ title }) => title)]).toEqual(["netvibes", ["News", "Sport"]]);
  expect(feedsOf(plan).map(([sheet, tile, title]) => [sheet, tile, title])).toEqual([
    ["News", "A", "A"],
    ["News", "B", "B"],
    ["News", "Towns", "C"],
    ["News", "Towns", "D"],
    ["Sport", "E", "E"],
  ]);
  expect(plan.sheets[1]?.tiles).toMatchObject([{ kind: "links", groups: [{ links: [{ title: "Club" }] }] }]);
});

const area = (id?: string) =>
  id ? { type: "category", properties: { id } } : { type: "wrapper", properties: { id: "w" } };
const BOARD = {
  schemaVersion: 1,
  configProperties: { name: "default" },
  categories: [
    { id: "two", position: 3, name: "Films" },
    { id: "one", position: 1, name: "House" },
  ],
  wrappers: [{ id: "w", position: 0 }],
  apps: [
    { name: "Wiki", url: "http://10.0.0.2/", behaviour: { externalUrl: "https://wiki.example/" }, area: area() },
    { name: "Heating", url: "https://heat.example/", behaviour: { externalUrl: "" }, area: area("one") },
    { name: "Films", url: "https://films.example/", integration: { type: "plex", properties: [] }, area: area("two") },
    { name: "Broken", url: "not an address", area: area("gone") },
    7,
  ],
  widgets: [
    { type: "rss", properties: { rssFeedUrl: ["https://a.example/f", "ftp://b.example/f"] }, area: area() },
    { type: "bookmark", properties: { name: "Later", items: [{ name: "Read", href: "https://read.example/" }] } },
    { type: "notebook", properties: { content: "<h2>To do &amp; more</h2><ul><li><p>buy <b>milk</b></p></li></ul>" } },
    { type: "weather", properties: {} },
  ],
  settings: {
    common: {
      searchEngine: { type: "custom", properties: { template: "https://find.example/?q=%s", openInNewTab: true } },
    },
    customization: { pageTitle: "Our house", layout: { enabledSearchbar: true } },
  },
};

test("a board of Homarr becomes a sheet: apps as links in groups, bookmarks, feeds, a note and a search box", async () => {
  const plan = await planOf(JSON.stringify(BOARD));
  expect(plan).toMatchObject({
    format: "homarr",
    sheets: [
      {
        title: "Our house",
        tiles: [
          { kind: "search", opens: "tab", engines: [{ name: "find.example" }] },
          {
            kind: "links",
            groups: [
              { heading: null, links: [{ title: "Wiki", url: "https://wiki.example/" }] },
              { heading: "House", links: [{ title: "Heating" }] },
              { heading: "Films", links: [{ title: "Films" }] },
            ],
          },
          { kind: "links", title: "Later" },
          { kind: "note", title: "To do & more", text: "## To do & more\n\n- buy **milk**" },
        ],
      },
    ],
  });
  expect(feedsOf(plan)).toEqual([["Our house", "a.example", "a.example", "https://a.example/f"]]);
  expect(codesOf(plan)).toEqual([
    ["Films", "part-left", "integration plex"],
    ["Broken", "no-address", "not an address"],
    ["app 5", "unreadable", undefined],
    ["b.example", "no-address", "ftp://b.example/f"],
    ["weather", "no-kind", "weather"],
  ]);
});

const GLANCE = `# mine
theme:
  light: true
pages:
  - name: Home
    head-widgets:
      - type: markets
    columns:
      - size: small
        widgets:
          - type: search
            search-engine: https://find.example/?q={QUERY}
            bangs:
              - title: Films
                shortcut: "!f"
                url: https://films.example/?q={QUERY}
          - type: bookmarks
            groups:
              - title: Daily
                links:
                  - title: Herald
                    url: https://herald.example/
                  - title: Bad
                    url: \${HOST}/x
      - size: full
        widgets:
          - type: group
            widgets:
              - type: rss
                title: Blogs
                feeds:
                  - url: https://a.example/f
                    title: A
                  - url: https://b.example/f
              - type: html
                source: <b>hi</b>
          - type: monitor
            title: Machines
            sites:
              - title: Router
                url: https://router.example/
          - $include: more.yml
  - name: Code
    columns:
      - size: full
        widgets:
          - type: releases
            repositories: [ada/engine, "gitlab:ada/loom", "dockerhub:x/y"]
          - type: hacker-news
`;

test("pages of Glance become sheets; widgets that sites publish as feeds are feeds, and what maps to nothing is named", async () => {
  const plan = await planOf(GLANCE);
  expect(plan).toMatchObject({
    format: "glance",
    sheets: [
      {
        title: "Home",
        tiles: [
          {
            kind: "search",
            engines: [
              { name: "find.example", prefix: null },
              { name: "Films", prefix: "!f" },
            ],
          },
          { kind: "links", title: "Bookmarks", groups: [{ heading: "Daily", links: [{ title: "Herald" }] }] },
          { kind: "links", title: "Machines", groups: [{ links: [{ title: "Router" }] }] },
        ],
      },
      { title: "Code", tiles: [] },
    ],
  });
  expect(feedsOf(plan)).toEqual([
    ["Home", "Blogs", "A", "https://a.example/f"],
    ["Home", "Blogs", "b.example", "https://b.example/f"],
    ["Code", "releases", "ada/engine", "https://github.com/ada/engine/releases.atom"],
    ["Code", "releases", "ada/loom", "https://gitlab.com/ada/loom/-/tags?format=atom"],
    ["Code", "hacker-news", "Hacker News", "https://news.ycombinator.com/rss"],
  ]);
  expect(codesOf(plan)).toEqual([
    ["markets", "no-kind", "markets"],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: as Glance writes what the environment says
    ["Bad", "no-address", "${HOST}/x"],
    ["html", "no-kind", "html"],
    ["Machines", "part-left", "monitor"],
    ["Home", "elsewhere", "more.yml"],
    ["dockerhub:x/y", "no-kind", "releases"],
  ]);
});

/** Where each tile of links opens them, by its name. */
const openings = ({ sheets }: ImportPlan) =>
  sheets.flatMap(({ tiles }) => tiles.flatMap((tile) => (tile.kind === "links" ? [[tile.title, tile.opens]] : [])));

test("links of Glance open where they did: in a new tab unless the link, its group or a target says otherwise", async () => {
  const plan = await planOf(`pages:
  - name: Home
    columns:
      - widgets:
          - type: bookmarks
            title: As usual
            groups: [{ links: [{ title: A, url: "https://a.example/" }] }]
          - type: bookmarks
            title: In place
            groups:
              - same-tab: true
                links:
                  - { title: B, url: "https://b.example/" }
                  - { title: C, url: "https://c.example/" }
              - target: _self
                links: [{ title: D, url: "https://d.example/" }]
          - type: bookmarks
            title: Mixed
            groups:
              - same-tab: true
                links:
                  - { title: E, url: "https://e.example/", same-tab: false }
                  - { title: F, url: "https://f.example/", target: _blank }
                  - { title: G, url: "https://g.example/" }
          - type: monitor
            title: Machines
            sites: [{ title: H, url: "https://h.example/", same-tab: true }]
`);
  expect(openings(plan)).toEqual([
    ["As usual", "tab"],
    ["In place", "here"],
    ["Mixed", "tab"],
    ["Machines", "here"],
  ]);
  expect(codesOf(plan)).toEqual([
    ["Mixed", "opens-alike", undefined],
    ["Machines", "part-left", "monitor"],
  ]);
});

test("apps and bookmarks of Homarr open where they did, and a tile of both kinds is named", async () => {
  const app = (name: string, isOpeningNewTab: boolean) => ({
    ...{ name, url: `https://${name}.example/`, area: area() },
    behaviour: { externalUrl: "", isOpeningNewTab },
  });
  const items = [{ name: "Read", href: "https://read.example/", openNewTab: true }];
  const plan = await planOf(
    JSON.stringify({
      ...BOARD,
      apps: [app("one", true), app("two", true), app("three", false)],
      widgets: [{ type: "bookmark", properties: { name: "Later", items } }],
    }),
  );
  expect(openings(plan)).toEqual([
    ["Our house", "tab"],
    ["Later", "tab"],
  ]);
  expect(codesOf(plan)).toEqual([["Our house", "opens-alike", undefined]]);
});

test("what of a Glance page cannot be read, or is in another file, is named", async () => {
  const plan = await planOf(`pages:
  - name: Home
    columns:
      - $include: left.yml
      - just words
      - widgets:
          - type: bookmarks
            groups:
              - 7
              - $include: links.yml
              - links: [https://herald.example/]
`);
  expect(codesOf(plan)).toEqual([
    ["Home 1", "elsewhere", "left.yml"],
    ["Home 2", "unreadable", undefined],
    ["bookmarks", "unreadable", undefined],
    ["bookmarks", "elsewhere", "links.yml"],
  ]);
});

test("names that every object has are no hosts of releases and no search engines", async () => {
  const plan = await planOf(`pages:
  - name: Home
    columns:
      - widgets:
          - type: releases
            repositories: ["constructor:ada/loom", ada/engine]
          - type: search
            search-engine: constructor
            bangs:
              - title: Films
                url: https://films.example/?q={QUERY}
`);
  expect(feedsOf(plan).map(([, , title]) => title)).toEqual(["ada/engine"]);
  expect(plan.sheets[0]?.tiles).toMatchObject([{ kind: "search", engines: [{ name: "Films" }] }]);
  expect(codesOf(plan)).toEqual([
    ["constructor:ada/loom", "no-kind", "releases"],
    ["search", "no-address", "constructor"],
  ]);
});

test("feeds of a board of Homarr beyond what one widget may have are named", async () => {
  const rssFeedUrl = Array.from({ length: 202 }, (_, at) => `https://f${at}.example/feed`);
  const plan = await planOf(
    JSON.stringify({ ...BOARD, apps: [], widgets: [{ type: "rss", properties: { rssFeedUrl } }] }),
  );
  expect(plan.follows).toHaveLength(200);
  expect(codesOf(plan).slice(-2)).toEqual([
    ["f200.example", "no-room", undefined],
    ["f201.example", "no-room", undefined],
  ]);
});

test("a Glance file that doubles itself by aliases, or is nested without end, is refused", async () => {
  const levels = Array.from({ length: 30 }, (_, at) => `a${at + 1}: &a${at + 1} [*a${at}, *a${at}, *a${at}]`);
  const bomb = `a0: &a0 [x]\n${levels.join("\n")}\npages:\n  - columns: *a30\n`;
  await expect(planOf(bomb)).rejects.toMatchObject({ name: "ImportRefused", code: "invalid" });
  const deep = `pages:\n  - columns: ${"[".repeat(200_000)}`;
  await expect(planOf(deep)).rejects.toBeInstanceOf(ImportRefused);
  await expect(planOf(`pages:\n  - columns:\n${"#".repeat(1_100_000)}`)).rejects.toMatchObject({ code: "too-large" });
});

/** A plan with something in it, or a refusal: never anything else. */
async function isPlanOrRefusal(file: string): Promise<void> {
  try {
    const plan = await planOf(file);
    expect(plan.follows.length + plan.sheets.length).toBeGreaterThan(0);
    for (const { tiles } of plan.sheets) {
      for (const tile of tiles)
        if (tile.kind === "links") expect(tile.groups.flatMap(({ links }) => links)).not.toEqual([]);
    }
    for (const { source } of plan.follows) expect(source.url).toMatch(/^https?:/);
  } catch (error) {
    if (!(error instanceof ImportRefused)) throw error;
  }
}

const anything = fc.jsonValue({ maxDepth: 4 });
const address = fc.oneof(fc.webUrl(), fc.string(), fc.constantFrom("javascript:x", "http://", "//a.example"));

test("a board of Homarr with anything anywhere is a plan or a refusal", async () => {
  const app = fc.record({ name: fc.string(), url: address, area: anything, behaviour: anything }, { requiredKeys: [] });
  const properties = fc.record(
    { rssFeedUrl: fc.oneof(fc.array(address), anything), items: anything, content: fc.string(), name: anything },
    { requiredKeys: [] },
  );
  const type = fc.constantFrom("rss", "bookmark", "notebook", "iframe");
  const board = fc.record({
    schemaVersion: fc.integer(),
    categories: fc.array(anything),
    apps: fc.array(fc.oneof(app, anything)),
    widgets: fc.array(fc.oneof(fc.record({ type, properties }), anything)),
    settings: anything,
  });
  await fc.assert(fc.asyncProperty(board, (json) => isPlanOrRefusal(JSON.stringify(json))));
});

test("a Glance configuration with anything anywhere is a plan or a refusal", async () => {
  const type = fc.constantFrom(
    "rss",
    "bookmarks",
    "search",
    "monitor",
    "group",
    "videos",
    "releases",
    "reddit",
    "html",
  );
  const inherited = fc.constantFrom("constructor", "toString", "__proto__", "hasOwnProperty");
  const names = fc.oneof(
    fc.array(
      fc.oneof(
        inherited,
        inherited.map((host) => `${host}:a/b`),
      ),
    ),
    anything,
  );
  const widget = fc.record(
    {
      type,
      title: anything,
      feeds: anything,
      groups: anything,
      sites: anything,
      channels: names,
      widgets: anything,
      repositories: names,
      subreddit: anything,
      "search-engine": fc.oneof(inherited, anything),
      bangs: anything,
    },
    { requiredKeys: ["type"] },
  );
  const page = fc.record({
    name: anything,
    columns: fc.array(fc.record({ widgets: fc.array(fc.oneof(widget, anything)) })),
  });
  const file = fc.array(fc.oneof(page, anything));
  // JSON is YAML
  await fc.assert(
    fc.asyncProperty(file, (pages) => isPlanOrRefusal(`pages: ${JSON.stringify(pages)}\n# columns:\ncolumns: 1\n`)),
  );
  await fc.assert(fc.asyncProperty(fc.string(), (noise) => isPlanOrRefusal(`pages:\n  - columns:\n${noise}`)));
});

test("bookmark files and OPML with anything in between are a plan or a refusal", async () => {
  const piece = fc.constantFrom(
    ...["<DL>", "</DL>", '<DT><H3 PAGE="true">', '<H3 FEEDS="true">', "<H3>", "</H3>", "<A", "</A>", "&#x110000;", "<"],
    '<A HREF="https://a.example/">',
  );
  const html = fc
    .array(fc.oneof(piece, fc.string()))
    .map((pieces) => `<!DOCTYPE NETSCAPE-Bookmark-file-1>${pieces.join("")}`);
  await fc.assert(fc.asyncProperty(html, isPlanOrRefusal));
  const outline = fc.constantFrom(
    '<outline title="T">',
    "</outline>",
    '<outline title="F" xmlUrl="https://f.example/"/>',
    "<",
  );
  const opml = fc.array(fc.oneof(outline, fc.string())).map((pieces) => `<opml><body>${pieces.join("")}</body></opml>`);
  await fc.assert(fc.asyncProperty(opml, isPlanOrRefusal));
});
