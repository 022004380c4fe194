/** Runs in a captured page: writes down the styles that exist only in memory, so that the HTML alone shows the page. */

/** Marks a style element that held no text of its own, or none that was true. */
export const WRITTEN_MARK = "data-tessera-written";

/** Marks a style element of a shadow tree; its value is how many levels up its host is. */
export const SHADOW_MARK = "data-tessera-shadow";

/** Style sheets longer than this together are left as they are: a page cannot make its capture boundless. */
export const MAX_STYLE_CHARACTERS = 4_000_000;

/**
 * Libraries insert rules into empty style elements and adopt constructed sheets; neither is in the serialised page.
 * Both become text here, in cascade order. Returns how many sheets were written.
 */
export function writeStyles(): number {
  let budget = MAX_STYLE_CHARACTERS;
  let written = 0;
  const write = (element: HTMLStyleElement, text: string) => {
    budget -= text.length;
    element.textContent = text;
    element.setAttribute(WRITTEN_MARK, "");
    written++;
  };
  for (const root of styleRoots()) {
    for (const element of root.querySelectorAll("style")) {
      const text = textOfRules(element.sheet);
      if (text !== null && text.length <= budget && !isWholeText(element)) write(element, text);
    }
    for (const sheet of root.adoptedStyleSheets) {
      const text = textOfRules(sheet);
      if (text === null || text === "" || text.length > budget) continue;
      const element = document.createElement("style");
      if (sheet.media.mediaText) element.media = sheet.media.mediaText;
      const holder = root instanceof Document ? (root.head ?? root.documentElement) : root;
      if (!holder) continue;
      write(element, text);
      holder.append(element);
    }
    if (root instanceof ShadowRoot) markShadowStyles(root);
  }
  return written;
}

/** A serialised page has no shadow roots; the mark is how its styles still know which element they belong to. */
export function markShadowStyles(root: ShadowRoot): void {
  for (const element of root.querySelectorAll("style")) {
    let levels = 1;
    for (let parent = element.parentNode; parent && parent !== root; parent = parent.parentNode) levels++;
    element.setAttribute(SHADOW_MARK, String(levels));
  }
}

/** The document and every open shadow root in it. */
export function styleRoots(): (Document | ShadowRoot)[] {
  const roots: (Document | ShadowRoot)[] = [document];
  for (let at = 0; at < roots.length; at++) {
    for (const element of roots[at]!.querySelectorAll("*")) if (element.shadowRoot) roots.push(element.shadowRoot);
  }
  return roots;
}

/** The rules as text, or null where the sheet is another origin's and may not be read. */
export function textOfRules(sheet: CSSStyleSheet | null): string | null {
  if (!sheet) return null;
  try {
    return Array.from(sheet.cssRules, (rule) => rule.cssText).join("\n");
  } catch {
    return null;
  }
}

/** Parsing drops comments and what it does not know, so only a sheet with another number of rules than its text is worth writing. */
export function isWholeText(element: HTMLStyleElement): boolean {
  const fresh = new CSSStyleSheet();
  fresh.replaceSync(element.textContent ?? "");
  return fresh.cssRules.length === element.sheet?.cssRules.length;
}
