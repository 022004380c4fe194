/**
 * A record and its row have the same fields, in camelCase here and in snake_case there. Text and numbers are stored as they
 * are, flags as 0 and 1, everything else as JSON; an optional field that is not there is NULL. What is in the database was
 * validated on its way in, at the border.
 */
import type { z } from "zod";
import { fromJson, toJson, toJsonOrNull } from "./rows.ts";

type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : Name;

type Column<Value> = Value extends boolean
  ? number
  : Value extends string
    ? string
    : Value extends number
      ? number
      : Value extends null | undefined
        ? null
        : string;

/** The columns of a record. */
export type Columns<Fields> = { -readonly [Name in keyof Fields & string as SnakeCase<Name>]: Column<Fields[Name]> };

interface Mapping<Fields> {
  readonly rowOf: (record: Fields) => Columns<Fields>;
  /** Of those fields that a patch names. */
  readonly columnsOf: (
    patch: { readonly [Name in keyof Fields]?: Fields[Name] | undefined },
  ) => Partial<Columns<Fields>>;
  readonly recordOf: (row: Columns<Fields>) => Fields;
}

export function mapping<Schema extends z.ZodObject>({ shape }: Schema): Mapping<z.output<Schema>> {
  type Fields = z.output<Schema>;
  const fields = Object.entries(shape).map(([name, type]) => ({
    name,
    column: snakeCase(name),
    isOptional: (type as z.ZodType).def.type === "optional",
    ...COLUMNS[kindOf(type)],
  }));
  const written = (given: Record<string, unknown>, isWanted: (value: unknown) => boolean) => {
    const row: Record<string, unknown> = {};
    for (const { name, column, isOptional, write } of fields) {
      if (isWanted(given[name])) row[column] = isOptional && given[name] == null ? null : write(given[name]);
    }
    return row;
  };
  return {
    rowOf: (record) => written(record, () => true) as Columns<Fields>,
    columnsOf: (patch) => written(patch, (value) => value !== undefined) as Partial<Columns<Fields>>,
    recordOf: (row) => {
      const columns: Record<string, unknown> = row;
      const record: Record<string, unknown> = {};
      for (const { name, column, isOptional, read } of fields) {
        if (!isOptional || columns[column] !== null) record[name] = read(columns[column]);
      }
      return record as Fields;
    },
  };
}

type Kind = "plain" | "flag" | "json" | "nullable-json";

const COLUMNS: Readonly<
  Record<Kind, { readonly write: (value: unknown) => unknown; readonly read: (value: unknown) => unknown }>
> = {
  plain: { write: (value) => value, read: (value) => value },
  flag: { write: (value) => (value ? 1 : 0), read: (value) => value === 1 },
  json: { write: toJson, read: (value) => fromJson(value as string) },
  "nullable-json": {
    write: toJsonOrNull,
    read: (value) => (value === null ? null : fromJson(value as string)),
  },
};

const PLAIN: ReadonlySet<string> = new Set(["string", "number", "enum", "literal"]);

function kindOf({ def }: z.ZodType): Kind {
  const { type, innerType } = def as { readonly type: string; readonly innerType?: z.ZodType };
  if (type === "boolean") return "flag";
  if (PLAIN.has(type)) return "plain";
  if (!innerType) return "json";
  const inner = kindOf(innerType);
  return type === "nullable" && inner === "json" ? "nullable-json" : inner;
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
