/** The form of a migration: forward only, one transaction, never edited once released. */
import type { Transaction } from "kysely";
import type { DialectName } from "../sql/connection.ts";
import type { Tables } from "../sql/tables.ts";

export interface MigrationContext {
  readonly db: Transaction<Tables>;
  readonly dialect: DialectName;
}

export interface Migration {
  readonly name: string;
  up(context: MigrationContext): Promise<void>;
}
