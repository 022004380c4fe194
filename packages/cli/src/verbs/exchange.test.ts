import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { lockInstance } from "@tessera/store";
import { expect, test } from "vitest";
import { EXIT } from "../command/verb.ts";
import { beginWith, type Ran, tesseraWith } from "../tessera.fixture.ts";

const place = beginWith(async ({ instance, run }) => {
  instance.setPage("<title>Town</title><main><h1>Town news</h1><p>The bridge is open again</p></main>");
  await run("user", "add", "ada");
}, 2);
const { run } = place;
const file = (name: string): string => join(place.instance.folder, name);

/** Three lines, of which one leads to a page that does not answer. */
const list = (): string =>
  `${place.instance.url} news\n${place.instance.otherUrls[0]}other news\nhttp://127.0.0.1:9/\n`;
const importing = (input: string, ...args: string[]): Promise<Ran> =>
  tesseraWith({ environment: place.instance.environment, input }, "import", "-", ...args);

test("a list is imported, looked at and followed at once where no server runs", async () => {
  const dry = await importing(list(), "--dry-run");
  expect(dry.out).toMatch(/url-list: 3 blocks would wait for the first check of their pages/);
  expect((await run("list")).error).toMatch(/nothing is followed/);
  const taken = await importing(list());
  expect([taken.exitCode, taken.out]).toEqual([EXIT.ok, expect.stringMatching(/3 blocks named, 2 followed now/)]);
  expect((await run("list", "--json")).json()).toHaveLength(2);
});

test("beside a running server it only waits", async () => {
  const unlock = lockInstance(place.instance.environment.TESSERA_DATA ?? "");
  expect((await importing(`${place.instance.url}third\n`)).out).toMatch(
    /1 block waits for the first check of its page/,
  );
  unlock();
});

test("an archive goes out, comes back for somebody else, and is the same there", async () => {
  await importing(list());
  expect((await run("export", file("ada.json"))).out).toMatch(/KiB/);
  expect((await run("export", file("ada.json"))).exitCode).toBe(EXIT.input);
  expect((await run("export", file("ada.json"), "--force", "--captures", "all", "--json")).exitCode).toBe(EXIT.ok);
  await run("user", "add", "bob");
  const dry = await run("import", file("ada.json"), "--person", "bob", "--dry-run");
  expect(dry.out).toMatch(/would import 2 follows, 1 sheet, 2 tiles, 2 observations, 2 pages, 2 blocks, \d captures/);
  expect(dry.out).toMatch(/1 block would wait for the first check of its page/);
  const taken = await run("import", file("ada.json"), "--person", "bob", "--json", "--later");
  expect(taken.json()).toMatchObject([{ format: "tessera", imported: { follows: 2 } }]);
  expect((await run("list", "--person", "bob", "--json")).json()).toHaveLength(2);
  expect((await run("export", "--opml")).out).toMatch(/<opml[\s\S]*news/);
  expect((await run("doctor")).exitCode).toBe(EXIT.ok);
});

test("a file that is none is refused in one line, and nothing is imported", async () => {
  await importing(list());
  await run("export", file("ada.json"));
  const good = readFileSync(file("ada.json"), "utf8");
  writeFileSync(file("cut.json"), good.slice(0, good.length / 2));
  writeFileSync(file("future.json"), good.replace('"version":1', '"version":9'));
  for (const [name, message] of [
    ["cut.json", /cut off/],
    ["future.json", /version 9/],
    ["nowhere.json", /no such file/i],
  ] as const) {
    const ran = await run("import", file(name));
    expect([ran.exitCode, ran.error]).toEqual([EXIT.input, expect.stringMatching(message)]);
    expect(ran.error.split("\n")).toHaveLength(1);
  }
  expect((await run("list", "--json")).json()).toHaveLength(2);
});

test("a start page comes with its sheets at once, and the account names what did not", async () => {
  const groups = [{ title: "Daily", links: [{ title: "Herald", url: "https://herald.example/" }] }];
  const widgets = [
    { type: "bookmarks", groups },
    { type: "weather" },
    { type: "rss", feeds: [{ url: place.instance.url }] },
  ];
  const glance = `pages: ${JSON.stringify([{ name: "Morning", columns: [{ widgets }] }])}\n# columns\ncolumns: 1\n`;
  const taken = await importing(glance, "--later");
  expect(taken.out.split("\n")).toEqual([
    'left out: weather: there is no tile for "weather" here: left out',
    "glance: imported 0 follows, 1 sheet, 1 tile, 1 link",
    "glance: 1 block waits for the first check of its page (1 feed)",
  ]);
  expect((await importing(glance, "--dry-run")).out).toMatch(/here already: Morning: was here already/);
});
