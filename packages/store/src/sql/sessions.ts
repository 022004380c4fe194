/** Sessions, tokens, invitations and pairings. */
import { Invitation, Pairing, type Person, Session, Token } from "@tessera/model";
import type {
  Acceptance,
  InvitationRecords,
  PairingRecords,
  SessionRecords,
  TokenRecords,
} from "../contract/people-records.ts";
import { checkCap } from "./caps.ts";
import { type Connection, inTransaction } from "./connection.ts";
import { readSettings } from "./instance.ts";
import { mapping } from "./mapping.ts";
import { addPerson, personOf } from "./people.ts";

const sessions = mapping(Session);
const tokens = mapping(Token);
const invitations = mapping(Invitation);
const pairings = mapping(Pairing);

/** SQLite wants a limit where there is an offset. */
const MAX_SESSION_ROWS = 1_000_000;

export function sessionRecords(connection: Connection): SessionRecords {
  const { db } = connection;
  return {
    add: (session) =>
      inTransaction(connection, async (inside) => {
        await inside.db.insertInto("sessions").values(sessions.rowOf(session)).execute();
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
      return row && person ? { session: sessions.recordOf(row), person } : null;
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
      return rows.map(sessions.recordOf);
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
        await inside.db.insertInto("tokens").values(tokens.rowOf(token)).execute();
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
      return row && person ? { token: tokens.recordOf(row), person } : null;
    },
    async touch(id, lastUsedAt) {
      await db.updateTable("tokens").set({ last_used_at: lastUsedAt }).where("id", "=", id).execute();
    },
    async of(owner) {
      const rows = await db.selectFrom("tokens").selectAll().where("person_id", "=", owner).orderBy("id").execute();
      return rows.map(tokens.recordOf);
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
    async rename(owner, id, name) {
      const row = await db
        .updateTable("tokens")
        .set({ name })
        .where("id", "=", id)
        .where("person_id", "=", owner)
        .where("revoked_at", "is", null)
        .returningAll()
        .executeTakeFirst();
      return row ? tokens.recordOf(row) : null;
    },
  };
}

export function pairingRecords({ db }: Connection): PairingRecords {
  return {
    async open(pairing) {
      const row = pairings.rowOf(pairing);
      await db
        .insertInto("pairings")
        .values(row)
        .onConflict((conflict) => conflict.column("person_id").doUpdateSet(row))
        .execute();
    },
    async take(codeHash, now) {
      const row = await db.deleteFrom("pairings").where("code_hash", "=", codeHash).returningAll().executeTakeFirst();
      return row && row.expires_at > now ? pairings.recordOf(row) : null;
    },
  };
}

export function invitationRecords(connection: Connection): InvitationRecords {
  const { db } = connection;
  return {
    async add(invitation) {
      await db.insertInto("invitations").values(invitations.rowOf(invitation)).execute();
    },
    async list() {
      const rows = await db.selectFrom("invitations").selectAll().orderBy("id").execute();
      return rows.map(invitations.recordOf);
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
  return row ? invitations.recordOf(row) : null;
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
