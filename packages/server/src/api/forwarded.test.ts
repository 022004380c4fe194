import { afterEach, beforeEach, expect, test } from "vitest";
import { hashPassword } from "../people/joining.ts";
import { type ApiWorld, ORIGIN, openApiWorld } from "./api-world.fixture.ts";

let world: ApiWorld;
beforeEach(async () => {
  world = await openApiWorld();
});
afterEach(() => world.close());

const forwardedFor = (address: string) => ({ "x-forwarded-for": address });

function logIn(name: string, password: string, headers: Record<string, string> = {}) {
  const payload = { name, password };
  return world.app.inject({ method: "POST", url: "/api/v1/login", headers: { ...ORIGIN, ...headers }, payload });
}

/** Failures of strangers, without the price of hashing their passwords. */
function guess(times: number, address: string, name = (at: number) => `guess${at}`): void {
  const { login, clock } = world.services;
  for (let at = 0; at < times; at++) login.countFailure({ kind: "stranger", name: name(at), address }, clock());
}

async function addAda() {
  const ada = await world.addPerson();
  await world.store.people.setPassword(ada.id, await hashPassword("correct horse"));
  return ada;
}

test("metrics are not given to whom a proxy on this machine asks for", async () => {
  const metrics = (headers: Record<string, string>) =>
    world.app.inject({ url: "/metrics", headers: { host: "localhost", ...headers } });
  expect((await metrics({})).statusCode).toBe(200);
  for (const headers of [forwardedFor("203.0.113.7"), { "x-real-ip": "203.0.113.7" }, { forwarded: "for=x" }]) {
    const answer = await metrics(headers);
    expect([answer.statusCode, answer.body]).toEqual([401, expect.not.stringContaining("tessera_")]);
  }
});

test("wrong passwords of one behind an unnamed proxy do not shut out the others behind it", async () => {
  const ada = await addAda();
  for (let at = 0; at < 10; at++) await logIn("guess", "wrong", forwardedFor("203.0.113.66"));
  expect((await logIn("guess", "wrong", forwardedFor("203.0.113.66"))).statusCode).toBe(429);
  expect((await logIn("guess", "wrong", forwardedFor("203.0.113.7"))).statusCode).toBe(401);
  guess(50, "127.0.0.1 for 203.0.113.66");
  expect((await logIn(ada.name, "correct horse", forwardedFor("203.0.113.66"))).statusCode).toBe(429);
  expect((await logIn(ada.name, "correct horse", forwardedFor("203.0.113.7"))).statusCode).toBe(200);
});

test("a browser that was logged in before gets in while its address is shut", async () => {
  const ada = await addAda();
  const [session = "", device = ""] = [(await logIn(ada.name, "correct horse")).headers["set-cookie"] ?? []].flat();
  expect(session).toMatch(/^tessera_session=[^;]+; Path=\/; .*HttpOnly; SameSite=Lax/);
  expect(device).toMatch(/^tessera_device=[^;]+; Path=\/api\/v1\/login; .*HttpOnly; SameSite=Strict/);
  guess(50, "127.0.0.1");
  expect((await logIn(ada.name, "correct horse")).statusCode).toBe(429);
  const [cookie = ""] = device.split(";");
  expect((await logIn(ada.name, "correct horse", { cookie })).statusCode).toBe(200);
  // the mark alone opens nothing
  const me = await world.app.inject({ url: "/api/v1/me", headers: { ...ORIGIN, cookie } });
  expect(me.statusCode).toBe(401);
});

test("a change of password does not wait for those who guess, and is not guessed at itself", async () => {
  const ada = await addAda();
  guess(50, "127.0.0.1", () => ada.name);
  expect((await logIn(ada.name, "correct horse")).statusCode).toBe(429);
  const change = (current: string) =>
    world.ask(ada, { method: "POST", url: "/api/v1/me/password", payload: { current, next: "another horse" } });
  const wrong = await Promise.all(Array.from({ length: 15 }, () => change("wrong")));
  expect(wrong.map(({ statusCode }) => statusCode).sort()).toEqual([...Array(10).fill(401), ...Array(5).fill(429)]);
});

test("a proxy that was not named is written down for the owner", async () => {
  for (let at = 0; at < 3; at++) {
    await world.app.inject({ url: "/healthz", headers: { host: "localhost", ...forwardedFor("203.0.113.7") } });
  }
  const { items } = await world.store.audit.list({ limit: 9, action: "untrusted-proxy" });
  expect(items).toMatchObject([{ address: "127.0.0.1", personId: null }]);
});
