import { afterEach, beforeEach, expect, test } from "vitest";
import { EXIT } from "../command/verb.ts";
import { openTestInstance, type Ran, type TestInstance, tesseraWith } from "../tessera.fixture.ts";

const section = (id: string, name: string) =>
  `<section id="${id}"><h2>${name}</h2><ul>${`<li><a href="/x">A line of the ${name} of today</a></li>`.repeat(5)}</ul></section>`;
const PAGE = `<!doctype html><title>Town</title><main>${section("news", "News")}${section("sport", "Sport")}</main>`;

let instance: TestInstance;
const run = (...args: string[]): Promise<Ran> => tesseraWith({ environment: instance.environment }, ...args);

beforeEach(async () => {
  instance = await openTestInstance();
  instance.setPage(PAGE);
  await run("user", "add", "ada");
});
afterEach(() => instance.close());

/** Politeness alone takes a second a visit; a slow machine the rest. */
const LONG_MS = 300_000;

test(
  "what a page consists of is listed, follows are joined into one tile and separated again",
  async () => {
    const listed = await run("components", instance.url, "--grain", "all");
    expect(listed.out).toMatch(/untrained[\s\S]*News[\s\S]*Sport/);
    expect((await run("components", instance.url, "--grain", "huge")).exitCode).toBe(EXIT.usage);
    await run("follow", instance.url, "--css", "#news", "--title", "News", "--sheet", "Home");
    await run("follow", instance.url, "--css", "#sport", "--title", "Sport", "--sheet", "Home");
    expect((await run("separate", "News")).exitCode).toBe(EXIT.input);
    expect((await run("join", "News", "Sport", "--title", "Both")).out).toBe("Both: 2 blocks in one tile on Home");
    const [apart] = (await run("separate", "Sport", "--json")).json();
    expect(apart).toMatchObject([{ content: { kind: "follow" } }, { content: { kind: "follow" } }]);
    expect((await run("join", "News")).exitCode).toBe(EXIT.usage);
  },
  LONG_MS,
);
