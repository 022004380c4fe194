/**
 * The boundaries of scopes that parse5 lacks: `template` ends a table scope, and an open `select` ends every other
 * (HTML standard, "the stack of open elements", since `select` may contain any element).
 */
import { html, Parser } from "parse5";
import type { BrowserParser } from "./browser-parser.ts";

type OpenElements = BrowserParser["openElements"];

const { TAG_ID } = html;

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
export function boundScopes(stack: OpenElements): void {
  Object.setPrototypeOf(stack, BOUNDED);
}

function isAboveTemplate(stack: OpenElements, slot: number): boolean {
  return stack.tmplCount === 0 || slot >= stack.indexOfTopmost(TAG_ID.TEMPLATE);
}

function isAboveSelect(stack: OpenElements, slot: number): boolean {
  return slot >= stack.indexOfTopmost(TAG_ID.SELECT);
}
