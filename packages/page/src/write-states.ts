/** Runs in a captured page: marks what its elements are by now and their attributes do not say. */

/** On an element: attributes as JSON that it has in the capture, or null for one that it has not. */
export const AS_MARK = "data-tessera-as";
/** On a popover that is open: in a capture nothing can open one, and a browser hides it. */
export const OPENED_MARK = "data-tessera-popover";
export const MAX_STATES = 2_000;
export const MAX_VALUE = 2_000;

export type WrittenAs = Readonly<Record<string, string | null>>;

/** Returns how many elements were marked. What a person types into a field for secrets stays there. */
export function writeStates(): number {
  forgetMarks();
  showSkipped();
  let marked = 0;
  for (const root of openRoots()) {
    for (const element of root.querySelectorAll("*")) {
      if (marked === MAX_STATES) return marked;
      const state = stateOf(element);
      if (!state) continue;
      writeAs(element, state);
      marked++;
    }
  }
  return marked;
}

/** A page may have such marks of its own, which say nothing. */
export function forgetMarks(): void {
  for (const root of openRoots()) {
    for (const element of root.querySelectorAll(`[${AS_MARK}]`)) element.removeAttribute(AS_MARK);
  }
}

/** The browser leaves out what is far from view where a page allows it; a capture has no view. */
export function showSkipped(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("*{content-visibility:visible!important}");
  for (const root of openRoots()) root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
}

/** Written once for each element: all that was there before is foreign. */
export function writeAs(element: Element, state: WrittenAs): void {
  element.setAttribute(AS_MARK, JSON.stringify(state));
}

export function stateOf(element: Element): WrittenAs | null {
  if (element instanceof HTMLInputElement) return inputState(element);
  // its text is what it began with, which nobody sees any more
  if (element instanceof HTMLTextAreaElement && element.value !== element.defaultValue) {
    element.defaultValue = element.value.slice(0, MAX_VALUE);
  }
  if (element instanceof HTMLOptionElement) return optionState(element);
  if (element.hasAttribute("popover") && element.matches(":popover-open")) {
    return { popover: null, [OPENED_MARK]: element.getAttribute("popover") };
  }
  return scrollState(element);
}

export function inputState(input: HTMLInputElement): WrittenAs | null {
  if (/^(?:checkbox|radio)$/.test(input.type)) {
    return input.checked === input.defaultChecked ? null : { checked: input.checked ? "" : null };
  }
  if (/^(?:password|hidden|file|submit|reset|button|image)$/.test(input.type)) return null;
  return input.value === input.defaultValue ? null : { value: input.value.slice(0, MAX_VALUE) };
}

/** Of a list of which one is chosen, the first is that where no markup says otherwise. */
export function optionState(option: HTMLOptionElement): WrittenAs | null {
  if (option.selected === option.defaultSelected) return null;
  const list = option.closest("select");
  const isMarked = list?.querySelector("option[selected]") !== null;
  const isFirst = list && !list.multiple && !isMarked && list.options[0] === option;
  return isFirst ? null : { selected: option.selected ? "" : null };
}

/** What is scrolled inside the page: its first part begins outside by as much, in shares of the window it is seen in. */
export function scrollState(element: Element): WrittenAs | null {
  const parent = element.parentElement;
  if (
    !parent ||
    parent.firstElementChild !== element ||
    parent === document.body ||
    parent === document.documentElement
  )
    return null;
  const { scrollLeft, scrollTop, clientWidth } = parent;
  if ((scrollLeft === 0 && scrollTop === 0) || clientWidth === 0) return null;
  const { marginLeft, marginTop } = getComputedStyle(element);
  const share = (pixels: number) => `${Math.round((pixels / clientWidth) * 100_000) / 1_000}%`;
  const moved = [
    scrollLeft === 0 ? "" : `margin-left:calc(${marginLeft} - ${share(scrollLeft)})!important`,
    scrollTop === 0 ? "" : `margin-top:calc(${marginTop} - ${scrollTop}px)!important`,
  ].filter((part) => part !== "");
  const written = element.getAttribute("style")?.replace(/;\s*$/, "") ?? "";
  return { style: [...(written === "" ? [] : [written]), ...moved].join(";") };
}

/** The document and every open shadow root in it. */
export function openRoots(): (Document | ShadowRoot)[] {
  const roots: (Document | ShadowRoot)[] = [document];
  for (let at = 0; at < roots.length; at++) {
    for (const element of roots[at]!.querySelectorAll("*")) if (element.shadowRoot) roots.push(element.shadowRoot);
  }
  return roots;
}
