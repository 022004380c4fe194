import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { EXIT } from "../command/verb.ts";
import { openTestInstance, type Ran, type TestInstance, tesseraWith } from "../tessera.fixture.ts";

const SECRET = "hunter2-swordfish";

let instance: TestInstance;
const run = (...args: string[]): Promise<Ran> => tesseraWith({ environment: instance.environment }, ...args);
const runWith = (input: string, ...args: string[]): Promise<Ran> =>
  tesseraWith({ environment: instance.environment, input }, ...args);

beforeEach(async () => {
  instance = await openTestInstance();
  instance.setPage("<title>Harbour</title><main><h1>Boats</h1><p id=a>12 boats</p></main>");
  await run("user", "add", "ada");
  await run("follow", instance.url, "--css", "#a", "--title", "Boats");
});
afterEach(() => instance.close());

test("settings are shown, tried without being saved, saved from a file, and taken back", async () => {
  const file = join(instance.folder, "page.json");
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

test("a secret is read from standard input, listed by name, and in nothing that is printed", async () => {
  const stored = await runWith(`${SECRET}\n`, "page", "secret", instance.url, "token");
  expect(stored.out).toBe(`token is stored for ${new URL(instance.url).origin}`);
  const listed = await run("page", "secrets");
  expect(listed.out).toMatch(/127\.0\.0\.1:\d+ +token +\d{4}-/);
  const json = await run("page", "secrets", "--json");
  for (const { out, error } of [stored, listed, json]) expect(out + error).not.toContain(SECRET);
  expect((await run("page", "secret", instance.url, "token", "--remove")).exitCode).toBe(EXIT.ok);
  expect((await run("page", "secret", instance.url, "token", "--remove")).exitCode).toBe(EXIT.input);
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
  for (const args of [[], ["open", "x"], ["show"], ["set", "Boats"], ["secret", "https://a.example"]]) {
    expect((await run("page", ...args)).exitCode).toBe(EXIT.usage);
  }
  const failed = await runWith('{"headers":[{"name":"x-key","secret":"none"}]}', "page", "try", "Boats", "-");
  expect([failed.exitCode, failed.out]).toEqual([EXIT.no, expect.stringContaining("no secret “none” is stored")]);
});
