/** Every regular expression that is written in a source file, with what it is made of where that can be told. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

export interface WrittenExpression {
  readonly file: string;
  readonly line: number;
  /** Null where it is put together of what is known only when the program runs. */
  readonly pattern: string | null;
  readonly flags: string;
  readonly text: string;
}

export function expressionsIn(root: string, file: string): WrittenExpression[] {
  const whole = readFileSync(join(root, file), "utf8");
  const source = ts.createSourceFile(file, scriptOf(file, whole), ts.ScriptTarget.Latest, true);
  const constants = new Map<string, ts.Expression>();
  const found: WrittenExpression[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer) {
      constants.set(node.name.text, node.initializer);
    }
    const expression = expressionAt(node, constants);
    if (expression) {
      const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      found.push({ file, line, text: node.getText(), ...expression });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Of a component the scripts, with everything else blank so that lines stay what they are. */
function scriptOf(file: string, text: string): string {
  if (!file.endsWith(".svelte")) return text;
  let script = "";
  let at = 0;
  for (const match of text.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)) {
    const start = match.index + match[0].indexOf(">") + 1;
    script += text.slice(at, start).replace(/[^\n]/g, " ") + match[1];
    at = start + match[1]!.length;
  }
  return script;
}

type Constants = ReadonlyMap<string, ts.Expression>;

function expressionAt(node: ts.Node, constants: Constants): Pick<WrittenExpression, "pattern" | "flags"> | null {
  if (ts.isRegularExpressionLiteral(node)) {
    const end = node.text.lastIndexOf("/");
    return { pattern: node.text.slice(1, end), flags: node.text.slice(end + 1) };
  }
  if (!ts.isNewExpression(node) && !ts.isCallExpression(node)) return null;
  if (!ts.isIdentifier(node.expression) || node.expression.text !== "RegExp") return null;
  const [pattern, flags] = node.arguments ?? [];
  return {
    pattern: pattern ? constantText(pattern, constants) : "",
    flags: flags ? (constantText(flags, constants) ?? "") : "",
  };
}

/** The text of an expression whose parts are all constants of the file; null where one is not. */
function constantText(node: ts.Expression, constants: Constants): string | null {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isNumericLiteral(node)) return String(Number(node.text));
  if (ts.isParenthesizedExpression(node)) return constantText(node.expression, constants);
  if (ts.isIdentifier(node)) {
    const constant = constants.get(node.text);
    return constant && constant !== node ? constantText(constant, constants) : null;
  }
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    const [left, right] = [constantText(node.left, constants), constantText(node.right, constants)];
    if (left === null || right === null) return null;
    const areNumbers = isNumber(node.left, constants) && isNumber(node.right, constants);
    return areNumbers ? String(Number(left) + Number(right)) : left + right;
  }
  if (!ts.isTemplateExpression(node)) return null;
  let text = node.head.text;
  for (const { expression, literal } of node.templateSpans) {
    const part = constantText(expression, constants);
    if (part === null) return null;
    text += part + literal.text;
  }
  return text;
}

function isNumber(node: ts.Expression, constants: Constants): boolean {
  if (ts.isNumericLiteral(node)) return true;
  const constant = ts.isIdentifier(node) ? constants.get(node.text) : undefined;
  return constant !== undefined && isNumber(constant, constants);
}
