/** Secrets for pages, as they come: sealed. */
import type { PersonId } from "@tessera/model";
import type { SealedSecret, SecretRecords } from "../contract/page-records.ts";
import { type Connection, inTransaction } from "./connection.ts";

/** Nobody logs in to more sites than that; whoever wants to fill the disk does not do it here. */
const MAX_SECRETS = 500;

export function secretRecords(connection: Connection): SecretRecords {
  return {
    put: (secret) => inTransaction(connection, (inside) => putSecret(inside, secret)),
    of: (owner) => secretsOf(connection, owner),
    async remove(owner, { origin, name }) {
      const { numDeletedRows } = await connection.db
        .deleteFrom("page_secrets")
        .where("person_id", "=", owner)
        .where("origin", "=", origin)
        .where("name", "=", name)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
}

async function secretsOf({ db }: Connection, owner: PersonId): Promise<readonly SealedSecret[]> {
  const query = db.selectFrom("page_secrets").selectAll().where("person_id", "=", owner);
  const rows = await query.orderBy("origin").orderBy("name").execute();
  return rows.map((row) => ({
    personId: owner,
    origin: row.origin,
    name: row.name,
    sealed: row.sealed,
    updatedAt: row.updated_at,
  }));
}

async function putSecret(connection: Connection, secret: SealedSecret): Promise<boolean> {
  const { personId, origin, name, sealed, updatedAt } = secret;
  const stored = await secretsOf(connection, personId);
  const isNew = !stored.some((other) => other.origin === origin && other.name === name);
  if (isNew && stored.length >= MAX_SECRETS) return false;
  await connection.db
    .insertInto("page_secrets")
    .values({ person_id: personId, origin, name, sealed, updated_at: updatedAt })
    .onConflict((conflict) =>
      conflict.columns(["person_id", "origin", "name"]).doUpdateSet({ sealed, updated_at: updatedAt }),
    )
    .execute();
  return true;
}
