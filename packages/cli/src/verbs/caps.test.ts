import { afterEach, beforeEach, expect, test } from "vitest";
import { EXIT } from "../command/verb.ts";
import { openTestInstance, type Ran, type TestInstance, tesseraWith } from "../tessera.fixture.ts";

let instance: TestInstance;
const run = (...args: string[]): Promise<Ran> => tesseraWith({ environment: instance.environment }, ...args);

beforeEach(async () => {
  instance = await openTestInstance();
  await run("user", "add", "ada");
  await run("user", "add", "bob");
});
afterEach(() => instance.close());

test("caps are shown and changed, and those that are not named stay", async () => {
  expect((await run("caps")).out).toMatch(/follows +1000 +Follows[\s\S]*pagesPerMinute +30/);
  const [changed] = (await run("caps", "follows=7", "wishes=1", "--json")).json();
  expect(changed).toMatchObject({ follows: 7, wishes: 1, sheets: 100 });
  expect((await run("caps", "--json")).json()).toEqual([changed]);
});

test("what is no cap or no number is refused", async () => {
  for (const word of ["cats=1", "follows", "follows=many", "follows=-1"]) {
    expect((await run("caps", word)).exitCode).toBe(EXIT.usage);
  }
  expect((await run("caps", "tiles=999999")).exitCode).toBe(EXIT.input);
});

test("somebody who is not the owner changes nothing, and is told which cap is reached", async () => {
  expect((await run("caps", "sheets=1", "--person", "bob")).error).toMatch(/owner/);
  await run("caps", "wishes=0");
  const input = "https://a.example/\n";
  const refused = await tesseraWith(
    { environment: instance.environment, input },
    "import",
    "-",
    "--later",
    "--person",
    "bob",
  );
  expect([refused.exitCode, refused.error]).toEqual([
    EXIT.input,
    expect.stringMatching(/may have 0 imports that wait/),
  ]);
});
