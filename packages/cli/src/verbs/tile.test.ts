import { expect, test } from "vitest";
import { EXIT } from "../command/verb.ts";
import { beginWith, type Ran, tesseraWith } from "../tessera.fixture.ts";

const place = beginWith(async ({ instance, run }) => {
  instance.setPage("<!doctype html><title>Town</title><main><p>News of the town</p></main>");
  await run("user", "add", "ada");
  await run("follow", instance.url, "--css", "p", "--title", "News", "--sheet", "Home");
  await run("sheet", "add", "Work");
}, 2);
const { run } = place;
const runWith = (input: string, ...args: string[]): Promise<Ran> =>
  tesseraWith({ environment: place.instance.environment, input }, ...args);
const tilesOf = async (sheet: string): Promise<string> => (await run("tile", "list", "--sheet", sheet)).out;

test("a note, links and a search box are put on a sheet, and what is none is refused", async () => {
  const noted = await run("tile", "note", "To do", "--text=- [ ] milk", "--sheet", "Home");
  expect(noted.out).toBe("To do: note on Home");
  const [links] = (
    await run(
      "tile",
      "links",
      "Links",
      "https://a.example/?x=https://b.example/",
      "B=https://b.example",
      "--opens=tab",
      "--json",
    )
  ).json();
  expect(links).toMatchObject({
    followId: null,
    content: {
      kind: "links",
      opens: "tab",
      groups: [
        {
          links: [
            { title: "a.example", url: "https://a.example/?x=https://b.example/" },
            { title: "B", url: "https://b.example/" },
          ],
        },
      ],
    },
  });
  const [search] = (await run("tile", "search", "Find", "W=https://w.example/?s=%s", "--json")).json();
  expect(search).toMatchObject({
    content: { opens: "here", engines: [{ name: "W", template: "https://w.example/?s=%s" }] },
  });
  const found = await run("search", "b.example", "--limit", "1");
  expect([found.exitCode, found.out]).toEqual([
    EXIT.ok,
    expect.stringMatching(/\(links on [^)]+\)\n {4}a\.example https.*\n {4}B https/),
  ]);
  expect((await run("tile", "widget", "x")).exitCode).toBe(EXIT.usage);
  expect((await run("tile", "links", "x", "https://a.example/", "--opens", "window")).exitCode).toBe(EXIT.usage);
  expect((await run("tile", "note", "x", "--text", "y", "--sheet", "Nowhere")).exitCode).toBe(EXIT.input);
  expect((await run("tile", "links", "x", "javascript:alert(1)")).exitCode).not.toBe(EXIT.ok);
});

test("links stand in groups under their headings, and a group of tiles can be closed", async () => {
  const words = ["https://a.example/", "Rivers:", "Rhine=https://rhine.example/", "https://elbe.example/", "Empty :"];
  const [links] = (await run("tile", "links", "Travel", ...words, "--json")).json() as [
    { content: { groups: unknown } },
  ];
  expect(links.content.groups).toMatchObject([
    { heading: null, links: [{ title: "a.example" }] },
    { heading: "Rivers", links: [{ title: "Rhine" }, { title: "elbe.example" }] },
    { heading: "Empty", links: [] },
  ]);
  expect((await run("tile", "heading", "Away", "--closed", "yes", "--json")).json()).toMatchObject([
    { content: { kind: "heading", title: "Away", isClosed: true } },
  ]);
  expect((await run("tile", "edit", "Away", "--closed", "no", "--json")).json()).toMatchObject([
    { content: { title: "Away", isClosed: false } },
  ]);
  expect((await run("tile", "edit", "Travel", "--closed", "yes")).exitCode).toBe(EXIT.input);
  expect((await run("tile", "edit", "Away", "--closed", "maybe")).exitCode).toBe(EXIT.usage);
});

