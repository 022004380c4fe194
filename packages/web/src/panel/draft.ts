/** The settings of a page while a person works on them: rows that may be half filled in, and the source they make. */
import type { BrowserStep, PageCookie, PageHeader, PageSource } from "@tessera/model";
import type { BodyOf } from "@tessera/model/api";

/** A header or a cookie. */
export interface ValueRow {
  readonly id: number;
  readonly name: string;
  /** As it is typed; of a stored secret nothing comes back. */
  readonly value: string;
  readonly isSecret: boolean;
  /** The stored secret that is its value; null where none is stored yet. */
  readonly secret: string | null;
}

/** A secret that is not stored yet. */
export type TypedSecret = BodyOf<"PUT /secrets">;

export type ValueKind = "cookie" | "header";

let rows = 0;

export function newRow(): ValueRow {
  return { id: ++rows, name: "", value: "", isSecret: true, secret: null };
}

export function rowsOf(values: readonly (PageHeader | PageCookie)[] | undefined): readonly ValueRow[] {
  return (values ?? []).map((one) =>
    "secret" in one
      ? { ...newRow(), name: one.name, secret: one.secret }
      : { ...newRow(), name: one.name, value: one.value, isSecret: false },
  );
}

/** The secret under which the value of a row is stored: told apart from those that steps type. */
export function secretNameOf(kind: ValueKind, name: string): string {
  return `${kind} ${name.trim().toLowerCase()}`.replaceAll(/[^\p{L}\p{N}_. -]/gu, "_").slice(0, 60);
}

/** Rows with the name of a secret for each value that was typed: that of before, or a new one, which is taken then. */
export function namedRows(kind: ValueKind, list: readonly ValueRow[], taken: Set<string>): readonly ValueRow[] {
  const waiting = new Set(unstored(list));
  return list.map((row) => {
    if (!waiting.has(row)) return row;
    const secret = row.secret ?? freeName(secretNameOf(kind, row.name), taken);
    taken.add(secret);
    return { ...row, secret };
  });
}

/** With a number behind it where another page of the site has a secret of that name: its value is not to be replaced. */
function freeName(name: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number++) {
    const free = number === 1 ? name : `${name.slice(0, 55)} ${number}`;
    if (!taken.has(free)) return free;
  }
}

/** Half filled in: one that is saved like this would be gone. A row in which nothing stands is none. */
export function isHalf({ name, value, isSecret, secret }: ValueRow): boolean {
  const hasValue = value !== "" || secret !== null;
  return name.trim() === "" ? hasValue : isSecret && !hasValue;
}

/** Rows whose value has to be stored before they can be used. */
export function unstored(list: readonly ValueRow[]): readonly ValueRow[] {
  return list.filter(({ name, value, isSecret }) => isSecret && name.trim() !== "" && value !== "");
}

/** Without rows that are not filled in. */
export function valuesOf(list: readonly ValueRow[]): readonly (PageHeader | PageCookie)[] {
  return list.flatMap((row): (PageHeader | PageCookie)[] => {
    const name = row.name.trim();
    if (name === "") return [];
    if (!row.isSecret) return [{ name, value: row.value }];
    return row.secret === null ? [] : [{ name, secret: row.secret }];
  });
}

/** With all that is meant where nothing is said. */
export function wholeSource(source: BodyOf<"POST /pages">["source"]): PageSource {
  return { fetcher: "auto", steps: [], keepCookies: false, respectRobots: true, lean: true, ...source } as PageSource;
}

export const STEP_KINDS = [
  "click",
  "type",
  "typeSecret",
  "choose",
  "waitFor",
  "wait",
  "scroll",
] as const satisfies readonly BrowserStep["kind"][];

export function blankStep(kind: BrowserStep["kind"]): BrowserStep {
  switch (kind) {
    case "click":
    case "waitFor":
      return { kind, selector: "" };
    case "type":
      return { kind, selector: "", text: "" };
    case "typeSecret":
      return { kind, selector: "", secret: "password", enter: false };
    case "choose":
      return { kind, selector: "", option: "" };
    case "wait":
      return { kind, ms: 1_000 };
    case "scroll":
      return { kind, to: "bottom" };
  }
}

/** With the item at `from` at `to` instead; as it is where one of them is outside. */
export function moved<T>(list: readonly T[], from: number, to: number): readonly T[] {
  const item = list[from];
  if (item === undefined || to < 0 || to >= list.length) return list;
  const rest = list.filter((_, at) => at !== from);
  return [...rest.slice(0, to), item, ...rest.slice(to)];
}

export const PHONE = { width: 390, height: 844, isPhone: true } as const;
export const DESKTOP = { width: 1280, height: 900, isPhone: false } as const;
export type Screen = "desktop" | "phone" | "own";

export function screenOf(viewport: PageSource["viewport"]): Screen {
  if (!viewport) return "desktop";
  const { width, height, isPhone } = viewport;
  return isPhone && width === PHONE.width && height === PHONE.height ? "phone" : "own";
}

/** The name of an element as a selector says it, for people: `More` of `role=button[name="More"]`. */
export function namedBySelector(selector: string): string {
  if (selector.trim() === "") return "…";
  return (
    /\[name="((?:[^"\\]|\\.)*)"\]|:text-is\("((?:[^"\\]|\\.)*)"\)/.exec(selector)?.slice(1).find(Boolean) ?? selector
  );
}
