/** Finds uses of the globals that open connections (`fetch`, `WebSocket` …), which no import betrays. */
import ts from "typescript";
import { type DirectionTable, TEST_FILE, type Violation } from "./direction-table.ts";

const GLOBAL_OBJECTS = new Set(["globalThis", "window", "self", "global", "navigator"]);

/** The violations of one file; `source` is its text. */
export function checkNetworkGlobals(file: string, source: string, table: DirectionTable): Violation[] {
  if (TEST_FILE.test(file) || Object.keys(table.networkExempt).some((folder) => file.startsWith(folder))) return [];
  const watched = new Set(
    Object.entries(table.networkGlobals)
      .filter(([, folders]) => !folders.some((folder) => file === folder || file.startsWith(`${folder}/`)))
      .map(([name]) => name),
  );
  return globalsUsed(file, scriptOf(file, source), watched).map(({ name, line }) => ({
    rule: `one way out: ${name} only in ${table.networkGlobals[name]?.join(", ") || "nothing"}`,
    from: `${file}:${line}`,
    to: name,
  }));
}

/** The code of a Svelte component is what its script elements hold; line numbers stay right. */
function scriptOf(file: string, source: string): string {
  if (!file.endsWith(".svelte")) return source;
  let script = "";
  let at = 0;
  for (const match of source.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)) {
    const start = match.index + match[0].indexOf(">") + 1;
    script += source.slice(at, start).replace(/[^\n]/g, " ") + match[1];
    at = start + match[1]!.length;
  }
  return script;
}

function globalsUsed(
  file: string,
  source: string,
  names: ReadonlySet<string>,
): { readonly name: string; readonly line: number }[] {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TS);
  const used: { name: string; line: number }[] = [];
  const visit = (node: ts.Node): void => {
    const name = watchedName(node);
    if (name !== null && names.has(name)) {
      used.push({ name, line: tree.getLineAndCharacterOfPosition(node.getStart()).line + 1 });
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return used;
}

/** The name of the global that a node may stand for, or null. */
function watchedName(node: ts.Node): string | null {
  if (ts.isIdentifier(node)) return isGlobalReference(node) ? node.text : null;
  // globalThis["fetch"]
  if (ts.isStringLiteralLike(node) && ts.isElementAccessExpression(node.parent)) {
    return isGlobalObject(node.parent.expression) ? node.text : null;
  }
  return null;
}

function isGlobalReference(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent) && parent.name === node) return isGlobalObject(parent.expression);
  if (ts.isBindingElement(parent)) return (parent.propertyName ?? parent.name) === node && takesFromGlobal(parent);
  if (ts.isShorthandPropertyAssignment(parent)) return !isDeclaredAround(node);
  if (ts.isTypeNode(parent) || ts.isQualifiedName(parent) || isNameOf(parent, node)) return false;
  return !isDeclaredAround(node);
}

/** True where the identifier is what a declaration, a member or an import is called. */
function isNameOf(parent: ts.Node, node: ts.Identifier): boolean {
  if (ts.isImportSpecifier(parent) || ts.isExportSpecifier(parent)) return true;
  return "name" in parent && parent.name === node;
}

/** `const { fetch } = globalThis` */
function takesFromGlobal(element: ts.BindingElement): boolean {
  const declaration = element.parent.parent;
  return ts.isVariableDeclaration(declaration) && !!declaration.initializer && isGlobalObject(declaration.initializer);
}

function isGlobalObject(node: ts.Expression): boolean {
  if (ts.isAsExpression(node) || ts.isParenthesizedExpression(node) || ts.isNonNullExpression(node)) {
    return isGlobalObject(node.expression);
  }
  if (ts.isPropertyAccessExpression(node)) return GLOBAL_OBJECTS.has(node.name.text) && isGlobalObject(node.expression);
  return ts.isIdentifier(node) && GLOBAL_OBJECTS.has(node.text);
}

/** True where a scope around the identifier declares its name, so that it is not the global. */
function isDeclaredAround(node: ts.Identifier): boolean {
  for (let scope: ts.Node = node.parent; scope; scope = scope.parent) {
    if (ts.isFunctionLike(scope) && scope.parameters.some((parameter) => binds(parameter.name, node.text))) return true;
    if ("statements" in scope && (scope.statements as readonly ts.Statement[]).some((s) => declares(s, node.text))) {
      return true;
    }
  }
  return false;
}

function declares(statement: ts.Statement, name: string): boolean {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.some((declaration) => binds(declaration.name, name));
  }
  if (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) return statement.name?.text === name;
  if (!ts.isImportDeclaration(statement)) return false;
  const bindings = statement.importClause?.namedBindings;
  return !!bindings && ts.isNamedImports(bindings) && bindings.elements.some((element) => element.name.text === name);
}

function binds(binding: ts.BindingName, name: string): boolean {
  if (ts.isIdentifier(binding)) return binding.text === name;
  return binding.elements.some((element) => ts.isBindingElement(element) && binds(element.name, name));
}
