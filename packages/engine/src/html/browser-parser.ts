/**
 * parse5's parser with the two habits of browsers that it does not have: Chromium stops nesting at a depth, and the
 * content of `select` is parsed like that of any other element (HTML standard, since the insertion mode "in select"
 * was removed). It overrides parse5's own steps, so parse5 is pinned and `parse-html.browser.test.ts` compares the
 * result with Chromium.
 *
 * Departure: Chromium fills `selectedcontent` with a copy of the chosen option; here it stays as written.
 */
import { html, InsertionMode, Parser, type Token } from "parse5";
import { FastTokenizer } from "./fast-tokenizer.ts";
import type { NodeArrays, NodeMap } from "./node-arrays.ts";

const { TAG_ID } = html;

/**
 * Chromium's kMaximumHTMLParserDOMTreeDepth is 512: with more elements open, the one being opened among them, it hangs
 * a new element beside the current one instead of below it.
 */
const MAX_OPEN_ELEMENTS = 513;
const REPLACEMENT = "\uFFFD";
const NOTHING_BUT_REPLACEMENTS = /^[\uFFFD\s]*$/;

/** The elements whose end a start or end tag implies (HTML standard, "generate implied end tags"). */
const ENDS_IMPLIED: ReadonlySet<number> = new Set([
  TAG_ID.DD,
  TAG_ID.DT,
  TAG_ID.LI,
  TAG_ID.OPTGROUP,
  TAG_ID.OPTION,
  TAG_ID.P,
  TAG_ID.RB,
  TAG_ID.RP,
  TAG_ID.RT,
  TAG_ID.RTC,
]);

/** The start tags that close something in an open `select`. */
const CLOSES_IN_SELECT: ReadonlySet<number> = new Set([
  TAG_ID.SELECT,
  TAG_ID.INPUT,
  TAG_ID.OPTION,
  TAG_ID.OPTGROUP,
  TAG_ID.HR,
]);

/** Elements that decide the insertion mode when it is reset, without `select`. */
const MODES: ReadonlyMap<number, InsertionMode> = new Map([
  [TAG_ID.TR, InsertionMode.IN_ROW],
  [TAG_ID.TBODY, InsertionMode.IN_TABLE_BODY],
  [TAG_ID.THEAD, InsertionMode.IN_TABLE_BODY],
  [TAG_ID.TFOOT, InsertionMode.IN_TABLE_BODY],
  [TAG_ID.CAPTION, InsertionMode.IN_CAPTION],
  [TAG_ID.COLGROUP, InsertionMode.IN_COLUMN_GROUP],
  [TAG_ID.TABLE, InsertionMode.IN_TABLE],
  [TAG_ID.TEMPLATE, InsertionMode.IN_TEMPLATE],
  [TAG_ID.TD, InsertionMode.IN_CELL],
  [TAG_ID.TH, InsertionMode.IN_CELL],
  [TAG_ID.BODY, InsertionMode.IN_BODY],
]);

/** In these modes a hidden input goes where it stands, whatever is open. */
const IN_TABLE: ReadonlySet<InsertionMode> = new Set([
  InsertionMode.IN_TABLE,
  InsertionMode.IN_TABLE_BODY,
  InsertionMode.IN_ROW,
]);

export class BrowserParser extends Parser<NodeMap> {
  readonly #nodes: NodeArrays;
  /** False while an element is made that has no content. */
  #opensElement = true;
  /** The insertion mode in which the last `select` was opened; null before the first. */
  #modeAtSelect: InsertionMode | null = null;

  constructor(nodes: NodeArrays) {
    super({ treeAdapter: nodes, scriptingEnabled: true });
    this.#nodes = nodes;
    this.tokenizer = new FastTokenizer(this);
  }

  /** Parses a whole page and returns its document node. */
  parsePage(page: string): number {
    this.tokenizer.write(page, true);
    return this.document;
  }

