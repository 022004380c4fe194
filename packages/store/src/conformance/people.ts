/** What every store promises about people and the ways they prove who they are. */
import { type Invitation, InvitationId, newId, type Session, SessionId, type Token, TokenId } from "@tessera/model";
import { describe, expect, test } from "vitest";
import type { Store } from "../contract/store.ts";
import { addPerson, aPerson, DAY, followSomething, NOON, unique } from "./samples.ts";

export function describePeople(open: () => Promise<Store>): void {
  describe("people", () => {
    test("a name belongs to one person", async () => {
      const store = await open();
      const ada = await addPerson(store);
      expect(await store.people.add(aPerson({ name: ada.name }), "hash")).toBe(false);
      expect(await store.people.find(ada.id)).toEqual(ada);
      expect(await store.people.credentialsOf(ada.name)).toEqual({ person: ada, passwordHash: "hash" });
      expect(await store.people.credentialsOf(unique("nobody"))).toBeNull();
    });

    test("an instance has one first person, and none once somebody is in it", async () => {
      const store = await open();
      const first = aPerson({ role: "owner" });
      expect(await store.people.addFirst(first, "hash")).toBe(true);
      expect(await store.people.find(first.id)).toEqual(first);
      expect(await store.people.addFirst(aPerson({ role: "owner" }), "hash")).toBe(false);
    });

    test("a change made from an old version is a conflict that shows what is there", async () => {
      const store = await open();
      const ada = await addPerson(store);
      const first = await store.people.change(ada.id, { displayName: "A" }, { now: NOON, ifVersion: 1 });
      expect(first).toMatchObject({ kind: "changed", record: { displayName: "A", version: 2 } });
      const second = await store.people.change(ada.id, { displayName: "B" }, { now: NOON, ifVersion: 1 });
      expect(second).toMatchObject({ kind: "conflict", record: { displayName: "A", version: 2 } });
      expect(await store.people.change(aPerson().id, {}, { now: NOON })).toEqual({ kind: "missing" });
    });

    test("people are listed in slices that meet without gap or overlap", async () => {
      const store = await open();
      for (let count = 0; count < 5; count++) await addPerson(store);
      expect(await store.people.count()).toBe(5);
      const seen: string[] = [];
      for (let after: string | undefined; ; ) {
        const { items, next } = await store.people.list({ limit: 2, after });
        seen.push(...items.map((person) => person.id));
        if (next === null) break;
        after = next;
      }
      expect(new Set(seen).size).toBe(5);
      expect(seen).toHaveLength(5);
    });

    test("a removed person takes along what was theirs alone", async () => {
      const store = await open();
      const [ada, bob] = [await addPerson(store), await addPerson(store)];
      const { page } = await followSomething(store, ada);
      const other = await followSomething(store, bob);
      await store.sessions.add(aSession(ada.id));
      expect(await store.people.remove(ada.id)).toBe(true);
      expect(await store.people.find(ada.id)).toBeNull();
      expect((await store.follows.list(ada.id, { limit: 10 })).items).toEqual([]);
      expect(await store.pages.findForCheck(page.id)).not.toBeNull();
      expect(await store.follows.find(bob.id, other.view.follow.id)).toEqual(other.view);
      expect((await store.upkeep.examine({ now: NOON, repair: false })).findings).toEqual([]);
    });
  });

  describe("sessions and tokens", () => {
    test("a session is found by its secret until it expires or its person is disabled", async () => {
      const store = await open();
      const ada = await addPerson(store);
      const session = aSession(ada.id);
      await store.sessions.add(session);
      expect(await store.sessions.findBySecret(session.secretHash, NOON)).toEqual({ session, person: ada });
      expect(await store.sessions.findBySecret(session.secretHash, session.expiresAt)).toBeNull();
      await store.people.change(ada.id, { disabledAt: NOON }, { now: NOON });
      expect(await store.sessions.findBySecret(session.secretHash, NOON)).toBeNull();
    });

    test("a new password ends every session", async () => {
      const store = await open();
      const ada = await addPerson(store);
      const session = aSession(ada.id);
      await store.sessions.add(session);
      expect(await store.people.setPassword(ada.id, "new")).toBe(true);
      expect(await store.sessions.of(ada.id)).toEqual([]);
      expect((await store.people.credentialsOf(ada.name))?.passwordHash).toBe("new");
    });

    test("a new password revokes the tokens of the person where that is asked for, and nobody else's", async () => {
      const store = await open();
      const [ada, bob] = [await addPerson(store), await addPerson(store)];
      const [early, late, other] = [aToken(ada.id), aToken(ada.id), aToken(bob.id)];
      for (const token of [early, late, other]) await store.tokens.add(token);
      const revoked = async () => (await store.tokens.of(ada.id)).map(({ revokedAt }) => revokedAt);
      await store.people.setPassword(ada.id, "new");
      expect(await revoked()).toEqual([null, null]);
      await store.tokens.revoke(ada.id, early.id, NOON);
      await store.people.setPassword(ada.id, "newer", { revokeTokensAt: NOON + 1 });
      expect((await revoked()).sort()).toEqual([NOON, NOON + 1]);
      expect(await store.tokens.findBySecret(late.secretHash, NOON)).toBeNull();
      expect(await store.tokens.findBySecret(other.secretHash, NOON)).not.toBeNull();
    });

    test("nobody ends a session or revokes a token of another", async () => {
      const store = await open();
      const [ada, bob] = [await addPerson(store), await addPerson(store)];
      const [session, token] = [aSession(ada.id), aToken(ada.id)];
      await store.sessions.add(session);
      await store.tokens.add(token);
      expect(await store.sessions.end(bob.id, session.id)).toBe(false);
      expect(await store.tokens.revoke(bob.id, token.id, NOON)).toBe(false);
      expect(await store.tokens.findBySecret(token.secretHash, NOON)).toEqual({ token, person: ada });
      expect(await store.tokens.revoke(ada.id, token.id, NOON)).toBe(true);
      expect(await store.tokens.findBySecret(token.secretHash, NOON)).toBeNull();
    });

    test("a token with an end is dead after it, one without lives on", async () => {
      const store = await open();
      const ada = await addPerson(store);
      const [ending, lasting] = [aToken(ada.id, NOON + DAY), aToken(ada.id)];
      await store.tokens.add(ending);
      await store.tokens.add(lasting);
      expect(await store.tokens.findBySecret(ending.secretHash, NOON + DAY)).toBeNull();
      expect(await store.tokens.findBySecret(lasting.secretHash, NOON + 1_000 * DAY)).not.toBeNull();
    });
  });

  describe("invitations", () => {
    test("of two people who accept at once, one joins", async () => {
      const store = await open();
      const invitation = anInvitation();
      await store.invitations.add(invitation);
      const outcomes = await Promise.all(
        [aPerson(), aPerson(), aPerson()].map((person) =>
          store.invitations.accept(invitation.secretHash, person, "hash"),
        ),
      );
      expect(outcomes.map((outcome) => outcome.kind).sort()).toEqual(["joined", "no-invitation", "no-invitation"]);
      expect(await store.invitations.findBySecret(invitation.secretHash, NOON)).toBeNull();
    });

    test("a taken name leaves the invitation open, and the role is the invitation's", async () => {
      const store = await open();
      const ada = await addPerson(store);
      const invitation = anInvitation();
      await store.invitations.add(invitation);
      const taken = await store.invitations.accept(invitation.secretHash, aPerson({ name: ada.name }), "hash");
      expect(taken).toEqual({ kind: "name-taken" });
      const joined = await store.invitations.accept(invitation.secretHash, aPerson({ role: "owner" }), "hash");
      expect(joined).toMatchObject({ kind: "joined", person: { role: "member" } });
    });

    test("an expired or withdrawn invitation lets nobody in", async () => {
      const store = await open();
      const [expired, withdrawn] = [anInvitation(), anInvitation()];
      await store.invitations.add(expired);
      await store.invitations.add(withdrawn);
      const late = aPerson({ createdAt: expired.expiresAt });
      expect(await store.invitations.accept(expired.secretHash, late, "hash")).toEqual({ kind: "no-invitation" });
      expect(await store.invitations.withdraw(withdrawn.id)).toBe(true);
      const outcome = await store.invitations.accept(withdrawn.secretHash, aPerson(), "hash");
      expect(outcome).toEqual({ kind: "no-invitation" });
    });
  });
}

function aSession(personId: Session["personId"]): Session {
  return {
    id: newId(SessionId, NOON),
    personId,
    secretHash: unique("secret"),
    createdAt: NOON,
    lastSeenAt: NOON,
    expiresAt: NOON + DAY,
    userAgent: "test",
    address: "127.0.0.1",
  };
}

export function aToken(personId: Token["personId"], expiresAt: number | null = null): Token {
  return {
    id: newId(TokenId, NOON),
    personId,
    name: "script",
    secretHash: unique("secret"),
    scopes: ["read"],
    createdAt: NOON,
    lastUsedAt: null,
    expiresAt,
    revokedAt: null,
  };
}

function anInvitation(): Invitation {
  return {
    id: newId(InvitationId, NOON),
    invitedBy: null,
    role: "member",
    secretHash: unique("secret"),
    note: "",
    createdAt: NOON,
    expiresAt: NOON + DAY,
    usedAt: null,
    usedBy: null,
  };
}
