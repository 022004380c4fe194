/** Settings, secrets and the audit log. */
import { AuditEntry, privateHostsOfOldSetting, Settings } from "@tessera/model";
import type { AuditRecords, SettingsRecords } from "../contract/instance-records.ts";
import { type Connection, inTransaction } from "./connection.ts";
import { mapping } from "./mapping.ts";
import { fromJson, listing, toJson } from "./rows.ts";

/** All settings are one row: they are read together and small. */
const SETTINGS_ROW = "settings";

const auditEntries = mapping(AuditEntry);

export function settingsRecords(connection: Connection): SettingsRecords {
  return {
    read: () => readSettings(connection),
    change: (patch) =>
      inTransaction(connection, async (inside) => {
        await inside.lock(inside.db, "settings");
        const current = await readSettings(inside);
        const settings = Settings.parse(asOfToday({ ...current, ...patch, caps: { ...current.caps, ...patch.caps } }));
        const value = toJson(settings);
        await inside.db
          .insertInto("settings")
          .values({ name: SETTINGS_ROW, value })
          .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
          .execute();
        return settings;
      }),
    async secret(name, make) {
      await connection.db
        .insertInto("secrets")
        .values({ name, value: make() })
        .onConflict((conflict) => conflict.column("name").doNothing())
        .execute();
      const row = await connection.db
        .selectFrom("secrets")
        .select("value")
        .where("name", "=", name)
        .executeTakeFirstOrThrow();
      return row.value;
    },
  };
}

export async function readSettings({ db }: Connection): Promise<Settings> {
  const row = await db.selectFrom("settings").select("value").where("name", "=", SETTINGS_ROW).executeTakeFirst();
  // parsed anew, so that a setting which a newer version added has its default
  return Settings.parse(row ? asOfToday(fromJson<Readonly<Record<string, unknown>>>(row.value)) : {});
}

/** Private hosts were texts once, which said neither for whom they are nor what for. */
function asOfToday(settings: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { privateHosts } = settings;
  if (!Array.isArray(privateHosts)) return settings;
  const hosts = privateHosts.flatMap((host: unknown): readonly unknown[] =>
    typeof host === "string" ? privateHostsOfOldSetting(host) : [host],
  );
  return { ...settings, privateHosts: hosts };
}

export function auditRecords({ db }: Connection): AuditRecords {
  return {
    async add(entry) {
      await db.insertInto("audit").values(auditEntries.rowOf(entry)).execute();
    },
    async list(filter) {
      let query = db.selectFrom("audit").selectAll();
      if (filter.person) query = query.where("person_id", "=", filter.person);
      if (filter.action) query = query.where("action", "=", filter.action);
      if (filter.after) query = query.where("id", "<", filter.after);
      const rows = await query
        .orderBy("id", "desc")
        .limit(filter.limit + 1)
        .execute();
      return listing(rows, filter.limit, { item: auditEntries.recordOf, cursor: (row) => row.id });
    },
  };
}
