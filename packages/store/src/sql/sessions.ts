/** Sessions, tokens and invitations. */
import type { Invitation, Person, PersonId, Scope, Session, Token } from "@tessera/model";
import type { Acceptance, InvitationRecords, SessionRecords, TokenRecords } from "../contract/people-records.ts";
import { checkCap } from "./caps.ts";
import { type Connection, inTransaction } from "./connection.ts";
import { readSettings } from "./instance.ts";
import { addPerson, personOf } from "./people.ts";
import { fromJson, toJson } from "./rows.ts";
import type { Row } from "./tables.ts";

/** SQLite wants a limit where there is an offset. */
const MAX_SESSION_ROWS = 1_000_000;

export function sessionRecords(connection: Connection): SessionRecords {
  const { db } = connection;
  return {
    add: (session) =>
      inTransaction(connection, async (inside) => {
        await inside.db
          .insertInto("sessions")
          .values({
            id: session.id,
            person_id: session.personId,
            secret_hash: session.secretHash,
            created_at: session.createdAt,
            last_seen_at: session.lastSeenAt,
            expires_at: session.expiresAt,
            user_agent: session.userAgent,
            address: session.address,
          })
          .execute();
        await endSessionsBeyondCap(inside, session);
      }),
    async findBySecret(secretHash, now) {
      const row = await db
        .selectFrom("sessions")
        .selectAll()
        .where("secret_hash", "=", secretHash)
        .where("expires_at", ">", now)
        .executeTakeFirst();
      const person = row && (await activePerson(connection, row.person_id));
      return row && person ? { session: sessionOf(row), person } : null;
    },
    async touch(id, seen) {
      await db
        .updateTable("sessions")
        .set({ last_seen_at: seen.lastSeenAt, expires_at: seen.expiresAt })
        .where("id", "=", id)
        .execute();
    },
    async of(owner) {
      const rows = await db.selectFrom("sessions").selectAll().where("person_id", "=", owner).orderBy("id").execute();
      return rows.map(sessionOf);
    },
    async end(owner, id) {
      const { numDeletedRows } = await db
        .deleteFrom("sessions")
        .where("id", "=", id)
        .where("person_id", "=", owner)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
    async endAll(owner, except) {
      let query = db.deleteFrom("sessions").where("person_id", "=", owner);
      if (except) query = query.where("id", "!=", except);
      return Number((await query.executeTakeFirst()).numDeletedRows);
    },
  };
}

export function tokenRecords(connection: Connection): TokenRecords {
  const { db } = connection;
  return {
    add: (token) =>
      inTransaction(connection, async (inside) => {
        await checkCap(inside, token.personId, { cap: "tokens" });
        await inside.db
          .insertInto("tokens")
          .values({
            id: token.id,
            person_id: token.personId,
            name: token.name,
            secret_hash: token.secretHash,
            scopes: toJson(token.scopes),
            created_at: token.createdAt,
            last_used_at: token.lastUsedAt,
            expires_at: token.expiresAt,
            revoked_at: token.revokedAt,
          })
          .execute();
      }),
    async findBySecret(secretHash, now) {
      const row = await db
        .selectFrom("tokens")
        .selectAll()
        .where("secret_hash", "=", secretHash)
        .where("revoked_at", "is", null)
        .where((is) => is.or([is("expires_at", "is", null), is("expires_at", ">", now)]))
        .executeTakeFirst();
      const person = row && (await activePerson(connection, row.person_id));
      return row && person ? { token: tokenOf(row), person } : null;
    },
    async touch(id, lastUsedAt) {
      await db.updateTable("tokens").set({ last_used_at: lastUsedAt }).where("id", "=", id).execute();
    },
    async of(owner) {
      const rows = await db.selectFrom("tokens").selectAll().where("person_id", "=", owner).orderBy("id").execute();
      return rows.map(tokenOf);
    },
    async revoke(owner, id, now) {
      const { numUpdatedRows } = await db
        .updateTable("tokens")
        .set({ revoked_at: now })
        .where("id", "=", id)
        .where("person_id", "=", owner)
        .where("revoked_at", "is", null)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
  };
}

export function invitationRecords(connection: Connection): InvitationRecords {
  const { db } = connection;
  return {
    async add(invitation) {
      await db
        .insertInto("invitations")
        .values({
          id: invitation.id,
          invited_by: invitation.invitedBy,
          role: invitation.role,
          secret_hash: invitation.secretHash,
          note: invitation.note,
          created_at: invitation.createdAt,
          expires_at: invitation.expiresAt,
          used_at: invitation.usedAt,
          used_by: invitation.usedBy,
        })
        .execute();
    },
    async list() {
      const rows = await db.selectFrom("invitations").selectAll().orderBy("id").execute();
      return rows.map(invitationOf);
    },
    findBySecret: (secretHash, now) => openInvitation(connection, secretHash, now),
    accept: (secretHash, person, passwordHash) =>
      inTransaction(connection, (inside) => accept(inside, secretHash, { person, passwordHash })),
    async withdraw(id) {
      const { numDeletedRows } = await db
        .deleteFrom("invitations")
        .where("id", "=", id)
        .where("used_at", "is", null)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
}

async function accept(
  connection: Connection,
  secretHash: string,
  { person, passwordHash }: { readonly person: Person; readonly passwordHash: string },
): Promise<Acceptance> {
  const invitation = await openInvitation(connection, secretHash, person.createdAt);
  if (!invitation) return { kind: "no-invitation" };
  const joining: Person = { ...person, role: invitation.role };
  if (!(await addPerson(connection, joining, passwordHash))) return { kind: "name-taken" };
  const { numUpdatedRows } = await connection.db
    .updateTable("invitations")
    .set({ used_at: person.createdAt, used_by: person.id })
    .where("id", "=", invitation.id)
    .where("used_at", "is", null)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) return { kind: "joined", person: joining };
  // somebody else joined on it since it was read; only PostgreSQL lets two transactions get this far
  await connection.db.deleteFrom("people").where("id", "=", person.id).execute();
  return { kind: "no-invitation" };
}

async function openInvitation({ db }: Connection, secretHash: string, now: number): Promise<Invitation | null> {
  const row = await db
    .selectFrom("invitations")
    .selectAll()
    .where("secret_hash", "=", secretHash)
    .where("used_at", "is", null)
    .where("expires_at", ">", now)
    .executeTakeFirst();
  return row ? invitationOf(row) : null;
}

/** Those that were used longest ago go, never the new one: whoever logs in is let in. */
async function endSessionsBeyondCap(connection: Connection, session: Session): Promise<void> {
  const { caps } = await readSettings(connection);
  await connection.db
    .deleteFrom("sessions")
    .where("id", "in", (from) =>
      from
        .selectFrom("sessions")
        .select("id")
        .where("person_id", "=", session.personId)
        .where("id", "!=", session.id)
        .orderBy("last_seen_at", "desc")
        .orderBy("id", "desc")
        .limit(MAX_SESSION_ROWS)
        .offset(caps.sessions - 1),
    )
    .execute();
}

async function activePerson({ db }: Connection, id: string): Promise<Person | null> {
  const row = await db
    .selectFrom("people")
    .selectAll()
    .where("id", "=", id)
    .where("disabled_at", "is", null)
    .executeTakeFirst();
  return row ? personOf(row) : null;
}

function sessionOf(row: Row<"sessions">): Session {
  return {
    id: row.id as Session["id"],
    personId: row.person_id as PersonId,
    secretHash: row.secret_hash,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    expiresAt: row.expires_at,
    userAgent: row.user_agent,
    address: row.address,
  };
}

function tokenOf(row: Row<"tokens">): Token {
  return {
    id: row.id as Token["id"],
    personId: row.person_id as PersonId,
    name: row.name,
    secretHash: row.secret_hash,
    scopes: fromJson<Scope[]>(row.scopes),
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
  };
}

function invitationOf(row: Row<"invitations">): Invitation {
  return {
    id: row.id as Invitation["id"],
    invitedBy: row.invited_by as PersonId | null,
    role: row.role as Invitation["role"],
    secretHash: row.secret_hash,
    note: row.note,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    usedAt: row.used_at,
    usedBy: row.used_by as PersonId | null,
  };
}
