import fc from "fast-check";
import { expect, test } from "vitest";
import { ZipFile } from "yazl";
import { ImportRefused } from "./import-plan.ts";
import { readImport } from "./read-import.ts";

const NOW = Date.UTC(2026, 0, 15);

async function zipOf(files: Readonly<Record<string, string>>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [path, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), path);
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

async function planOf(file: string | Buffer) {
  const read = await readImport(Buffer.from(file), { now: NOW });
  if (read.kind !== "plan") throw new Error("not a plan");
  return read.plan;
}

const uuid = (at: number) => `00000000-0000-4000-8000-${String(at).padStart(12, "0")}`;

test("a list of addresses names pages and sheets", async () => {
  const plan = await planOf(
    "# my pages\nhttps://example.org/ news, daily\r\n\nhttps://example.org/\nhttp://a.example/x\n",
  );
  expect(plan.follows.map(({ source, sheets }) => [source.url, sheets])).toEqual([
    ["https://example.org/", ["news", "daily"]],
    ["http://a.example/x", []],
  ]);
  expect(plan.notes).toHaveLength(1);
});

test("a file of comments only is nothing that can be read, and said to be so at once", async () => {
  await expect(planOf("<!---->".repeat(500))).rejects.toMatchObject({ code: "unknown-format" });
});

test("OPML folders of feeds become tiles on the sheet of the folder around them, pages stay pages", async () => {
  const plan = await planOf(`<?xml version="1.0"?><opml version="2.0"><head><title>Reader</title></head><body>
    <outline text="News"><outline text="A" htmlUrl="https://a.example/" xmlUrl="https://a.example/feed"/>
    <outline text="B" xmlUrl="https://b.example/feed"/><outline text="C" htmlUrl="https://c.example/"/>
    <outline text="Town"><outline text="D" xmlUrl="https://d.example/feed"/></outline></outline>
    <outline text="Loose" xmlUrl="https://l.example/feed"/></body></opml>`);
  const shown = plan.follows.map(({ title, sheets, feedTile }) => [title, sheets[0], feedTile]);
  expect(shown).toEqual([
    ["C", "News", undefined],
    ["A", "Reader", "News"],
    ["B", "Reader", "News"],
    ["D", "News", "Town"],
    ["Loose", "Reader", "Loose"],
  ]);
  expect(plan.follows[1]?.source.url).toBe("https://a.example/feed");
  expect(plan.notes).toEqual([]);
});

test("OPML without folders becomes few tiles, and what becomes several is told", async () => {
  const feeds = Array.from({ length: 45 }, (_, at) => `<outline text="F${at}" xmlUrl="https://f.example/${at}"/>`);
  const plan = await planOf(`<opml><body>${feeds.join("")}${feeds[0]}</body></opml>`);
  expect(new Set(plan.follows.map(({ feedTile }) => feedTile))).toEqual(new Set(["Feeds", "Feeds 2", "Feeds 3"]));
  expect(plan.notes).toMatchObject([
    { name: "F0", code: "twice" },
    { name: "Feeds", code: "split", count: 3 },
  ]);
});

test("a feed that its folder names twice, however it writes it, is in the tile once", async () => {
  const feeds = ["https://f.example", "https://f.example/", "https://F.example/", "none", "none"];
  const outlines = feeds.map((url, at) => `<outline text="F${at}" xmlUrl="${url}"/>`).join("");
  const plan = await planOf(
    `<opml><body><outline text="A">${outlines}</outline><outline text="B">${outlines}</outline></body></opml>`,
  );
  expect(plan.follows.map(({ title, feedTile }) => [title, feedTile])).toEqual([
    ["F0", "A"],
    ["F0", "B"],
  ]);
  const codes = plan.notes.filter(({ name }) => name !== "F4").map(({ name, code }) => [name, code]);
  expect(codes).toEqual(
    expect.arrayContaining([
      ["F1", "twice"],
      ["F2", "twice"],
    ]),
  );
});

