import type { Person } from "@tessera/model";
import { openSqlite, type Store } from "@tessera/store";
import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import { AttemptLimit, GrowingDelay } from "./attempt-limit.ts";
import { firstStart, hashPassword, invite, join, type Newcomer } from "./joining.ts";
import { DeviceMarks, Login } from "./login.ts";
import { hasScope } from "./principal.ts";
import { startSession, useSession } from "./sessions.ts";
import { makeToken, useToken } from "./tokens.ts";

const DAY_MS = 24 * 3_600_000;
const NOW = 1_800_000_000_000;
const origin = { address: "192.0.2.1", userAgent: "test" };
const newcomer = (name: string): Newcomer => ({
  name,
  displayName: name,
  password: "correct horse",
  locale: "en",
  timeZone: "UTC",
});
const devices = new DeviceMarks("key of the tests");
let store: Store;

beforeEach(async () => {
  store = await openSqlite({ directory: null, now: NOW });
});
afterEach(() => store.close());

async function makeOwner(): Promise<Person> {
  await firstStart(store, { ownerName: "Owner", ownerPassword: "correct horse", now: NOW });
  return (await store.people.list({ limit: 1 })).items[0]!;
}

test("the owner comes from the configuration once, and never again", async () => {
  const options = { ownerName: "Owner", ownerPassword: "correct horse", now: NOW };
  expect(await firstStart(store, options)).toEqual({ kind: "owner-made", name: "owner" });
  expect(await firstStart(store, options)).toEqual({ kind: "already" });
  expect(await store.people.count()).toBe(1);
});

test("without a password the first start gives a link that makes one owner", async () => {
  const first = await firstStart(store, { ownerName: "owner", now: NOW });
  const second = await firstStart(store, { ownerName: "owner", now: NOW + 1 });
  const secretOf = (start: typeof first) => (start.kind === "set-up-link" ? (start.path.split("#")[1] ?? "") : "");
  const at = { address: "local", now: NOW + 2 };
  expect(await join(store, secretOf(first), newcomer("eve"), at)).toEqual({ kind: "no-invitation" });
  expect(await join(store, secretOf(second), newcomer("ann"), at)).toMatchObject({ person: { role: "owner" } });
  expect(await join(store, secretOf(second), newcomer("eve"), at)).toEqual({ kind: "no-invitation" });
});

test("two people who use one invitation at once: one joins", async () => {
  const owner = await makeOwner();
  const { secret } = await invite(store, { invitedBy: owner.id, role: "member", note: "", now: NOW });
  const at = { address: "local", now: NOW };
  const joined = await Promise.all(["ann", "bob", "cem"].map((name) => join(store, secret, newcomer(name), at)));
  expect(joined.map(({ kind }) => kind).sort()).toEqual(["joined", "no-invitation", "no-invitation"]);
  expect(await store.people.count()).toBe(2);
});

test("login tells a wrong name and a wrong password alike, and stops guessing", async () => {
  await makeOwner();
  let now = NOW;
  const login = new Login(store, { idleDays: 30, clock: () => now, devices });
  const attempt = (name: string, password: string, address = "192.0.2.1") =>
    login.attempt({ name, password, origin: { address, userAgent: "" } });
  expect(await attempt(" OWNER ", "correct horse")).toMatchObject({ kind: "in" });
  expect(await attempt("owner", "wrong")).toEqual(await attempt("nobody", "wrong"));
  for (let at = 0; at < 9; at++) await attempt("owner", "wrong");
  expect(await attempt("owner", "correct horse")).toMatchObject({ kind: "too-many" });
  expect(await attempt("owner", "correct horse", "192.0.2.2")).toMatchObject({ kind: "in" });
  now += 16 * 60_000;
  expect(await attempt("owner", "correct horse")).toMatchObject({ kind: "in" });
  const { items } = await store.audit.list({ limit: 100 });
  expect(items.filter(({ action }) => action === "login-failed").length).toBeGreaterThanOrEqual(11);
});

