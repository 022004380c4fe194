/** The CSS parser, with nested rules read as browsers read them: css-tree alone knows only those that begin with `&`. */
import { type CssNode, fork, generate as generateCss, tokenTypes } from "css-tree";

/** What a node's parse function of css-tree may call on `this`; its own types leave that out. */
interface Parser {
  readonly eof: boolean;
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

const syntax = fork({ node: { Block: { parse: parseBlock } } } as never);

/** Blocks and parentheses inside one another; the parser recurses on them, and no honest sheet comes near. */
const DEEPEST = 64;

/** The sheet, or null where it is nested so deep that only a hostile hand wrote it. */
export function parseSheet(text: string): CssNode | null {
  return depthOf(text) > DEEPEST ? null : syntax.parse(text, { context: "stylesheet", parseCustomProperty: true });
}

/** What stands in a style attribute. */
export function parseDeclarations(text: string): CssNode | null {
  return depthOf(text) > DEEPEST ? null : syntax.parse(text, { context: "declarationList", parseCustomProperty: true });
}

/** Safe inside a style element and an attribute: `<` is written as an escape, which means the same in CSS. */
export function writeCss(node: CssNode): string {
  return generateCss(node).replaceAll("<", "\\3c ");
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
