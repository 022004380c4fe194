import { Caps, type Person } from "@tessera/model";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { URL_OF_PAGE } from "../check/check-world.fixture.ts";
import { type ApiWorld, openApiWorld } from "./api-world.fixture.ts";

let world: ApiWorld;
let owner: Person;
beforeAll(async () => {
  world = await openApiWorld();
  owner = await world.addPerson();
  await world.store.people.change(owner.id, { role: "owner" }, { now: world.now() });
  world.web.set(URL_OF_PAGE, "<body><h1>Head</h1><p>News</p></body>");
});
beforeEach(() => world.store.settings.change({ caps: Caps.parse({}) }));
afterAll(() => world.close());

const post = (person: Person, url: string, payload: object = {}) => world.ask(person, { method: "POST", url, payload });
const change = (payload: object) => world.ask(owner, { method: "PATCH", url: "/api/v1/settings", payload });

test("what is one too many says which cap, how many, and who can change it", async () => {
  const ada = await world.addPerson();
  await change({ caps: { sheets: 2, channels: 0, tokens: 1 } });
  const sheet = () => post(ada, "/api/v1/sheets", { title: "S" });
  expect([(await sheet()).statusCode, (await sheet()).statusCode]).toEqual([201, 201]);
  const refused = await sheet();
  expect(refused.statusCode).toBe(409);
  expect(refused.json()).toMatchObject({
    code: "cap-reached",
    cap: "sheets",
    limit: 2,
    detail: "One person may have 2 sheets here. The owner can change that in the settings of the instance.",
  });
  const channel = { name: "c", target: { kind: "email", to: "a@example.org" } };
  expect((await post(ada, "/api/v1/channels", channel)).json()).toMatchObject({ code: "cap-reached", cap: "channels" });
  const token = { name: "t", scopes: ["read"] };
  await post(ada, "/api/v1/me/tokens", token);
  expect((await post(ada, "/api/v1/me/tokens", token)).json()).toMatchObject({ code: "cap-reached", cap: "tokens" });
  for (let at = 0; at < 3; at++) expect((await post(owner, "/api/v1/sheets", { title: "S" })).statusCode).toBe(201);
});

test("follows beyond the cap are refused, and those that are there are not touched", async () => {
  const ada = await world.addPerson();
  await change({ caps: { follows: 1 } });
  const body = { source: { url: URL_OF_PAGE }, wish: { kind: "css", selector: "h1" } };
  expect((await post(ada, "/api/v1/follows", body)).statusCode).toBe(201);
  expect((await post(ada, "/api/v1/follows", body)).json()).toMatchObject({ code: "cap-reached", cap: "follows" });
  const { items } = (await world.ask(ada, { method: "GET", url: "/api/v1/follows" })).json();
  expect(items).toHaveLength(1);
});

test("pages and checks have a number a minute, each person their own, and the answer says when to try again", async () => {
  const [ada, bob] = [await world.addPerson(), await world.addPerson()];
  await change({ caps: { pagesPerMinute: 2, checksPerMinute: 1 } });
  const body = { source: { url: URL_OF_PAGE } };
  const opened = await post(ada, "/api/v1/pages", body);
  const follow = await post(ada, "/api/v1/follows", { ...body, wish: { kind: "css", selector: "h1" } });
  expect([opened.statusCode, follow.statusCode]).toEqual([201, 201]);
  const refused = await post(ada, "/api/v1/pages", body);
  expect(refused.statusCode).toBe(429);
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  expect(refused.json()).toMatchObject({ code: "too-many", cap: "pagesPerMinute", limit: 2 });
  // picking in the page that is open costs no page
  const captureId = opened.json().capture.id;
  const picked = await post(ada, "/api/v1/follows", { ...body, captureId, wish: { kind: "css", selector: "p" } });
  expect(picked.statusCode).toBe(201);
  const check = (person: Person) => post(person, `/api/v1/follows/${follow.json().id}/check`);
  expect([(await check(ada)).statusCode, (await check(ada)).json().cap]).toEqual([202, "checksPerMinute"]);
  expect((await post(bob, "/api/v1/pages", body)).statusCode).toBe(201);
  for (let at = 0; at < 4; at++) expect((await post(owner, "/api/v1/pages", body)).statusCode).toBe(201);
});

test("a setting that is changed leaves the others as they are", async () => {
  const nas = { host: "nas.local", port: null, for: "owner", use: "pages" };
  await change({ privateHosts: [nas], caps: { sheets: 7 } });
  const changed = await change({ caps: { tokens: 3 } });
  expect(changed.json()).toMatchObject({ privateHosts: [nas], caps: { sheets: 7, tokens: 3, follows: 1_000 } });
  expect((await change({ instanceName: "Home" })).json()).toMatchObject({ privateHosts: [nas] });
  const wrong = await change({ caps: { sheets: -1 } });
  expect([wrong.statusCode, wrong.json().code]).toEqual([422, "invalid"]);
  expect((await change({ caps: { cats: 1 } })).statusCode).toBe(422);
});
