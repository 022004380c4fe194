/**
 * parse5's tokenizer that does not look at every character of a text, an attribute value or a script one by one: what
 * cannot end a run of characters is skipped at once. The tokens are the same, save that white space within text does
 * not split it where the parser treats both alike.
 */
import { InsertionMode, type Parser, Token, Tokenizer } from "parse5";
import type { NodeMap } from "./node-arrays.ts";

const { CHARACTER, WHITESPACE_CHARACTER } = Token.TokenType;

const NULL = 0;
const TAB = 0x09;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const SPACE = 0x20;
const QUOTATION_MARK = 0x22;
const AMPERSAND = 0x26;
const APOSTROPHE = 0x27;
const LESS_THAN_SIGN = 0x3c;

/** HTML standard, "in body": white space is inserted like any other character; "in cell" and "in caption" do the same. */
const TEXT_IS_TEXT: ReadonlySet<InsertionMode> = new Set([
  InsertionMode.IN_BODY,
  InsertionMode.IN_CELL,
  InsertionMode.IN_CAPTION,
]);

export class FastTokenizer extends Tokenizer {
  readonly #parser: Parser<NodeMap>;

  constructor(parser: Parser<NodeMap>) {
    super(parser.options, parser);
    this.#parser = parser;
  }

  protected override _stateData(cp: number): void {
    super._stateData(cp);
    if (cp === LESS_THAN_SIGN || cp === AMPERSAND || !this.#isInRun()) return;
    const { type } = this.currentCharacterToken ?? {};
    if (type === WHITESPACE_CHARACTER) this.#skipWhiteSpace();
    else if (type === CHARACTER) this.#skipText();
  }

  protected override _stateRawtext(cp: number): void {
    super._stateRawtext(cp);
    if (cp !== LESS_THAN_SIGN) this.#skipWords();
  }

  protected override _stateScriptData(cp: number): void {
    super._stateScriptData(cp);
    if (cp !== LESS_THAN_SIGN) this.#skipWords();
  }

  protected override _stateAttributeValueDoubleQuoted(cp: number): void {
    super._stateAttributeValueDoubleQuoted(cp);
    if (cp !== QUOTATION_MARK && cp !== AMPERSAND && this.#isInRun()) this.#skipUntil(QUOTATION_MARK, AMPERSAND);
  }

  protected override _stateAttributeValueSingleQuoted(cp: number): void {
    super._stateAttributeValueSingleQuoted(cp);
    if (cp !== APOSTROPHE && cp !== AMPERSAND && this.#isInRun()) this.#skipUntil(APOSTROPHE, AMPERSAND);
  }

  /** True where the current character was appended as it stands in the input; a line feed after a return is not. */
  #isInRun(): boolean {
    const { html, pos } = this.preprocessor;
    return this.runEnd === pos + 1 && html.charCodeAt(pos) !== CARRIAGE_RETURN;
  }

  #skipText(): void {
    const { insertionMode } = this.#parser;
    if (TEXT_IS_TEXT.has(insertionMode) && !this.inForeignNode) this.#skipUntil(LESS_THAN_SIGN, AMPERSAND);
    else this.#skipWords();
  }

  /** Within the token that is being built: words to the next white space, white space to the next word. */
  #skipWords(): void {
    if (this.currentCharacterToken?.type !== CHARACTER || !this.#isInRun()) return;
    const { html, pos } = this.preprocessor;
    let at = pos + 1;
    for (let code = html.charCodeAt(at); isWord(code); code = html.charCodeAt(at)) at++;
    this.#skipTo(at);
  }

  #skipWhiteSpace(): void {
    const { html, pos } = this.preprocessor;
    let at = pos + 1;
    for (
      let code = html.charCodeAt(at);
      code === SPACE || code === LINE_FEED || code === TAB;
      code = html.charCodeAt(at)
    )
      at++;
    this.#skipTo(at);
  }

  #skipUntil(end: number, reference: number): void {
    const { html, pos } = this.preprocessor;
    let at = pos + 1;
    for (; at < html.length; at++) {
      const code = html.charCodeAt(at);
      if (code === end || code === reference || isSpecial(code)) break;
    }
    this.#skipTo(at);
  }

  /** As if every character before `at` had been read and appended. */
  #skipTo(at: number): void {
    this.preprocessor.pos = at - 1;
    this.runEnd = at;
  }
}

/** What the preprocessor changes or the tokenizer reports: never skipped. */
function isSpecial(code: number): boolean {
  return code === NULL || code === CARRIAGE_RETURN || (code & 0xf800) === 0xd800;
}

/** In raw text `&` is a character like any other, but ends a word all the same: the next step sees to it. */
function isWord(code: number): boolean {
  return code > SPACE && code !== LESS_THAN_SIGN && code !== AMPERSAND && (code & 0xf800) !== 0xd800;
}