test("attempts made all at once are counted all the same", async () => {
  await makeOwner();
  const login = new Login(store, { idleDays: 30, clock: () => NOW, devices });
  const outcomes = await Promise.all(
    Array.from({ length: 15 }, () => login.attempt({ name: "owner", password: "wrong", origin })),
  );
  expect(outcomes.filter(({ kind }) => kind === "too-many")).toHaveLength(5);
});

/** A login at a clock of its own, with attempts from the address and with the mark that they name. */
function loginAt(clock: { now: number }) {
  const login = new Login(store, { idleDays: 30, clock: () => clock.now, devices });
  const attempt = (name: string, password: string, from: { address?: string; mark?: string | null } = {}) => {
    const { address = "192.0.2.1", mark = null } = from;
    return login.attempt({ name, password, mark, origin: { address, userAgent: "" } });
  };
  /** A failure, without the price of hashing a password. */
  const guess = (name: string, address = "192.0.2.1"): boolean => {
    const guesser = { kind: "stranger", name, address } as const;
    if (login.waitMs(guesser, clock.now) > 0) return false;
    login.countFailure(guesser, clock.now);
    return true;
  };
  return { attempt, guess };
}

test("who logs in rightly is never told to wait, however often", async () => {
  await makeOwner();
  const { attempt, guess } = loginAt({ now: NOW });
  for (let at = 0; at < 45; at++) guess(`guess${at}`);
  for (let at = 0; at < 12; at++) expect(await attempt("owner", "correct horse")).toMatchObject({ kind: "in" });
});

test("own successes do not clear the failures of others at the same address", async () => {
  await makeOwner();
  const { attempt, guess } = loginAt({ now: NOW });
  for (let at = 0; at < 50; at++) {
    expect(guess(`guess${at}`)).toBe(true);
    if (at % 10 === 0) expect(await attempt("owner", "correct horse")).toMatchObject({ kind: "in" });
  }
  expect(await attempt("another", "wrong")).toMatchObject({ kind: "too-many" });
});

test("a name is guessed at slowly from however many addresses, and is open again a minute after", async () => {
  await makeOwner();
  const clock = { now: NOW };
  const { attempt, guess } = loginAt(clock);
  let made = 0;
  for (let second = 0; second <= 3_600; second++) {
    clock.now = NOW + second * 1_000;
    if (guess("owner", `198.51.100.${second % 250}`)) made += 1;
  }
  // 20 at once, some while the wait grows, then one a minute
  expect(made).toBeGreaterThan(20 + 50);
  expect(made).toBeLessThanOrEqual(20 + 6 + 60);
  expect(await attempt("owner", "correct horse", { address: "203.0.113.9" })).toMatchObject({ kind: "too-many" });
  clock.now += 60_000;
  expect(await attempt("owner", "correct horse", { address: "203.0.113.9" })).toMatchObject({ kind: "in" });
});

test("nobody's guesses shut out a browser in which the person was logged in before", async () => {
  await makeOwner();
  const { attempt, guess } = loginAt({ now: NOW });
  const before = await attempt("owner", "correct horse");
  const mark = before.kind === "in" ? before.mark : "";
  for (let at = 0; at < 100; at++) guess("owner", at % 2 ? "192.0.2.1" : `198.51.100.${at}`);
  expect(await attempt("owner", "correct horse")).toMatchObject({ kind: "too-many" });
  expect(await attempt(" Owner", "correct horse", { mark })).toMatchObject({ kind: "in" });
  // a mark is for one name, cannot be made up, and guesses no more than anybody else
  for (const other of [`x${mark}`, `${mark}x`, "", ".", devices.make("eve"), new DeviceMarks("other").make("owner")]) {
    expect(await attempt("owner", "correct horse", { mark: other })).toMatchObject({ kind: "too-many" });
  }
  for (let at = 0; at < 10; at++) expect(await attempt("owner", "wrong", { mark })).toEqual({ kind: "refused" });
  expect(await attempt("owner", "correct horse", { mark })).toMatchObject({ kind: "too-many" });
});

