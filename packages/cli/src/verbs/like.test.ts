import { expect, test } from "vitest";
import { EXIT } from "../command/verb.ts";
import { beginWith, tesseraWith } from "../tessera.fixture.ts";

const boat = (name: string, count: number): string =>
  `<!doctype html><title>${name} – Harbour</title><header><nav><a href="/">Harbour</a></nav></header>
  <main><h1>${name}</h1><section><p class=seats><b>${count}</b> seats</p><p>Goes at noon.</p></section></main><footer><p>Pier 4</p></footer>`;

const place = beginWith(async ({ instance, run }) => {
  instance.setPage("<div><div><div><table><tr><td>Nothing here</table></div></div></div><div></div><div></div>");
  for (const [at, name] of ["Gull", "Tern", "Auk"].entries()) instance.setPage(boat(name, 10 + at), `/${name}`);
  await run("user", "add", "ada");
  const followed = await run("follow", `${instance.url}Gull`, "--css", ".seats", "--title", "Seats");
  expect(followed.error).toBe("");
}, 4);
/** A page of the harbour, by an address of its own. */
const pageOf = (name: string): string =>
  `${place.instance.otherUrls[["Tern", "Auk", "Elsewhere"].indexOf(name)]}${name}`;
const { run } = place;

test("a block is followed on pages of its layout, as a table, and others are named", async () => {
  const urls = ["Tern", "Auk", "Elsewhere"].map(pageOf);
  const ran = await run("like", "Seats", ...urls, "--board", "Boats", "--sheet", "Harbour");
  expect([ran.exitCode, ran.error]).toEqual([EXIT.no, ""]);
  expect(ran.out).toMatch(/Tern +followed +1\.00/);
  expect(ran.out).toMatch(/Elsewhere +not of this layout/);
  expect((await run("list")).out).toMatch(/Tern.*11 seats/);
  expect((await run("like", "--account")).out).toMatch(/ Seats +3 +2 followed, 1 not of this layout$/);
  expect((await run("like", "Seats", "--account", "--json")).json()).toEqual(
    urls.map((url) => expect.objectContaining({ url, state: url.endsWith("Elsewhere") ? "other-layout" : "followed" })),
  );
  const [order] = (await run("like", "--account", "--json")).json();
  expect(order).toMatchObject({ waiting: 0, pages: [{ url: urls[0] }, { url: urls[1] }, { url: urls[2] }] });
  const again = await tesseraWith(
    { environment: place.instance.environment, input: urls.slice(0, 2).join("\n") },
    "like",
    "Seats",
    "-",
    "--json",
  );
  expect(again.exitCode).toBe(EXIT.ok);
  expect(again.json()).toMatchObject([{ state: "already" }, { state: "already" }]);
});

test("the links of a list are taken, once it is said which", async () => {
  const names = ["Tern", "Auk"].map((name) => `<li><a href="${pageOf(name)}">${name}</a></li>`);
  place.instance.setPage(
    `<main><h2>Boats</h2><ul id=boats>${names.join("")}</ul></main><p><a href="/x">x</a></p>`,
    "/all",
  );
  const page = `${place.instance.otherUrls[2]}all`;
  const lists = await run("like", "Seats", "--links-of", page, "--json");
  expect(lists.exitCode).toBe(EXIT.ok);
  const [longest] = lists.json() as [{ path: string; links: { url: string }[] }];
  expect(longest.links.map(({ url }) => new URL(url).pathname)).toEqual(["/Tern", "/Auk"]);
  expect((await run("list", "--json")).json()).toHaveLength(1);
  const ran = await run("like", "Seats", "--links-of", page, "--block", longest.path, "--json");
  expect(ran.json()).toMatchObject([{ state: "followed" }, { state: "followed" }]);
  const nowhere = await run("like", "Seats", "--links-of", page, "--block", "html[1]/body[1]/main[1]/h2[1]");
  expect([nowhere.exitCode, nowhere.error]).toEqual([EXIT.input, expect.stringContaining("no links in it")]);
});

test("what cannot be used is said", async () => {
  expect((await run("like", "--account")).error).toBe("nothing was asked for on other pages yet");
  expect((await run("like", "Seats", "--account")).exitCode).toBe(EXIT.input);
  expect((await run("like", "Seats", "https://a.example/", "--account")).exitCode).toBe(EXIT.usage);
  expect((await run("like", "Seats")).exitCode).toBe(EXIT.usage);
  expect((await run("like", "Nobody", `${place.instance.url}Tern`)).exitCode).toBe(EXIT.input);
  expect((await run("like", "Seats", "not an address")).exitCode).toBe(EXIT.input);
  expect((await run("like", "Seats", "-")).exitCode).toBe(EXIT.usage);
  expect((await run("like", "Seats", place.instance.url, "--block", "html[1]")).exitCode).toBe(EXIT.usage);
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
  await run("like", "Seats", pageOf("Tern"), "--board", "Boats", "--sheet", "Harbour");
  const made = await run("gadget", "add", "--sheet", "Harbour", "--json", "--for", "30d");
  expect([made.exitCode, made.error]).toEqual([EXIT.ok, ""]);
  const [{ id, url, html }] = made.json() as [{ id: string; url: string; html: string }];
  expect(html).toContain(url);
  expect((await run("gadget", "list")).out).toMatch(/Harbour.*any.*shown/);
  expect((await run("gadget", "revoke", id)).exitCode).toBe(EXIT.ok);
  expect((await run("gadget", "list")).error).toContain("nothing is shown");

  // its rows are on a private host, which is said of a board and not of the sheet around it
  const board = await run("gadget", "add", "--sheet", "Harbour", "--board", "boats");
  expect([board.exitCode, board.error]).toEqual([EXIT.input, expect.stringMatching(/private host|Only you/)]);
  const unknown = await run("gadget", "add", "--sheet", "Harbour", "--board", "Nobody's");
  expect([unknown.exitCode, unknown.error]).toEqual([EXIT.input, expect.stringContaining("no board")]);
  expect((await run("gadget", "add", "Seats", "--board", "Boats")).exitCode).toBe(EXIT.usage);
});
