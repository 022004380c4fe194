import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { EXIT } from "../command/verb.ts";
import { beginWith } from "../tessera.fixture.ts";

/** Of one white pixel. */
const SMALL_JPEG = Buffer.from(
  "/9j/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxD/2Q==",
  "base64",
);

const place = beginWith(async ({ run }) => {
  await run("user", "add", "ada");
  await run("user", "add", "bob");
  for (const name of ["Home", "Work", "Travel"]) await run("sheet", "add", name);
  await run("tile", "note", "To do", "--text", "milk", "--sheet", "Work");
});
const { run } = place;

const titles = async (): Promise<unknown[]> =>
  (await run("sheet", "list", "--json")).json().map((each) => (each as { title: string }).title);

test("sheets are listed with their tiles and whom they are shared with", async () => {
  await run("share", "with", "Work", "bob");
  await run("sheet", "add", "Private", "--person", "bob");
  expect((await run("sheet", "list")).out).toMatch(
    /^ID +SHEET +TILES +SHARED\n\w{8} +Home +0\n\w{8} +Work +1 +with bob\n\w{8} +Travel +0$/,
  );
  expect((await run("sheet", "list", "--person", "bob")).out).toMatch(/Private +0\n\w{8} +Work +1 +from ada$/);
  const [, work] = (await run("sheet", "list", "--json")).json();
  expect(work).toMatchObject({ title: "Work", tiles: 1, sharedWith: ["bob"] });
});

test("a sheet is renamed, and put in another place", async () => {
  expect((await run("sheet", "rename", "travel", "Journeys")).out).toBe("Travel is called Journeys now");
  expect((await run("sheet", "move", "Journeys", "first")).out).toBe("Journeys is in place 1 of 3");
  expect(await titles()).toEqual(["Journeys", "Home", "Work"]);
  expect((await run("sheet", "move", "Journeys", "2")).out).toBe("Journeys is in place 2 of 3");
  expect((await run("sheet", "move", "Home", "last")).out).toBe("Home is in place 3 of 3");
  expect(await titles()).toEqual(["Journeys", "Work", "Home"]);
});

test("the looks of a sheet are changed, and what is not said stays", async () => {
  await run("sheet", "style", "Home", "--palette", "forest", "--accent", "#336699");
  const [home] = (await run("sheet", "style", "Home", "--theme", "dark", "--json")).json();
  expect(home).toMatchObject({ style: { palette: "forest", accent: "#336699", theme: "dark", density: "cosy" } });
  const [plain] = (await run("sheet", "style", "Home", "--accent", "none", "--json")).json();
  expect(plain).toMatchObject({ style: { palette: "forest", accent: null } });
});

test("what lies behind the tiles is a colour, two, a picture or nothing", async () => {
  const style = async (...said: string[]): Promise<unknown> => {
    const ran = await run("sheet", "style", "Home", ...said, "--json");
    expect(ran.error).toBe("");
    return (ran.json()[0] as { style: unknown }).style;
  };
  expect(await style("--background", "#DDE8F0")).toMatchObject({ background: { kind: "colour", colour: "#dde8f0" } });
  expect(await style("--background", "#dde8f0,#f4f1e8", "--text", "yes")).toMatchObject({
    background: { kind: "gradient", from: "#dde8f0", to: "#f4f1e8" },
    reader: true,
  });
  const file = join(place.instance.folder, "sky.jpg");
  writeFileSync(file, SMALL_JPEG);
  expect(await style("--picture", file)).toMatchObject({ background: { kind: "picture" }, reader: true });
  expect(await style("--picture", "none", "--text", "no")).toMatchObject({ background: null, reader: false });
  writeFileSync(file, "no picture");
  const wrong: [string[], number][] = [
    [["--picture", file], EXIT.input],
    [["--picture", join(place.instance.folder, "missing.jpg")], EXIT.input],
    [["--background", "mud"], EXIT.usage],
    [["--background", "none", "--picture", file], EXIT.usage],
    [["--text", "perhaps"], EXIT.usage],
  ];
  for (const [said, exitCode] of wrong)
    expect([said, (await run("sheet", "style", "Home", ...said)).exitCode]).toEqual([said, exitCode]);
});

