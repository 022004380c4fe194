import { afterEach, beforeEach, expect, test } from "vitest";
import { EXIT } from "../command/verb.ts";
import { openTestInstance, type Ran, type TestInstance, tesseraWith } from "../tessera.fixture.ts";

let instance: TestInstance;
const run = (...args: string[]): Promise<Ran> => tesseraWith({ environment: instance.environment }, ...args);

beforeEach(async () => {
  instance = await openTestInstance();
  await run("user", "add", "ada");
});
afterEach(() => instance.close());

test("a private host is allowed, listed and taken back, each for whom and what it was said", async () => {
  const allowed = await run("host", "allow", "nas.local:5000");
  expect([allowed.exitCode, allowed.out]).toEqual([EXIT.ok, "the owner can now follow pages on nas.local:5000"]);
  expect((await run("host", "allow", "ntfy.lan", "--channels", "--everybody")).out).toBe(
    "everybody can now have messages sent to ntfy.lan",
  );
  await run("host", "allow", "nas.local:5000");
  const listed = await run("host", "list");
  expect(listed.out).toMatch(/127\.0\.0\.1:\d+ +\d+ +owner +pages +environment/);
  expect(listed.out.match(/nas\.local:5000 +5000 +owner +pages +settings/g)).toHaveLength(1);
  expect(listed.out).toMatch(/ntfy\.lan +80, 443 +everybody +channels +settings/);
  expect((await run("host", "remove", "ntfy.lan")).exitCode).toBe(EXIT.input);
  expect((await run("host", "remove", "ntfy.lan", "--channels", "--everybody")).out).toContain("can no longer");
  expect((await run("host", "list", "--json")).json()).toHaveLength(2);
});

test("what is no host is said", async () => {
  for (const text of ["http://nas.local/", "everybody@nas.local", "10.1", "a b"]) {
    expect((await run("host", "allow", text)).exitCode).toBe(EXIT.usage);
  }
  for (const args of [["allow"], ["list", "x"], ["open", "x"], ["allow", "a", "b"]]) {
    expect((await run("host", ...args)).exitCode).toBe(EXIT.usage);
  }
});

test("a page on it can be followed at once, and no longer when it is taken back", async () => {
  const strict = { ...instance.environment, TESSERA_PRIVATE_HOSTS: "" };
  const follow = () => tesseraWith({ environment: strict }, "follow", instance.url);
  expect((await follow()).exitCode).toBe(EXIT.input);
  await run("host", "allow", new URL(instance.url).host);
  expect((await follow()).exitCode).toBe(EXIT.ok);
  await run("host", "remove", new URL(instance.url).host);
  expect((await follow()).exitCode).toBe(EXIT.input);
});
