/** What the store tells the planner of PostgreSQL, which knows the tables only as they were when it last looked. */
import { type RawBuilder, sql } from "kysely";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { openPostgresDatabase } from "./open-postgres.ts";
import { testServer } from "./test-server.fixture.ts";

const server = await testServer();
const database = await server?.createDatabase();

interface Node {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly Plans?: readonly Node[];
}

describe.skipIf(!database)("with a real PostgreSQL", () => {
  afterAll(() => database?.drop());

  const open = async () => {
    const { connection, close } = await openPostgresDatabase({ url: database!.url, now: Date.now() });
    onTestFinished(close);
    return connection;
  };

  test("no connection compiles its queries, however many are open at once", async () => {
    const { db } = await open();
    const { rows } = await sql<{ jit: string }>`SELECT current_setting('jit') AS jit`.execute(db);
    expect(rows).toEqual([{ jit: "off" }]);
    const each = await Promise.all(
      [1, 2, 3].map(() => sql<{ jit: string }>`SELECT current_setting('jit') AS jit, pg_sleep(0)`.execute(db)),
    );
    expect(each.map(({ rows: [row] }) => row?.jit)).toEqual(["off", "off", "off"]);
  });

  test("tables are joined in the order they are written in, against what the planner would do", async () => {
    const { db, each } = await open();
    await sql`CREATE TABLE many AS SELECT number, number % 10 AS digit FROM generate_series(1, 5000) AS number`.execute(
      db,
    );
    await sql`CREATE TABLE few AS SELECT number FROM generate_series(1, 3) AS number`.execute(db);
    for (const table of ["many", "few"]) await sql`ANALYZE ${sql.table(table)}`.execute(db);
    /** The tables of a join in the order in which they are gone through. */
    const order = async (join: RawBuilder<unknown>) => {
      const { rows } = await sql<{ "QUERY PLAN": [{ Plan: Node }] }>`
        EXPLAIN (FORMAT JSON) SELECT m.number FROM ${join}`.execute(db);
      const names = ({ "Relation Name": name, Plans = [] }: Node): string[] => [
        ...(name ? [name] : []),
        ...Plans.flatMap(names),
      ];
      return {
        names: names(rows[0]!["QUERY PLAN"][0].Plan),
        rows: (await sql`SELECT m.number FROM ${join}`.execute(db)).rows.length,
      };
    };
    const on = sql`f.number = m.number`;
    const written = each(sql`few`, sql`f`, on);
    expect(await order(sql`many m ${written}`)).toEqual({ names: ["many", "few"], rows: 3 });
    expect(await order(sql`few f ${each(sql`many`, sql`m`, on)}`)).toEqual({ names: ["few", "many"], rows: 3 });
    // otherwise it has its own way with both
    const [one, other] = [
      await order(sql`many m CROSS JOIN few f WHERE ${on}`),
      await order(sql`few f CROSS JOIN many m WHERE ${on}`),
    ];
    expect(one).toEqual(other);
  });
});
