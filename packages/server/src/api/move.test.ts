import type { Person } from "@tessera/model";
import type { FollowView } from "@tessera/store";
import { afterEach, beforeEach, expect, test } from "vitest";
import { URL_OF_PAGE } from "../check/check-world.fixture.ts";
import { heraldPage } from "../check/herald-page.fixture.ts";
import { type ApiWorld, openApiWorld } from "./api-world.fixture.ts";

const FEES = `<section id="fees"><h2>Entrance fees</h2><table><tr><td>Adults</td><td>12 EUR</td></tr>
<tr><td>Children</td><td>5 EUR</td></tr><tr><td>Groups of ten</td><td>80 EUR</td></tr></table></section>`;
const NOTE = '<p class="note"><a href="/fees">Entrance fees</a></p>';
const THERE = "https://news.example/fees";

let world: ApiWorld;
let ada: Person;
let view: FollowView;
beforeEach(async () => {
  world = await openApiWorld();
  ada = await world.addPerson();
  world.web.set(URL_OF_PAGE, heraldPage({ below: FEES }));
  view = await world.follow(ada, { kind: "css", selector: "#fees" });
  world.web.set(THERE, heraldPage({ extra: FEES }));
  world.web.set(URL_OF_PAGE, heraldPage({ below: NOTE }));
  await world.check(view);
});
afterEach(() => world.close());

const url = (rest = "") => `/api/v1/follows/${view.follow.id}${rest}`;
const get = async (rest = "") => (await world.ask(ada, { method: "GET", url: url(rest) })).json();
const move = (to = THERE, who = ada) => world.ask(who, { method: "POST", url: url("/move"), payload: { url: to } });
const undo = (who = ada) => world.ask(who, { method: "DELETE", url: url("/move") });

test("one click follows it on the other page, with its history; the card and the follow say where", async () => {
  const movedTo = { url: THERE, text: "Entrance fees", isFound: true };
  expect(await get("/repair")).toMatchObject({ movedTo });
  expect((await get()).latest.verdict).toMatchObject({ movedTo });
  const moved = await move();
  expect(moved.json()).toMatchObject({ page: { url: THERE }, verdict: "found", hasNews: false });
  expect(moved.json().value).toContain("Adults");
  const { items } = await get("/history");
  const kinds = items.map(({ verdict }: { verdict: { kind: string } }) => verdict.kind);
  expect(kinds).toEqual(["found", expect.stringMatching(/gone|unsure/), "found"]);
  world.web.set(THERE, heraldPage({ extra: FEES.replace("12 EUR", "14 EUR") }));
  await world.check((await world.store.follows.find(ada.id, view.follow.id))!);
  expect((await get()).value).toContain("14 EUR");
});

test("undone it is as it was, and can be done again", async () => {
  const before = await get();
  await move();
  const back = await undo();
  expect(back.json()).toMatchObject({ page: { url: URL_OF_PAGE }, verdict: before.verdict, latest: before.latest });
  expect((await get("/history")).items).toHaveLength(2);
  expect((await undo()).statusCode).toBe(404);
  expect((await move()).json()).toMatchObject({ page: { url: THERE } });
});

test("it goes only where its page says, and only with its person", async () => {
  expect((await move("https://news.example/other")).statusCode).toBe(412);
  const bob = await world.addPerson();
  expect((await move(THERE, bob)).statusCode).toBe(404);
  expect((await undo(bob)).statusCode).toBe(404);
  world.web.set(THERE, heraldPage());
  expect((await move()).statusCode).toBe(404);
  world.web.set(THERE, { code: "timeout", retry: "soon", message: "slow" });
  await world.check(view, 61_000);
  expect((await move()).json()).toMatchObject({ code: "capture-failed" });
  expect(await get()).toMatchObject({ page: { url: URL_OF_PAGE } });
});

test("where it is not found for sure it can be picked there, which moves it and can be undone", async () => {
  const open = await world.ask(ada, { method: "POST", url: "/api/v1/pages", payload: { source: { url: THERE } } });
  const { id } = open.json().capture;
  const path = "html[1]/body[1]/main[1]/section[1]";
  const answer = (given: object) =>
    world.ask(ada, { method: "POST", url: url("/corrections"), payload: { captureId: id, answer: given } });
  expect((await answer({ kind: "gone" })).statusCode).toBe(412);
  expect((await answer({ kind: "this", path: `${path}/b[9]` })).statusCode).toBe(422);
  expect((await answer({ kind: "this", path })).json()).toMatchObject({ page: { url: THERE }, verdict: "found", path });
  expect((await undo()).json()).toMatchObject({ page: { url: URL_OF_PAGE } });
});

test("a moved follow is exported and comes back", async () => {
  await move();
  const archive = (await world.ask(ada, { method: "GET", url: "/api/v1/export.json?captures=all" })).body;
  const bob = await world.addPerson();
  const restored = await world.ask(bob, {
    method: "POST",
    url: "/api/v1/import",
    headers: { "content-type": "application/json" },
    payload: archive,
  });
  expect(restored.statusCode).toBeLessThan(300);
  const { items } = (await world.ask(bob, { method: "GET", url: "/api/v1/follows" })).json();
  expect(items).toMatchObject([{ page: { url: THERE }, verdict: "found" }]);
});