test("watches of a changedetection.io backup come with selector, interval, words and tags", async () => {
  const watch = {
    url: "https://shop.example/lamp",
    title: "Lamp",
    include_filters: ["xpath://div[@id='price']", ".second"],
    trigger_text: ["/in stock/i"],
    ignore_text: ["views"],
    time_between_check: { hours: 2, minutes: "30", days: null },
    tags: [uuid(9)],
    fetch_backend: "html_webdriver",
    paused: true,
    browser_steps: [{ operation: "Click" }],
  };
  const settings = { application: { tags: { [uuid(9)]: { title: "Shopping" } } } };
  const plan = await planOf(
    await zipOf({ "url-watches.json": JSON.stringify({ watching: { [uuid(1)]: watch }, settings }) }),
  );
  expect(plan.follows).toEqual([
    expect.objectContaining({
      title: "Lamp",
      wish: { kind: "xpath", expression: "//div[@id='price']" },
      schedule: { kind: "every", intervalMs: 9_000_000 },
      conditions: [{ kind: "contains", words: { as: "pattern", text: "(?i)in stock" } }],
      quietLines: [{ kind: "contains", words: { as: "words", text: "views" } }],
      isPaused: true,
      sheets: ["Shopping"],
      source: expect.objectContaining({ fetcher: "browser" }),
    }),
  ]);
  expect(plan.notes.map(({ message }) => message).join("\n")).toMatch(/first of its 2 selectors[\s\S]*browser_steps/);
});

test("newer backups with one file a watch are read as well, whatever else is in them", async () => {
  const plan = await planOf(
    await zipOf({
      [`${uuid(1)}/watch.json`]: JSON.stringify({ url: "https://a.example/", tags: [uuid(2)] }),
      [`${uuid(2)}/tag.json`]: JSON.stringify({ title: "Tagged" }),
      [`${uuid(1)}/history.txt`]: "1,../../../etc/passwd",
      "secret.txt": "s",
      [`${uuid(3)}/watch.json`]: JSON.stringify({ url: "file:///etc/passwd" }),
    }),
  );
  expect(plan.follows).toMatchObject([{ source: { url: "https://a.example/" }, sheets: ["Tagged"] }]);
  expect(plan.notes).toHaveLength(1);
});

test("monitors of Distill come with selection, interval and tags", async () => {
  const config = {
    selections: [{ frames: [{ index: 0, excludes: [], includes: [{ type: "xpath", expr: "(//p)[2]" }] }] }],
  };
  const plan = await planOf(
    JSON.stringify({
      client: { local: 1 },
      data: [
        {
          uri: "https://a.example/",
          name: "A",
          config: JSON.stringify(config),
          schedule: JSON.stringify({ type: "INTERVAL", params: { interval: 3600 } }),
          tags: ["one"],
        },
        { uri: "https://b.example/", config: "{broken" },
        { name: "no address" },
      ],
    }),
  );
  expect(plan.follows).toMatchObject([
    {
      wish: { kind: "xpath", expression: "(//p)[2]" },
      schedule: { kind: "every", intervalMs: 3_600_000 },
      sheets: ["one"],
    },
    { wish: { kind: "page" }, title: "b.example" },
  ]);
  expect(plan.notes).toHaveLength(2);
});

test("urlwatch jobs come with their element; commands are never taken", async () => {
  const plan = await planOf(`name: A
url: https://a.example/
filter:
  - css: ul#news > li
  - html2text
  - grep: important
---
navigate: https://b.example/
filter: element-by-id:main,strip
enabled: false
---
command: rm -rf /
---
url: https://c.example/
headers: {Cookie: x}
`);
  expect(plan.follows).toMatchObject([
    { title: "A", wish: { kind: "css", selector: "ul#news > li" } },
    { wish: { kind: "css", selector: '[id="main"]' }, isPaused: true, source: { fetcher: "browser" } },
    { wish: { kind: "page" }, title: "c.example" },
  ]);
  expect(plan.notes.map(({ message }) => message).join("\n")).toMatch(/grep[\s\S]*is a command[\s\S]*headers/);
});

const refusal = async (file: string | Buffer): Promise<string> => {
  const error = await readImport(Buffer.from(file), { now: NOW }).then(
    () => null,
    (reason: unknown) => reason,
  );
  return error instanceof ImportRefused ? error.code : `not refused: ${String(error)}`;
};