test("a growing delay never asks for more than its longest wait, and forgets in quiet", () => {
  const options = { free: 3, firstMs: 10, mostMs: 100, quietMs: 1_000 };
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 300 })), (waits) => {
      const delay = new GrowingDelay(options);
      let now = 0;
      for (const wait of waits) {
        now += wait;
        expect(delay.waitMs("a", now)).toBeLessThanOrEqual(options.mostMs);
        if (delay.waitMs("a", now) === 0) delay.fail("a", now);
      }
      expect(delay.waitMs("a", now + options.mostMs)).toBe(0);
      expect(delay.waitMs("b", now)).toBe(0);
    }),
  );
});

test("a session lives while it is used, and a new password ends it everywhere", async () => {
  const owner = await makeOwner();
  const { secret } = await startSession(store, owner, origin, { idleDays: 30, now: NOW });
  const use = (now: number) => useSession(store, secret, { idleDays: 30, now });
  expect(await use(NOW + 29 * DAY_MS)).not.toBeNull();
  expect(await use(NOW + 58 * DAY_MS)).not.toBeNull();
  expect(await use(NOW + 89 * DAY_MS)).toBeNull();
  const other = await startSession(store, owner, origin, { idleDays: 30, now: NOW });
  await store.people.setPassword(owner.id, await hashPassword("another one"));
  expect(await useSession(store, other.secret, { idleDays: 30, now: NOW + 1 })).toBeNull();
});

test("a token does what it was made for, and nothing once it is revoked or its person is shut out", async () => {
  const owner = await makeOwner();
  const wanted = { name: "script", scopes: ["read"] as const, expiresAt: NOW + DAY_MS, now: NOW };
  const { secret, token } = await makeToken(store, owner, wanted);
  const use = (now = NOW + 1) => useToken(store, secret, { address: "local", now });
  const found = await use();
  const principal = { person: found!.person, by: { kind: "token", token: found!.token } as const };
  expect(hasScope(principal, "read")).toBe(true);
  expect(hasScope(principal, "write")).toBe(false);
  expect(await use(NOW + 2 * DAY_MS)).toBeNull();
  await store.tokens.revoke(owner.id, token.id, NOW);
  expect(await use()).toBeNull();
  expect((await store.audit.list({ limit: 9 })).items.map(({ action }) => action)).toContain("token-used");
});

test("what is stored of a secret does not let anyone in", async () => {
  const owner = await makeOwner();
  const { session } = await startSession(store, owner, origin, { idleDays: 30, now: NOW });
  expect(await useSession(store, session.secretHash, { idleDays: 30, now: NOW })).toBeNull();
});

test("a limit never lets more failures through than it says, and forgets after its window", () => {
  const step = fc.record({ key: fc.constantFrom("a", "b"), wait: fc.integer({ min: 0, max: 30 }) });
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const limit = new AttemptLimit({ maxFailures: 3, windowMs: 50, maxKeys: 2 });
      const made = new Map<string, number[]>();
      let now = 0;
      for (const { key, wait } of steps) {
        now += wait;
        if (limit.waitMs(key, now) > 0) continue;
        limit.fail(key, now);
        const times = [...(made.get(key) ?? []), now];
        made.set(key, times);
        // counting windows start at their first failure: at most two of them overlap any span of 50
        expect(times.filter((time) => now - time < 50).length).toBeLessThanOrEqual(6);
      }
      expect(limit.waitMs("a", now + 50) + limit.waitMs("b", now + 50)).toBe(0);
    }),
  );
});

test("nobody has the hash that unknown names are checked against", async () => {
  const login = new Login(store, { idleDays: 1, clock: () => NOW, devices });
  expect(await login.attempt({ name: "ghost", password: "", origin })).toEqual({ kind: "refused" });
});