  override _attachElementToTree(
    element: number,
    location: Token.LocationWithAttributes | null,
    place: { parent: number; beforeElement: number | null },
  ): void {
    const open = this.openElements.depth + (this.#opensElement ? 1 : 0);
    if (open > MAX_OPEN_ELEMENTS && !this._shouldFosterParentOnInsertion()) {
      const above = this.#nodes.parent(this.#nodes.hostOf(place.parent));
      if (above !== 0) {
        this.#nodes.appendChild(above, element);
        return;
      }
    }
    super._attachElementToTree(element, location, place);
  }

  override _appendElement(token: Token.TagToken, namespace: html.NS): void {
    this.#opensElement = false;
    super._appendElement(token, namespace);
    this.#opensElement = true;
  }

  override _insertFakeElement(tagName: string, tagID: html.TAG_ID): void {
    // the only one that has no content: what `</br>` becomes
    this.#opensElement = tagID !== TAG_ID.BR;
    super._insertFakeElement(tagName, tagID);
    this.#opensElement = true;
  }

  /** Chromium drops null characters before the tree builder sees them, save in foreign content. */
  override onNullCharacter(token: Token.CharacterToken): void {
    if (!this.tokenizer.inForeignNode) return;
    this.onCharacter({ ...token, chars: REPLACEMENT.repeat(token.chars.length) });
  }

  /** A frameset may follow a body in which Chromium saw nothing but replacement characters. */
  override onCharacter(token: Token.CharacterToken): void {
    const { framesetOk } = this;
    super.onCharacter(token);
    if (framesetOk && NOTHING_BUT_REPLACEMENTS.test(token.chars)) this.framesetOk = true;
  }

  override _insertElement(token: Token.TagToken, namespace: html.NS): void {
    super._insertElement(token, namespace);
    if (token.tagID !== TAG_ID.SELECT) return;
    this.#modeAtSelect = this.insertionMode;
    boundScopes(this.openElements);
  }

  override _insertTemplate(token: Token.TagToken): void {
    super._insertTemplate(token);
    boundScopes(this.openElements);
  }

  override _startTagOutsideForeignContent(token: Token.TagToken): void {
    if (this.#startsInSelect(token)) return;
    super._startTagOutsideForeignContent(token);
    if (this.insertionMode === InsertionMode.IN_SELECT || this.insertionMode === InsertionMode.IN_SELECT_IN_TABLE) {
      this.insertionMode = this.#modeAtSelect ?? InsertionMode.IN_BODY;
    }
  }

  override _endTagOutsideForeignContent(token: Token.TagToken): void {
    if (token.tagID === TAG_ID.SELECT && this.#isInSelect()) {
      this.#impliedEndTags();
      this.openElements.popUntilTagNamePopped(TAG_ID.SELECT);
    } else if (!this.#isStrayInRow(token)) super._endTagOutsideForeignContent(token);
  }

  override _resetInsertionModeForSelect(): void {
    const deciding = this.openElements.indexOfTopmostOf([...MODES.keys()]);
    const mode = MODES.get(this.openElements.tagIDs[deciding]);
    this.insertionMode =
      mode === InsertionMode.IN_TEMPLATE
        ? (this.tmplInsertionModeStack.at(-1) as InsertionMode)
        : (mode ?? InsertionMode.IN_BODY);
  }

  /** The end tag of a table body that is not open is ignored in a row, where parse5 ends the row. */
  #isStrayInRow({ tagID }: Token.TagToken): boolean {
    if (tagID !== TAG_ID.TBODY && tagID !== TAG_ID.THEAD && tagID !== TAG_ID.TFOOT) return false;
    return this.insertionMode === InsertionMode.IN_ROW && !this.openElements.hasInTableScope(tagID);
  }

  /** What a start tag does first where a `select` is open; true where it does nothing else. */
  #startsInSelect(token: Token.TagToken): boolean {
    if (this.#modeAtSelect === null) return false;
    const { openElements } = this;
    const { tagID } = token;
    if (!CLOSES_IN_SELECT.has(tagID) || !this.#isInSelect()) return false;
    if (tagID === TAG_ID.INPUT && IN_TABLE.has(this.insertionMode) && isHidden(token)) return false;
    if (tagID === TAG_ID.SELECT || tagID === TAG_ID.INPUT) {
      openElements.popUntilTagNamePopped(TAG_ID.SELECT);
      return tagID === TAG_ID.SELECT;
    }
    if (tagID === TAG_ID.HR && openElements.hasInButtonScope(TAG_ID.P)) this._closePElement();
    this.#impliedEndTags(tagID === TAG_ID.OPTION ? TAG_ID.OPTGROUP : TAG_ID.UNKNOWN);
    return false;
  }

  #isInSelect(): boolean {
    return this.#modeAtSelect !== null && this.openElements.hasInScope(TAG_ID.SELECT);
  }

  #impliedEndTags(except: number = TAG_ID.UNKNOWN): void {
    const { openElements } = this;
    while (openElements.currentTagId !== except && ENDS_IMPLIED.has(openElements.currentTagId as number)) {
      if (this.currentNotInHTML) return;
      openElements.pop();
    }
  }
}

function isHidden({ attrs }: Token.TagToken): boolean {
  return attrs.some(({ name, value }) => name === "type" && value.toLowerCase() === "hidden");
}

// The boundaries of scopes that parse5 lacks: `template` ends a table scope, and an open `select` ends every other
// (HTML standard, "the stack of open elements", since `select` may contain any element).

type OpenElements = BrowserParser["openElements"];

const HEADINGS = [TAG_ID.H1, TAG_ID.H2, TAG_ID.H3, TAG_ID.H4, TAG_ID.H5, TAG_ID.H6];
const TABLE_BODIES = [TAG_ID.TBODY, TAG_ID.TFOOT, TAG_ID.THEAD];

/** The methods of parse5's own stack, whose class it does not export. */
const PLAIN = Object.getPrototypeOf(new Parser().openElements) as OpenElements;

/** An element is in table scope only above the topmost `template`, in any other scope only above the topmost `select`. */
const BOUNDED: Partial<OpenElements> & ThisType<OpenElements> = {
  hasInTableScope(tag) {
    return PLAIN.hasInTableScope.call(this, tag) && isAboveTemplate(this, this.indexOfTopmost(tag));
  },
  hasTableBodyContextInTableScope() {
    return (
      PLAIN.hasTableBodyContextInTableScope.call(this) && isAboveTemplate(this, this.indexOfTopmostOf(TABLE_BODIES))
    );
  },
  hasInScope(tag, element) {
    const isInScope = PLAIN.hasInScope.call(this, tag, element);
    return isInScope && isAboveSelect(this, element ? this._indexOf(element) : this.indexOfTopmost(tag));
  },
  hasInListItemScope(tag) {
    return PLAIN.hasInListItemScope.call(this, tag) && isAboveSelect(this, this.indexOfTopmost(tag));
  },
  hasInButtonScope(tag) {
    return PLAIN.hasInButtonScope.call(this, tag) && isAboveSelect(this, this.indexOfTopmost(tag));
  },
  hasNumberedHeaderInScope() {
    return PLAIN.hasNumberedHeaderInScope.call(this) && isAboveSelect(this, this.indexOfTopmostOf(HEADINGS));
  },
};
Object.setPrototypeOf(BOUNDED, PLAIN);

/**
 * Gives a stack the boundaries. Called at the first `select` or `template`: most pages have none, and pay nothing for
 * it. One prototype serves all stacks, because functions made for each would keep its whole page alive in the
 * collector's young generation: parsing took a tenth longer with them.
 */
function boundScopes(stack: OpenElements): void {
  Object.setPrototypeOf(stack, BOUNDED);
}

function isAboveTemplate(stack: OpenElements, slot: number): boolean {
  return stack.tmplCount === 0 || slot >= stack.indexOfTopmost(TAG_ID.TEMPLATE);
}

function isAboveSelect(stack: OpenElements, slot: number): boolean {
  return slot >= stack.indexOfTopmost(TAG_ID.SELECT);
}
