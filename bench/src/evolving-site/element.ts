/** Elements of a generated page, their markup, and the path of each. */

export interface Element {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly (Element | string)[];
  /** Name of the labelled block that this element is. */
  readonly block?: string;
}

export function element(
  tag: string,
  className: string,
  children: readonly (Element | string)[],
  more: { readonly block?: string; readonly href?: string } = {},
): Element {
  const { block, href } = more;
  const attributes = { ...(className ? { class: className } : {}), ...(href ? { href } : {}) };
  return { tag, attributes, children, ...(block ? { block } : {}) };
}

/** All generated names and words are plain: nothing needs escaping. */
export function markup(node: Element | string): string {
  if (typeof node === "string") return node;
  const attributes = Object.entries(node.attributes).map(([name, value]) => ` ${name}="${value}"`);
  return `<${node.tag}${attributes.join("")}>${node.children.map(markup).join("")}</${node.tag}>\n`;
}

export interface Label {
  readonly path: string;
  /** Paths of pure wrappers above and below with exactly the same content. */
  readonly equiv: readonly string[];
}

/** The labels of all blocks of a page, by name. `root` is the `html` element. */
export function labelsOf(root: Element): ReadonlyMap<string, Label> {
  const labels = new Map<string, Label>();
  const visit = (node: Element, path: string, wrappers: readonly string[]): void => {
    if (node.block) labels.set(node.block, { path, equiv: [...wrappers, ...innerWrappers(node, path)] });
    const isWrapper = node.children.length === 1;
    const counts = new Map<string, number>();
    for (const child of node.children) {
      if (typeof child === "string") continue;
      const index = (counts.get(child.tag) ?? 0) + 1;
      counts.set(child.tag, index);
      visit(child, `${path}/${child.tag}[${index}]`, isWrapper ? [...wrappers, path] : []);
    }
  };
  visit(root, `${root.tag}[1]`, []);
  return labels;
}

function innerWrappers(node: Element, path: string): string[] {
  const only = node.children.length === 1 ? node.children[0] : undefined;
  if (only === undefined || typeof only === "string") return [];
  const below = `${path}/${only.tag}[1]`;
  return [below, ...innerWrappers(only, below)];
}
