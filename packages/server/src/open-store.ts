/** The store that the configuration names: PostgreSQL for a fleet, otherwise SQLite in the data directory. */
import { openPostgres, openSqlite, type Store } from "@tessera/store";
import type { Config } from "./config/settings.ts";

export function openStore({ database, data }: Pick<Config, "database" | "data">): Promise<Store> {
  const now = Date.now();
  return database ? openPostgres({ url: database, now }) : openSqlite({ directory: data, now });
}