test("gaps between tiles are closed, on screens of one width alone", async () => {
  await run("tile", "note", "Plan", "--text", "x", "--sheet", "Work");
  await run("tile", "place", "Plan", "3,9");
  expect((await run("sheet", "tidy", "Work")).out).toBe("Work is tidy now");
  expect((await run("sheet", "tidy", "Work")).out).toBe("Work is tidy already");
  const places = async (...more: string[]) =>
    (
      (await run("tile", "list", "--sheet", "Work", "--json", ...more)).json() as { place: { x: number; y: number } }[]
    ).map(({ place: { x, y } }) => [x, y]);
  const tidy = await places();
  expect(tidy.every(([, y]) => y === 0)).toBe(true);
  await run("tile", "place", "Plan", "5,7", "--screen", "tablet");
  expect(await places("--screen", "tablet")).toContainEqual([5, 7]);
  expect((await run("sheet", "tidy", "Work", "--screen", "tablet", "--json")).json()).toMatchObject([{ moved: 1 }]);
  expect([await places("--screen", "tablet"), await places()]).toEqual([tidy, tidy]);
  expect((await run("sheet", "unarrange", "Work")).exitCode).toBe(EXIT.usage);
});

test("what each sheet saves against the pages of its blocks is listed", async () => {
  const filler =
    "<p>Of no interest to anybody, ".repeat(60) + Array.from({ length: 900 }, (_, at) => at ** 3).join(" ");
  place.instance.setPage(`<!doctype html><title>Town</title><main><b>News</b></main><footer>${filler}</footer>`);
  await run("follow", place.instance.url, "--css", "b", "--title", "News", "--sheet", "Home");
  const listed = await run("sheet", "savings");
  expect(listed.out).toMatch(
    /^SHEET +PAGES +RENDERED +WHOLE +SHOWN +SAVED\nHome +1 +0 +\d+ KiB +1 KiB +(?:9\d|100)%\nWork +0 +0 +0 KiB/,
  );
  expect((await run("sheet", "savings", "--json")).json()[0]).toMatchObject({
    title: "Home",
    pages: 1,
    renderedPages: 0,
  });
});

test("a sheet is removed with what is on it, and brought back", async () => {
  const [{ id }] = (await run("sheet", "remove", "Work", "--json")).json() as [{ id: string }];
  expect(await titles()).toEqual(["Home", "Travel"]);
  expect((await run("sheet", "remove", id, "--undo")).out).toBe("Work is back");
  expect((await run("tile", "list", "--sheet", "Work")).out).toMatch(/note +To do/);
  expect((await run("sheet", "remove", "Work")).out).toContain(`\`tessera sheet remove ${id} --undo\``);
});

test("what cannot be used is said", async () => {
  await run("sheet", "add", "Home");
  const cases: [string[], number, RegExp][] = [
    [[], EXIT.usage, /Usage/],
    [["list", "x"], EXIT.usage, /Usage/],
    [["fold", "Home"], EXIT.usage, /Usage/],
    [["add", " "], EXIT.usage, /NAME takes the title of a sheet/],
    [["move", "Work", "0"], EXIT.usage, /PLACE takes a whole number/],
    [["style", "Work"], EXIT.usage, /say what is to change/],
    [["style", "Work", "--palette", "mud"], EXIT.usage, /--palette does not take that/],
    [
      ["rename", "Nowhere", "x"],
      EXIT.input,
      /no sheet is called "Nowhere"; there are "Home", "Work", "Travel", "Home"/,
    ],
    [["remove", "Home"], EXIT.input, /2 sheets are called so: \w{8}, \w{8}; give the id/],
    [["remove", "00000000-0000-7000-8000-000000000000", "--undo"], EXIT.input, /no such thing/],
  ];
  for (const [args, exitCode, message] of cases) {
    const ran = await run("sheet", ...args);
    expect([args, ran.exitCode, ran.error]).toEqual([args, exitCode, expect.stringMatching(message)]);
  }
});
