/** Runs in a captured page: what it repeats of a person's secrets is not to be seen in any picture of it. */

/** Puts dots in place of these texts, longest first, wherever the page shows them. Gives how many places it changed. */
export function hideText(forms: readonly string[]): number {
  let hidden = 0;
  const dotted = (text: string): string => {
    let rest = text;
    for (const form of forms) if (rest.includes(form)) rest = rest.replaceAll(form, "•••");
    if (rest !== text) hidden++;
    return rest;
  };
  // what stands in a field may be sent yet: it stays, and is shown as dots
  const veil = (field: HTMLInputElement | HTMLTextAreaElement): void => {
    if (!forms.some((form) => field.value.includes(form))) return;
    field.style.setProperty("-webkit-text-security", "disc", "important");
    hidden++;
  };
  const roots: ParentNode[] = [document];
  for (let root = roots.pop(); root; root = roots.pop()) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node instanceof Text) {
        const text = dotted(node.data);
        if (text !== node.data) node.data = text;
      } else if (node instanceof Element) {
        for (const attribute of node.attributes) {
          const value = dotted(attribute.value);
          if (value !== attribute.value) attribute.value = value;
        }
        if (node instanceof HTMLInputElement || node instanceof HTMLTextAreaElement) veil(node);
        if (node.shadowRoot) roots.push(node.shadowRoot);
      }
    }
  }
  return hidden;
}