test.each([
  ["nothing", "", "unknown-format"],
  ["prose", "just some text", "unknown-format"],
  ["bytes that are no text", Buffer.from([0x89, 0x50, 0xff, 0x00, 0xfe]), "unknown-format"],
  ["cut-off JSON", '{"data": [{"uri": "https://a', "damaged"],
  ["JSON of something else", '{"a": 1}', "unknown-format"],
  ["an archive of the future", '{"format":"tessera-archive","version":99}', "unknown-version"],
  ["an archive of a wrong type", '{"format":"tessera-archive","version":1,"pages":5}', "invalid"],
  ["cut-off YAML", "name: [unclosed\nurl: https://a.example/", "damaged"],
  ["only forbidden addresses", "url: file:///etc/passwd", "empty"],
  ["OPML with entities", '<opml><!DOCTYPE x [<!ENTITY a "b">]><body/></opml>', "invalid"],
  ["broken OPML", "<opml><body><outline", "damaged"],
])("%s is refused with one message", async (_, file, code) => {
  expect(await refusal(file)).toMatch(new RegExp(code === "damaged" ? "damaged|invalid|empty" : code));
});

test("YAML that doubles by aliases is refused", async () => {
  const levels = Array.from({ length: 30 }, (_, at) => `l${at + 1}: &l${at + 1} [*l${at}, *l${at}]`).join("\n");
  expect(await refusal(`url: https://a.example/\nl0: &l0 x\n${levels}`)).toBe("invalid");
});

test("a truncated ZIP is refused wherever it was cut", async () => {
  const zip = await zipOf({ "url-watches.json": JSON.stringify({ watching: { a: { url: "https://a.example/" } } }) });
  for (let length = 4; length < zip.length; length += 7) {
    expect(await refusal(zip.subarray(0, length))).toMatch(/damaged|empty|unknown-format/);
  }
});

test("no bytes make the reader do anything but plan or refuse", async () => {
  const pieces = fc.constantFrom(
    "{",
    "[",
    '"data"',
    ":",
    "https://a.example/ ",
    "\n---\n",
    "url: ",
    "<opml>",
    "PK\u0003\u0004",
    "}",
    "]",
    "\u0000",
    "&a",
    "*a",
    "- ",
  );
  await fc.assert(
    fc.asyncProperty(fc.array(pieces, { maxLength: 12 }), async (parts) => {
      const outcome = await readImport(Buffer.from(parts.join(""), "latin1"), { now: NOW }).then(
        ({ kind }) => kind,
        (error: unknown) => (error instanceof ImportRefused ? "refused" : String(error)),
      );
      expect(["plan", "archive", "refused"]).toContain(outcome);
    }),
  );
});

test("OPML is recognised behind any number of comments, and a file of comments is none", async () => {
  const opml = '<opml version="2.0"><body><outline text="A" htmlUrl="https://a.example/"/></body></opml>';
  for (const before of ["", "<?xml version='1.0'?>\n", "<!---->".repeat(5_000), "<!-- a --> <!-- > -->\n"]) {
    expect((await planOf(`${before}${opml}`)).follows).toHaveLength(1);
  }
  await expect(planOf("<!---->".repeat(5_000))).rejects.toMatchObject({ code: "unknown-format" });
  await expect(planOf(`${"<!-- ".repeat(5_000)}${opml}`)).rejects.toMatchObject({ code: "unknown-format" });
});

test("OPML may be wide: what is not followed is told, at most a thousand times", async () => {
  const feeds = '<outline text="B" xmlUrl="https://b.example/"/>'.repeat(80_000);
  const page = '<outline text="A" htmlUrl="https://a.example/"/>';
  const plan = await planOf(`<opml><body><outline text="News">${feeds}${page}</outline></body></opml>`);
  expect(plan.follows).toMatchObject([
    { title: "A", sheets: ["News"] },
    { title: "B", feedTile: "News" },
  ]);
  expect(plan.notes).toHaveLength(1_001);
  expect(plan.notes.at(-1)?.message).toMatch(/78999 notes more/);
});

test("YAML with very many keys is read", async () => {
  const keys = Array.from({ length: 20_000 }, (_, at) => `k${at}: v`).join("\n");
  expect((await planOf(`url: https://a.example/\n${keys}`)).follows).toHaveLength(1);
});