test("feeds are put on a sheet as one tile, with as many items as are wanted", async () => {
  for (const name of ["Herald", "Post"]) {
    place.instance.setPage(
      `<rss version="2.0"><channel><title>${name}</title><item><title>One</title><link>https://${name}.example/1</link></item></channel></rss>`,
      `/${name}`,
    );
  }
  await run("follow", `${place.instance.url}Herald`, "--title", "Herald");
  await run("follow", `${place.instance.otherUrls[0]}Post`, "--title", "Post");
  const [feed] = (await run("tile", "feed", "Headlines", "Herald", "--limit", "5", "--json")).json();
  expect(feed).toMatchObject({ content: { kind: "feed", title: "Headlines", shows: "titles", limit: 5 } });
  const edited = await run(
    "tile",
    "edit",
    "Headlines",
    "Post",
    "Herald",
    "--sheet",
    "Home",
    "--shows",
    "summaries",
    "--json",
  );
  expect(edited.error).toBe("");
  expect(edited.json()).toMatchObject([{ content: { shows: "summaries", limit: 5 } }]);
  const [{ content }] = edited.json() as [{ content: { followIds: string[] } }];
  expect(content.followIds).toHaveLength(2);
  expect((await run("tile", "edit", "Headlines", "--shows", "pictures")).exitCode).toBe(EXIT.usage);
  expect((await run("tile", "feed", "Empty")).exitCode).toBe(EXIT.usage);
});

test("a tile is put at a place, what lies there makes way, and a phone is arranged by itself", async () => {
  await run("tile", "note", "Plan", "--text", "x", "--sheet", "Home");
  expect((await run("tile", "place", "Plan", "0,0", "6x3")).out).toBe("Plan is at 0,0 on Home");
  const places = async (...more: string[]) =>
    ((await run("tile", "list", "--sheet", "Home", "--json", ...more)).json() as { place: object }[]).map(
      ({ place: { x, y, width } }: { place: { x?: number; y?: number; width?: number } }) => [x, y, width],
    );
  expect(await places()).toEqual([
    [0, 0, 6],
    [0, 3, expect.any(Number)],
  ]);
  const wide = await places();
  await run("tile", "place", "News", "0,0", "--screen", "phone");
  const [[, , width], below] = (await places("--screen", "phone")) as [number[], number[]];
  expect([width, below[0]]).toEqual([2, 0]);
  expect(below[1]).toBeGreaterThan(0);
  expect(await places()).toEqual(wide);
  expect((await run("sheet", "unarrange", "Home", "--screen", "phone")).out).toBe(
    "Home lies on a phone as on wider screens",
  );
  expect((await places("--screen", "phone"))[0]).toEqual([0, 0, 2]);
  for (const wrong of [
    ["here"],
    ["11,0", "4x4"],
    ["0,0", "0x4"],
    ["0,0", "--screen", "wall"],
    ["1,0", "2x2", "--screen=phone"],
  ])
    expect([wrong, (await run("tile", "place", "Plan", ...wrong)).exitCode]).toEqual([wrong, EXIT.usage]);
  await run("tile", "heading", "Reading", "--sheet", "Home");
  expect((await run("tile", "place", "Reading", "0,0")).exitCode).toBe(EXIT.input);
});

test("a number board is made of follows, by their names", async () => {
  await run("follow", place.instance.url, "--css", "main", "--title", "Town", "--sheet", "Home");
  const [board] = (await run("tile", "board", "Numbers", "News", "Town", "--sheet", "Home", "--json")).json();
  expect(board).toMatchObject({ content: { kind: "board", title: "Numbers", followIds: expect.any(Array) } });
  const { followId, content } = board as { followId: string; content: { followIds: string[] } };
  expect([content.followIds.length, content.followIds[0]]).toEqual([2, followId]);
  expect((await run("tile", "board", "Numbers")).exitCode).toBe(EXIT.usage);
  expect((await run("tile", "board", "Numbers", "Nothing")).exitCode).toBe(EXIT.input);
  expect((await run("tile", "board", "Numbers", "News", "News")).exitCode).not.toBe(EXIT.ok);
});

