/** Triggers that count how many columns name a body, so that no path through the code can forget to. */
import { sql } from "kysely";
import type { MigrationContext } from "./migration.ts";

/** Keeps `bodies.refs` in step with the named columns of a table. */
export async function countReferences(
  context: MigrationContext,
  table: string,
  columns: readonly string[],
): Promise<void> {
  for (const column of columns) {
    const statements = context.dialect === "sqlite" ? inSqlite(table, column) : inPostgres(table, column);
    for (const statement of statements) await sql.raw(statement).execute(context.db);
  }
}

const gain = (row: string) => `UPDATE bodies SET refs = refs + 1 WHERE hash = ${row};`;
const lose = (row: string) => `UPDATE bodies SET refs = refs - 1 WHERE hash = ${row};`;

function inSqlite(table: string, column: string): readonly string[] {
  const name = `${table}_${column}_refs`;
  const [before, after] = [`OLD.${column}`, `NEW.${column}`];
  return [
    `CREATE TRIGGER ${name}_insert AFTER INSERT ON ${table} WHEN ${after} IS NOT NULL BEGIN ${gain(after)} END`,
    `CREATE TRIGGER ${name}_delete AFTER DELETE ON ${table} WHEN ${before} IS NOT NULL BEGIN ${lose(before)} END`,
    `CREATE TRIGGER ${name}_update AFTER UPDATE OF ${column} ON ${table} WHEN ${before} IS NOT ${after}
       BEGIN ${lose(before)} ${gain(after)} END`,
  ];
}

function inPostgres(table: string, column: string): readonly string[] {
  const name = `${table}_${column}_refs`;
  const [before, after] = [`OLD.${column}`, `NEW.${column}`];
  return [
    `CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
       IF TG_OP <> 'INSERT' THEN ${lose(before)} END IF;
       IF TG_OP <> 'DELETE' THEN ${gain(after)} END IF;
       RETURN NULL; END $$`,
    `CREATE TRIGGER ${name} AFTER INSERT OR DELETE OR UPDATE OF ${column} ON ${table}
       FOR EACH ROW EXECUTE FUNCTION ${name}()`,
  ];
}
