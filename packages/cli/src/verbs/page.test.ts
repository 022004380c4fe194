import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { EXIT } from "../command/verb.ts";
import { beginWith, type Ran, tesseraWith } from "../tessera.fixture.ts";

const SECRET = "hunter2-swordfish";

const place = beginWith(async ({ instance, run }) => {
  instance.setPage("<title>Harbour</title><main><h1>Boats</h1><p id=a>12 boats</p></main>");
  await run("user", "add", "ada");
  await run("follow", instance.url, "--css", "#a", "--title", "Boats");
});
const { run } = place;
const runWith = (input: string, ...args: string[]): Promise<Ran> =>
  tesseraWith({ environment: place.instance.environment, input }, ...args);

test("settings are shown, tried without being saved, saved from a file, and taken back", async () => {
  const file = join(place.instance.folder, "page.json");
  writeFileSync(file, JSON.stringify({ language: "de", headers: [{ name: "x-view", value: "list" }] }));
  const tried = await run("page", "try", "Boats", file);
  expect([tried.exitCode, tried.out]).toEqual([
    EXIT.ok,
    expect.stringMatching(/200 by http .*Harbour.*found: Boats, 12 boats/s),
  ]);
  expect(JSON.parse((await run("page", "show", "Boats")).out)).not.toHaveProperty("language");
  expect((await run("page", "set", "Boats", file)).exitCode).toBe(EXIT.ok);
  expect(JSON.parse((await run("page", "show", "Boats")).out)).toMatchObject({
    language: "de",
    headers: [{ name: "x-view", value: "list" }],
  });
  const back = await runWith('{"language":null,"headers":null}', "page", "set", "Boats", "-");
  expect(JSON.parse(back.out)).not.toHaveProperty("headers");
});

test.each([
  ["{", /^tessera page: standard input is no JSON: .*line 1 column 2/],
  ["[]", /standard input: Invalid input: expected object/],
  ['{"stepps":[]}', /standard input: .*"stepps"/],
  ['{"steps":[{"kind":"scroll","to":"top"},{"kind":"click"}]}', /standard input: steps\.1\.selector: /],
  ['{"steps":[{"kind":"jump"}]}', /standard input: steps\.0\.kind: .*'click'/],
  ['{"headers":[{"name":"x-key"}]}', /standard input: headers\.0\.value: /],
  ['{"viewport":{"width":0,"height":900}}', /standard input: viewport\.width: /],
])("of settings that cannot be used it is said what is wrong, and where: %s", async (settings, told) => {
  const ran = await runWith(settings, "page", "try", "--url", place.instance.url, "--page", "-");
  expect([ran.exitCode, ran.error]).toEqual([EXIT.input, expect.stringMatching(told)]);
  const followed = await runWith(settings, "follow", place.instance.url, "--page", "-");
  expect([followed.exitCode, followed.error.replace("follow", "page")]).toEqual([EXIT.input, ran.error]);
});

test("an address that is none and a directory that cannot be made are said before anything is fetched", async () => {
  expect(await run("page", "try", "--url", "boats")).toMatchObject({
    exitCode: EXIT.input,
    error: "tessera page: boats is not an http or https address",
  });
  const file = join(place.instance.folder, "a-file");
  writeFileSync(file, "");
  const tried = await run("page", "try", "Boats", "--pictures", file);
  expect([tried.exitCode, tried.out]).toEqual([EXIT.input, ""]);
});

test("a secret is read from standard input, listed by name, and in nothing that is printed", async () => {
  const stored = await runWith(`${SECRET}\n`, "page", "secret", place.instance.url, "token");
  expect(stored.out).toBe(`token is stored for ${new URL(place.instance.url).origin}`);
  const listed = await run("page", "secrets");
  expect(listed.out).toMatch(/127\.0\.0\.1:\d+ +token +\d{4}-/);
  const json = await run("page", "secrets", "--json");
  for (const { out, error } of [stored, listed, json]) expect(out + error).not.toContain(SECRET);
  expect((await run("page", "secret", place.instance.url, "token", "--remove")).exitCode).toBe(EXIT.ok);
  expect((await run("page", "secret", place.instance.url, "token", "--remove")).exitCode).toBe(EXIT.input);
});

test("what cannot be used is said: files, settings, calls, and a page that does not come", async () => {
  expect((await run("page", "set", "Boats", "/nothing.json")).exitCode).toBe(EXIT.input);
  expect((await runWith("{", "page", "set", "Boats", "-")).exitCode).toBe(EXIT.input);
  for (const wrong of [
    '{"viewport":{"width":0,"height":9}}',
    '{"headers":[{"name":"a","value":"b\\r\\nc: d"}]}',
    '{"url":"x"}',
  ]) {
    expect((await runWith(wrong, "page", "try", "Boats", "-")).exitCode).toBe(EXIT.input);
    expect((await runWith(wrong, "page", "set", "Boats", "-")).exitCode).toBe(EXIT.input);
  }
  const long = JSON.stringify({ steps: Array(4).fill({ kind: "wait", ms: 30_000 }) });
  for (const verb of ["try", "set"]) {
    const refused = await runWith(long, "page", verb, "Boats", "-");
    expect([refused.exitCode, refused.error]).toEqual([EXIT.input, expect.stringContaining("at most 90 s")]);
  }
  const calls = [
    [],
    ["open", "x"],
    ["constructor", "x"],
    ["show"],
    ["set", "Boats"],
    ["secret", "https://a.example"],
    ["try"],
    ["try", "Boats", "--url", "https://a.example"],
    ["try", "Boats", "--page", "page.json"],
    ["show", "Boats", "--pictures", "here"],
  ];
  for (const args of calls) expect([args, (await run("page", ...args)).exitCode]).toEqual([args, EXIT.usage]);
  const failed = await runWith('{"headers":[{"name":"x-key","secret":"none"}]}', "page", "try", "Boats", "-");
  expect([failed.exitCode, failed.out]).toEqual([EXIT.no, expect.stringContaining("no secret “none” is stored")]);
});