test("tiles are listed where they lie, with what they show", async () => {
  await run("tile", "heading", "Reading", "--sheet", "Home");
  expect(await tilesOf("Home")).toMatch(
    /^ID +KIND +TITLE +SHEET +PLACE +FOLLOWS\n\w{8} +follow +News +Home +0,0 \d+x\d+ +\w{8}\n\w{8} +heading +Reading +Home +0,\d+ 12x1$/,
  );
  await run("tile", "note", "Plan", "--text", "x", "--sheet", "Work");
  expect((await run("tile", "list", "--json")).json()).toMatchObject([
    { content: { kind: "follow" } },
    { content: { kind: "heading" } },
    { content: { kind: "note" }, sheet: "Work" },
  ]);
});

test("tiles are moved and copied to another sheet, several at once", async () => {
  await run("tile", "note", "To do", "--text", "milk", "--sheet", "Home");
  expect((await run("tile", "copy", "News", "Work")).out).toBe("News is on Work too");
  expect(await tilesOf("Home")).toContain("News");
  const moved = await run("tile", "move", "to do", "News", "Work", "--sheet", "Home");
  expect(moved.out).toBe("To do is on Work now\nNews is on Work now");
  expect((await run("tile", "list", "--sheet", "Home")).error).toBe("there is no tile");
  expect((await tilesOf("Work")).match(/News|To do/g)?.toSorted()).toEqual(["News", "News", "To do"]);
  const meant = await run("tile", "remove", "News");
  expect([meant.exitCode, meant.error]).toEqual([
    EXIT.input,
    expect.stringMatching(/2 tiles are called so: \w{8} on Work, \w{8} on Work; give the id/),
  ]);
});

test("what was written is changed, and what is not said stays", async () => {
  await run("tile", "note", "To do", "--text", "milk");
  expect((await run("tile", "edit", "To do", "--title", "Later")).out).toBe("Later is changed");
  expect((await runWith("bread", "tile", "edit", "Later", "--text", "-", "--json")).json()).toMatchObject([
    { content: { kind: "note", title: "Later", text: "bread" } },
  ]);
  await run("tile", "links", "Reading", "https://a.example/");
  expect((await run("tile", "edit", "Reading", "B=https://b.example/", "--json")).json()).toMatchObject([
    { content: { title: "Reading", groups: [{ links: [{ title: "B", url: "https://b.example/" }] }] } },
  ]);
  expect((await run("tile", "edit", "News", "--title", "Local", "--json")).json()).toMatchObject([
    { content: { kind: "follow" }, style: { title: "Local" } },
  ]);
  expect((await run("list", "--json")).json()).toMatchObject([{ title: "News" }]);
  for (const wrong of [
    ["Local", "https://a.example/"],
    ["Local", "--text", "x"],
    ["Nothing", "--title", "x"],
  ]) {
    expect((await run("tile", "edit", ...wrong)).exitCode).toBe(EXIT.input);
  }
  expect((await run("tile", "edit", "Local")).exitCode).toBe(EXIT.usage);
});

test("tiles are removed, what they show is still followed, and they are put back where they lay", async () => {
  await run("tile", "note", "To do", "--text", "milk");
  const before = await tilesOf("Home");
  const removed = await run("tile", "remove", "To do", "News", "--json");
  expect(removed.exitCode).toBe(EXIT.ok);
  expect((await run("tile", "list")).error).toBe("there is no tile");
  expect((await run("list", "--json")).json()).toMatchObject([{ title: "News" }]);
  expect((await runWith(removed.out, "tile", "return")).exitCode).toBe(EXIT.ok);
  const withoutIds = (table: string): string => table.replace(/^\w{8} /gm, "");
  expect(withoutIds(await tilesOf("Home"))).toBe(withoutIds(before));
  expect((await run("tile", "list", "--json")).out).toContain("milk");
  expect((await runWith("nonsense", "tile", "return")).exitCode).toBe(EXIT.input);
  expect((await runWith("", "tile", "return")).exitCode).toBe(EXIT.usage);
});

test("an unknown name is answered with the names that there are", async () => {
  expect((await run("tile", "move", "Olds", "Work")).error).toContain('no tile is called "Olds"; there are "News"');
  expect((await run("tile", "move", "News", "Nowhere")).error).toContain('there are "Home", "Work"');
  expect((await run("tile", "move", "News")).exitCode).toBe(EXIT.usage);
  expect((await run("tile", "heading", "A", "B")).exitCode).toBe(EXIT.usage);
});
