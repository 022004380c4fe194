/** The CSS parser, with nested rules read as browsers read them: css-tree alone knows only those that begin with `&`. */
import {
  type CssNode,
  parse as cssTreeParse,
  type FeatureRange,
  fork,
  generate as generateCss,
  tokenTypes,
  walk,
} from "css-tree";

/** What a node's parse function of css-tree may call on `this`; its own types leave that out. */
interface Parser {
  readonly eof: boolean;
  tokenCount: number;
  error(message?: string, offset?: number): never;
  readonly tokenType: number;
  readonly tokenStart: number;
  createList(): { push(node: unknown): void };
  getLocation(start: number, end: number): unknown;
  eat(type: number): void;
  next(): void;
  lookupType(offset: number): number;
  parseWithFallback(parse: () => unknown, fallback: () => unknown): unknown;
  Raw(consumeUntil: unknown, excludeWhiteSpace: boolean): unknown;
  Rule(): unknown;
  Declaration(): unknown;
  Atrule(isDeclaration: boolean): unknown;
  consumeUntilSemicolonIncluded: unknown;
}

const { Semicolon, WhiteSpace, Comment, AtKeyword, LeftCurlyBracket, RightCurlyBracket, EOF } = tokenTypes as Record<
  string,
  number
>;

/** CSS Syntax section 5.4.4: what reaches a block before a semicolon is a rule. Custom properties are told apart by name. */
function isNestedRule(parser: Parser): boolean {
  for (let offset = 0; ; offset++) {
    const type = parser.lookupType(offset);
    if (type === LeftCurlyBracket) return true;
    if (type === Semicolon || type === RightCurlyBracket || type === EOF) return false;
  }
}

function parseBlock(this: Parser, isStyleBlock: boolean): unknown {
  const start = this.tokenStart;
  const children = this.createList();
  const raw = () => this.Raw(null, true);
  this.eat(LeftCurlyBracket!);
  while (!this.eof && this.tokenType !== RightCurlyBracket) {
    if (this.tokenType === WhiteSpace || this.tokenType === Comment || this.tokenType === Semicolon) this.next();
    else if (this.tokenType === AtKeyword) {
      children.push(this.parseWithFallback(() => this.Atrule(isStyleBlock), raw));
    } else if (!isStyleBlock || isNestedRule(this)) children.push(this.parseWithFallback(() => this.Rule(), raw));
    else {
      const rawDeclaration = () => this.Raw(this.consumeUntilSemicolonIncluded, true);
      children.push(this.parseWithFallback(() => this.Declaration(), rawDeclaration));
    }
  }
  if (!this.eof) this.eat(RightCurlyBracket!);
  return { type: "Block", loc: this.getLocation(start, this.tokenStart), children };
}

/** What goes wrong in one sheet before it is given up: honest ones have some dozens of mistakes and tricks. @internal */
export const MAX_ERRORS = 5_000;
/** Characters of one text; no honest sheet comes near. @internal */
export const MAX_SHEET_LENGTH = 4_000_000;
/** Words, marks and spaces of one sheet: two megabytes of what tools write have about 700,000. @internal */
export const MAX_TOKENS = 1_000_000;

/** Characters of the queries of one sheet or image. */
const MAX_MEDIA_LENGTH = 1_024;

/** All that a parse error needs to be: it is caught a few calls above, and the text there is taken as it stands. */
const PARSE_ERROR = new Error("this is no CSS");
let errors = 0;
let isOverBudget = false;

/**
 * css-tree writes an excerpt of the whole source into each of its errors, so that a sheet of mistakes took the square of
 * its length. This error says nothing, and is counted: above the budget the sheet ends where it is.
 */
function countError(this: Parser): never {
  if (++errors > MAX_ERRORS) end(this);
  throw PARSE_ERROR;
}

/** Without tokens left, every part of the parser sees the end of the sheet. */
function end(parser: Parser): void {
  isOverBudget = true;
  parser.tokenCount = 0;
}

/** css-tree's own parse of a whole text, within the budget. */
function withinBudget(name: "StyleSheet" | "DeclarationList"): (this: Parser) => unknown {
  const parseWhole = cssTreeConfig.node[name]!;
  return function (this: Parser) {
    this.error = countError;
    errors = 0;
    isOverBudget = this.tokenCount > MAX_TOKENS;
    return isOverBudget ? this.Raw(null, false) : parseWhole.call(this);
  };
}

/** Where css-tree keeps the parse functions of its nodes; its types leave that out. */
const { config: cssTreeConfig } = cssTreeParse as unknown as {
  readonly config: { readonly node: Readonly<Record<string, (this: Parser) => unknown>> };
};

const makeSyntax = () =>
  fork({
    node: {
      Block: { parse: parseBlock },
      StyleSheet: { parse: withinBudget("StyleSheet") },
      DeclarationList: { parse: withinBudget("DeclarationList") },
    },
  } as never);

/** A parser clears buffers as long as the longest text that it has read: attributes, which are many, have one of their own. */
const syntaxes = { stylesheet: makeSyntax(), declarationList: makeSyntax() };

/** Blocks and parentheses inside one another; the parser recurses on them, and no honest sheet comes near. */
const DEEPEST = 64;

/** The sheet, or null where it is so deep, so long or so wrong that only a hostile hand wrote it. */
export function parseSheet(text: string): CssNode | null {
  return parseWithin(text, "stylesheet");
}

/** What stands in a style attribute. */
export function parseDeclarations(text: string): CssNode | null {
  return parseWithin(text, "declarationList");
}

function parseWithin(text: string, context: "stylesheet" | "declarationList"): CssNode | null {
  if (text.length > MAX_SHEET_LENGTH || depthOf(text) > DEEPEST) return null;
  const parsed = syntaxes[context].parse(text, { context, parseCustomProperty: true });
  return isOverBudget ? null : parsed;
}

/** Media queries, or null where they are none. */
export function parseMedia(text: string): CssNode | null {
  try {
    return text.length > MAX_MEDIA_LENGTH ? null : cssTreeParse(text, { context: "mediaQueryList" });
  } catch {
    return null;
  }
}

/** Safe inside a style element and an attribute: `<` is written as an escape, which means the same in names and strings. */
export function writeCss(node: CssNode): string {
  const written = generateCss(node);
  if (!written.includes("<")) return written;
  walk(node, { visit: "FeatureRange", enter: turnRound });
  return generateCss(node).replaceAll("<", "\\3c ");
}

const TURNED: Readonly<Record<string, string>> = { "<": ">", "<=": ">=" };

/** `(width < 400px)` as `(400px > width)`: an escape is no comparison. */
function turnRound(range: FeatureRange): void {
  const { left, leftComparison, middle, rightComparison, right } = range;
  const turned = TURNED[leftComparison];
  if (turned === undefined) return;
  if (right === null || rightComparison === null) {
    Object.assign(range, { left: middle, leftComparison: turned, middle: left });
    return;
  }
  const other = TURNED[rightComparison] ?? rightComparison;
  Object.assign(range, { left: right, leftComparison: other, rightComparison: turned, right: left });
}

/** Brackets in strings and comments count too: more than a real depth, never less. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x28 || code === 0x5b || code === 0x7b) deepest = Math.max(deepest, ++depth);
    else if (code === 0x29 || code === 0x5d || code === 0x7d) depth = Math.max(0, depth - 1);
  }
  return deepest;
}
