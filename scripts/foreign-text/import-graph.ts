/** What a module loads when it is run, at once or later: its imports and theirs, without those that are types only. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import ts from "typescript";

export interface Loaded {
  /** File of ours, as a path from the root. */
  readonly file: string;
  /** Packages of others that it imports, and names that it imports from packages of ours. */
  readonly packages: readonly string[];
  readonly names: readonly string[];
}

/** Every file of ours that one of the entries loads. Packages in `leaves` are not followed. */
export function loadedBy(root: string, entries: readonly string[], leaves: ReadonlySet<string>): Loaded[] {
  const loaded = new Map<string, Loaded>();
  const pending = [...entries];
  for (let file = pending.pop(); file !== undefined; file = pending.pop()) {
    if (loaded.has(file)) continue;
    const packages: string[] = [];
    const names: string[] = [];
    for (const { from, imported } of valueImports(root, file)) {
      const target = from.startsWith(".") ? join(dirname(file), from) : leaves.has(from) ? null : ourFile(root, from);
      if (target !== null) pending.push(target);
      else packages.push(from);
      names.push(...imported);
    }
    loaded.set(file, { file, packages, names });
  }
  return [...loaded.values()];
}

interface ValueImport {
  readonly from: string;
  readonly imported: readonly string[];
}

function valueImports(root: string, file: string): ValueImport[] {
  const source = ts.createSourceFile(file, readFileSync(join(root, file), "utf8"), ts.ScriptTarget.Latest, true);
  return [...stillImports(source), ...laterImports(source)];
}

/** `import("…")`, with the names that are taken out of what it gives. */
function laterImports(node: ts.Node): ValueImport[] {
  const below: ValueImport[] = [];
  ts.forEachChild(node, (child) => {
    below.push(...laterImports(child));
  });
  if (!ts.isCallExpression(node) || node.expression.kind !== ts.SyntaxKind.ImportKeyword) return below;
  const [from] = node.arguments;
  return from && ts.isStringLiteral(from) ? [...below, { from: from.text, imported: namesTaken(node) }] : below;
}

/** Of `(await import("…")).name` and `const { name } = await import("…")`. */
function namesTaken(call: ts.Node): readonly string[] {
  let { parent } = call;
  while (ts.isAwaitExpression(parent) || ts.isParenthesizedExpression(parent)) ({ parent } = parent);
  if (ts.isPropertyAccessExpression(parent)) return [parent.name.text];
  if (!ts.isVariableDeclaration(parent) || !ts.isObjectBindingPattern(parent.name)) return [];
  return parent.name.elements.map(({ propertyName, name }) => (propertyName ?? name).getText());
}

function stillImports(source: ts.SourceFile): ValueImport[] {
  return source.statements.flatMap((statement): ValueImport[] => {
    if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) return [];
    if (!statement.moduleSpecifier || !ts.isStringLiteral(statement.moduleSpecifier)) return [];
    const from = statement.moduleSpecifier.text;
    const clause = ts.isImportDeclaration(statement) ? statement.importClause : statement;
    if (!clause) return [{ from, imported: [] }];
    if (clause.isTypeOnly) return [];
    const bindings = ts.isImportClause(clause) ? clause.namedBindings : clause.exportClause;
    if (!bindings || !("elements" in bindings)) return [{ from, imported: [] }];
    const values = [...bindings.elements].filter((element) => !element.isTypeOnly);
    const imported = values.map((element) => (element.propertyName ?? element.name).text);
    const hasDefault = ts.isImportClause(clause) && clause.name !== undefined;
    return imported.length > 0 || hasDefault ? [{ from, imported }] : [];
  });
}

/** The file behind `@tessera/name` or one of its doors; null for packages of others. */
function ourFile(root: string, from: string): string | null {
  const [scope, name, ...rest] = from.split("/");
  const folder = join("packages", name ?? "");
  if (scope !== "@tessera" || !existsSync(join(root, folder))) return null;
  const { exports } = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));
  const door = rest.length === 0 ? "." : `./${rest.join("/")}`;
  return relative(".", join(folder, typeof exports === "string" ? exports : exports[door]));
}
