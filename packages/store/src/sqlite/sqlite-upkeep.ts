/** Upkeep of the embedded store. */
import type { Database } from "better-sqlite3";
import type { Finding, Upkeep } from "../contract/upkeep.ts";
import { schemaVersion } from "../migrations/migrate.ts";
import type { Connection } from "../sql/connection.ts";
import { examine } from "../sql/examine.ts";
import { countRecords } from "../sql/facts.ts";
import { type SweepPosition, sweep } from "../sql/sweep.ts";
import { backUpSqlite } from "./back-up.ts";

export function sqliteUpkeep(connection: Connection, database: Database): Upkeep {
  const position: SweepPosition = { block: "", page: "" };
  return {
    sweep: (now) => sweep(connection, position, now),
    examine: (options) => examine(connection, { ...options, fileFindings: () => examineFile(database) }),
    async facts() {
      const pages = Number(database.pragma("page_count", { simple: true }));
      return {
        dialect: "sqlite",
        schemaVersion: await schemaVersion(connection.db),
        sizeBytes: pages * Number(database.pragma("page_size", { simple: true })),
        counts: await countRecords(connection),
      };
    },
    backUp: (target) => backUpSqlite(database, target),
  };
}

interface ForeignKeyFault {
  readonly table: string;
  readonly rowid: number | null;
  readonly parent: string;
}

/** What SQLite itself finds wrong with the file and its references. */
function examineFile(database: Database): readonly Finding[] {
  const findings: Finding[] = [];
  // a pragma answers with rows whose form only its documentation tells
  const messages = database.pragma("integrity_check") as readonly { readonly integrity_check: string }[];
  for (const { integrity_check: detail } of messages) {
    if (detail === "ok") continue;
    findings.push({ kind: "damaged-file", table: "", id: "", detail, isRepairable: false });
  }
  const faults = database.pragma("foreign_key_check") as readonly ForeignKeyFault[];
  for (const { table, rowid, parent } of faults) {
    const detail = `refers to a row of ${parent} that is not there`;
    findings.push({ kind: "broken-reference", table, id: String(rowid), detail, isRepairable: false });
  }
  return findings;
}
