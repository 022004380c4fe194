import { afterEach, beforeEach, expect, test } from "vitest";
import { EXIT } from "../command/verb.ts";
import { openTestInstance, type Ran, type TestInstance, tesseraWith } from "../tessera.fixture.ts";

let instance: TestInstance;
const run = (...args: string[]): Promise<Ran> => tesseraWith({ environment: instance.environment }, ...args);

const boat = (name: string, count: number): string =>
  `<!doctype html><title>${name} – Harbour</title><header><nav><a href="/">Harbour</a></nav></header>
  <main><h1>${name}</h1><section><p class=seats><b>${count}</b> seats</p><p>Goes at noon.</p></section></main><footer><p>Pier 4</p></footer>`;

beforeEach(async () => {
  instance = await openTestInstance();
  instance.setPage("<div><div><div><table><tr><td>Nothing here</table></div></div></div><div></div><div></div>");
  for (const [at, name] of ["Gull", "Tern", "Auk"].entries()) instance.setPage(boat(name, 10 + at), `/${name}`);
  await run("user", "add", "ada");
  const followed = await run("follow", `${instance.url}Gull`, "--css", ".seats", "--title", "Seats");
  expect(followed.error).toBe("");
});
afterEach(() => instance.close());

test("a block is followed on pages of its layout, as a table, and others are named", async () => {
  const urls = ["Tern", "Auk", "Elsewhere"].map((name) => `${instance.url}${name}`);
  const ran = await run("like", "Seats", ...urls, "--board", "Boats", "--sheet", "Harbour");
  expect([ran.exitCode, ran.error]).toEqual([EXIT.no, ""]);
  expect(ran.out).toMatch(/Tern +followed +1\.00/);
  expect(ran.out).toMatch(/Elsewhere +not of this layout/);
  expect((await run("list")).out).toMatch(/Tern.*11 seats/);
  const again = await tesseraWith(
    { environment: instance.environment, input: urls.slice(0, 2).join("\n") },
    "like",
    "Seats",
    "-",
    "--json",
  );
  expect(again.exitCode).toBe(EXIT.ok);
  expect(again.json()).toMatchObject([{ state: "already" }, { state: "already" }]);
});

test("what cannot be used is said", async () => {
  expect((await run("like", "Seats")).exitCode).toBe(EXIT.usage);
  expect((await run("like", "Nobody", `${instance.url}Tern`)).exitCode).toBe(EXIT.input);
  expect((await run("like", "Seats", "not an address")).exitCode).toBe(EXIT.input);
  expect((await run("like", "Seats", "-")).exitCode).toBe(EXIT.usage);
});

test("gadgets are refused until they are allowed, and for private hosts always", async () => {
  expect((await run("gadget", "add", "Seats")).error).toContain("does not allow");
  expect((await run("gadget", "allow")).exitCode).toBe(EXIT.ok);
  const refused = await run("gadget", "add", "Seats", "--site", "https://blog.example", "--size", "300x100");
  expect([refused.exitCode, refused.error]).toEqual([EXIT.input, expect.stringMatching(/private host|Only you/)]);
  expect((await run("gadget", "list")).exitCode).toBe(EXIT.ok);
  expect((await run("gadget", "revoke", "nothing")).exitCode).toBe(EXIT.input);
  for (const wrong of [
    ["gadget"],
    ["gadget", "add"],
    ["gadget", "list", "x"],
    ["gadget", "add", "Seats", "--size", "big"],
  ]) {
    expect((await run(...wrong)).exitCode).toBe(EXIT.usage);
  }
});

test("a sheet is shown elsewhere by its address, listed and taken back", async () => {
  await run("gadget", "allow");
  await run("like", "Seats", `${instance.url}Tern`, "--board", "Boats", "--sheet", "Harbour");
  const made = await run("gadget", "add", "--sheet", "Harbour", "--json", "--for", "30d");
  expect([made.exitCode, made.error]).toEqual([EXIT.ok, ""]);
  const [{ id, url, html }] = made.json() as [{ id: string; url: string; html: string }];
  expect(html).toContain(url);
  expect((await run("gadget", "list")).out).toMatch(/Harbour.*any.*shown/);
  expect((await run("gadget", "revoke", id)).exitCode).toBe(EXIT.ok);
  expect((await run("gadget", "list")).error).toContain("nothing is shown");
});
