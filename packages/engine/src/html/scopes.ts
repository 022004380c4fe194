/**
 * The boundaries of scopes that parse5 lacks: `template` ends a table scope, and an open `select` ends every other
 * (HTML standard, "the stack of open elements", since `select` may contain any element).
 */
import { html } from "parse5";
import type { BrowserParser } from "./browser-parser.ts";

type OpenElements = BrowserParser["openElements"];

const { TAG_ID } = html;

const HEADINGS = [TAG_ID.H1, TAG_ID.H2, TAG_ID.H3, TAG_ID.H4, TAG_ID.H5, TAG_ID.H6];
const TABLE_BODIES = [TAG_ID.TBODY, TAG_ID.TFOOT, TAG_ID.THEAD];

/** From now on an element is in table scope only if it is open above the topmost `template`. */
export function boundTableScopesByTemplate(stack: OpenElements): void {
  const { hasInTableScope, hasTableBodyContextInTableScope } = stack;
  const isAboveTemplate = (slot: number): boolean =>
    stack.tmplCount === 0 || slot >= stack.indexOfTopmost(TAG_ID.TEMPLATE);

  stack.hasInTableScope = (tag) => hasInTableScope.call(stack, tag) && isAboveTemplate(stack.indexOfTopmost(tag));
  stack.hasTableBodyContextInTableScope = () =>
    hasTableBodyContextInTableScope.call(stack) && isAboveTemplate(stack.indexOfTopmostOf(TABLE_BODIES));
}

/** From now on an element is in scope only if it is open above the topmost `select`. */
export function boundScopesBySelect(stack: OpenElements): void {
  const { hasInScope, hasInListItemScope, hasInButtonScope, hasNumberedHeaderInScope } = stack;
  const isAboveSelect = (slot: number): boolean => slot >= stack.indexOfTopmost(TAG_ID.SELECT);

  stack.hasInScope = (tag, element) =>
    hasInScope.call(stack, tag, element) &&
    isAboveSelect(element ? stack._indexOf(element) : stack.indexOfTopmost(tag));
  stack.hasInListItemScope = (tag) => hasInListItemScope.call(stack, tag) && isAboveSelect(stack.indexOfTopmost(tag));
  stack.hasInButtonScope = (tag) => hasInButtonScope.call(stack, tag) && isAboveSelect(stack.indexOfTopmost(tag));
  stack.hasNumberedHeaderInScope = () =>
    hasNumberedHeaderInScope.call(stack) && isAboveSelect(stack.indexOfTopmostOf(HEADINGS));
}
