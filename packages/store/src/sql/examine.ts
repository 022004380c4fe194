/** The doctor: every invariant of the store, verified, and put right where the rest of the data says how. */
import { sql } from "kysely";
import type { Diagnosis, Finding } from "../contract/upkeep.ts";
import { type Connection, inTransaction } from "./connection.ts";
import { examineBodies, examineObjects } from "./examine-bodies.ts";
import { examineRecords, examineSchedule } from "./examine-records.ts";
import { examineSearch } from "./examine-search.ts";
import type { Case } from "./rows.ts";

export interface ExamineOptions {
  readonly now: number;
  readonly repair: boolean;
  /** What the database itself finds. */
  readonly fileFindings: () => readonly Finding[] | Promise<readonly Finding[]>;
}

const COUNTED = [
  "people",
  "pages",
  "captures",
  "blocks",
  "follows",
  "observations",
  "sheets",
  "tiles",
  "channels",
  "deliveries",
  "wishes",
  "corrections",
  "bodies",
] as const;

export async function examine(connection: Connection, options: ExamineOptions): Promise<Diagnosis> {
  const findings = await options.fileFindings();
  // a file that is damaged cannot be trusted about anything else, and writing to it makes it worse
  const isSound = findings.every((finding) => finding.kind !== "damaged-file");
  const cases = isSound ? await allCases(connection, options.now) : [];
  const repairs = options.repair ? cases.flatMap(({ repair }) => (repair ? [repair] : [])) : [];
  if (repairs.length > 0) {
    await inTransaction(connection, async (inside) => {
      for (const repair of repairs) await repair(inside);
    });
  }
  return {
    findings: [...findings, ...cases.map(({ finding }) => finding)],
    checked: isSound ? await countRecords(connection) : {},
    repaired: repairs.length,
  };
}

async function allCases(connection: Connection, now: number): Promise<readonly Case[]> {
  return [
    ...(await examineBodies(connection)),
    ...(await examineObjects(connection, now)),
    ...(await examineRecords(connection)),
    ...(await examineSchedule(connection, now)),
    ...(await examineSearch(connection)),
  ];
}

export async function countRecords({ db }: Connection): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {};
  for (const table of COUNTED) {
    const row = await db.selectFrom(table).select(sql<number>`count(*)`.as("count")).executeTakeFirst();
    counts[table] = Number(row?.count ?? 0);
  }
  return counts;
}
