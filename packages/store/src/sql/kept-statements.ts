/**
 * Rows added and updated by statements whose text is kept: a check writes some forty rows, and to build and compile each of
 * their statements again would take longer than SQLite takes to run it.
 */
import { CompiledQuery } from "kysely";
import type { Connection } from "./connection.ts";
import type { NewRow, Row, Tables } from "./tables.ts";

type Values<Table extends keyof Tables> = Partial<NewRow<Table>>;

/** By dialect and by what they name; the code names a few dozen. */
const texts = new Map<string, string>();

/** Adds a row; `onConflict` is the clause that says what happens where it is there already. */
export async function insertRow<Table extends keyof Tables & string>(
  connection: Connection,
  table: Table,
  row: NewRow<Table>,
  onConflict = "",
): Promise<void> {
  const columns = namesIn(row);
  const text = kept(connection, `insert ${table} ${columns.join()} ${onConflict}`, (placeholder) => {
    const places = columns.map((_, at) => placeholder(at)).join(", ");
    return `insert into ${quoted(table)} (${columns.map(quoted).join(", ")}) values (${places}) ${onConflict}`;
  });
  await connection.db.executeQuery(CompiledQuery.raw(text, valuesIn(row)));
}

/** The rows in which all of `where` is so. */
export async function rowsWhere<Table extends keyof Tables & string>(
  connection: Connection,
  table: Table,
  where: Values<Table>,
): Promise<readonly Row<Table>[]> {
  const conditions = namesIn(where);
  const text = kept(connection, `rows ${table} ${conditions.join()}`, (placeholder) => {
    const met = conditions.map((column, at) => `${quoted(column)} = ${placeholder(at)}`);
    return `select * from ${quoted(table)} where ${met.join(" and ")}`;
  });
  return (await connection.db.executeQuery<Row<Table>>(CompiledQuery.raw(text, valuesIn(where)))).rows;
}

/** The newest instant of the rows in which all of `where` is so; null where there are none. */
export async function latestAt<Table extends "captures" | "observations">(
  connection: Connection,
  table: Table,
  where: Values<Table>,
): Promise<number | null> {
  const conditions = namesIn(where);
  const text = kept(connection, `latest ${table} ${conditions.join()}`, (placeholder) => {
    const met = conditions.map((column, at) => `${quoted(column)} = ${placeholder(at)}`);
    return `select max("at") as "before" from ${quoted(table)} where ${met.join(" and ")}`;
  });
  const query = CompiledQuery.raw(text, valuesIn(where));
  const { rows } = await connection.db.executeQuery<{ before: number | string | null }>(query);
  const { before = null } = rows[0] ?? {};
  return before === null ? null : Number(before);
}

/** Gives the rows in which all of `where` is so these values; says how many they are. */
export async function updateRows<Table extends keyof Tables & string>(
  connection: Connection,
  table: Table,
  { set, where }: { readonly set: Values<Table>; readonly where: Values<Table> },
): Promise<bigint> {
  const [columns, conditions] = [namesIn(set), namesIn(where)];
  const text = kept(connection, `update ${table} ${columns.join()} ${conditions.join()}`, (placeholder) => {
    const assigned = columns.map((column, at) => `${quoted(column)} = ${placeholder(at)}`);
    const met = conditions.map((column, at) => `${quoted(column)} = ${placeholder(columns.length + at)}`);
    return `update ${quoted(table)} set ${assigned.join(", ")} where ${met.join(" and ")}`;
  });
  const parameters = [...valuesIn(set), ...valuesIn(where)];
  const { numAffectedRows } = await connection.db.executeQuery(CompiledQuery.raw(text, parameters));
  return numAffectedRows ?? 0n;
}

/** What is undefined is left as it is. */
function namesIn(values: object): readonly string[] {
  const fields = values as Readonly<Record<string, unknown>>;
  return Object.keys(fields).filter((name) => fields[name] !== undefined);
}

function valuesIn(values: object): unknown[] {
  return Object.values(values).filter((value) => value !== undefined);
}

function kept(
  { placeholder }: Pick<Connection, "placeholder">,
  key: string,
  write: (placeholder: Connection["placeholder"]) => string,
): string {
  const name = `${placeholder(0)} ${key}`;
  const known = texts.get(name);
  if (known !== undefined) return known;
  const text = write(placeholder);
  texts.set(name, text);
  return text;
}

/** Names are those of our own tables and columns. */
function quoted(name: string): string {
  return `"${name}"`;
}
