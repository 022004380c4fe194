/** Upkeep of the embedded store. */
import { sql } from "kysely";
import type { Finding, Upkeep } from "../contract/upkeep.ts";
import { schemaVersion } from "../migrations/migrate.ts";
import type { Connection } from "../sql/connection.ts";
import { examine } from "../sql/examine.ts";
import { countRecords } from "../sql/facts.ts";
import { type SweepPosition, sweep } from "../sql/sweep.ts";

export function sqliteUpkeep(connection: Connection, backUp: Upkeep["backUp"]): Upkeep {
  const position: SweepPosition = { block: "", page: "" };
  return {
    sweep: (now) => sweep(connection, position, now),
    examine: (options) => examine(connection, { ...options, fileFindings: () => examineFile(connection) }),
    pulse: async () => ({ now: Date.now(), schemaVersion: await schemaVersion(connection.db) }),
    async facts() {
      const { rows } = await sql<{ readonly bytes: number }>`
        select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`.execute(connection.db);
      return {
        dialect: "sqlite",
        schemaVersion: await schemaVersion(connection.db),
        sizeBytes: rows[0]?.bytes ?? 0,
        counts: await countRecords(connection),
      };
    },
    backUp,
  };
}

interface ForeignKeyFault {
  readonly table: string;
  readonly rowid: number | null;
  readonly parent: string;
}

/** What SQLite itself finds wrong with the file and its references. */
async function examineFile({ db }: Connection): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  const { rows: messages } = await sql<{ readonly integrity_check: string }>`pragma integrity_check`.execute(db);
  for (const { integrity_check: detail } of messages) {
    if (detail === "ok") continue;
    findings.push({ kind: "damaged-file", table: "", id: "", detail, isRepairable: false });
  }
  const { rows: faults } = await sql<ForeignKeyFault>`pragma foreign_key_check`.execute(db);
  for (const { table, rowid, parent } of faults) {
    const detail = `refers to a row of ${parent} that is not there`;
    findings.push({ kind: "broken-reference", table, id: String(rowid), detail, isRepairable: false });
  }
  return findings;
}
