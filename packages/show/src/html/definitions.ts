/** What a block draws with and is defined elsewhere on its page: the symbols of its icons, gradients, masks, clip paths. */
import { NODE_ATTRIBUTE } from "@tessera/page";
import type { InertContext } from "./inert-attributes.ts";
import { inertHtml } from "./inert-html.ts";
import { type Element, isElement, type Node } from "./page-node.ts";
import { NOT_IN_TREE, SVG_NAMESPACE } from "./tile-chain.ts";

export interface DefinitionOptions {
  /** What the names of the page have before them in the tile. */
  readonly prefix: string;
  readonly context: InertContext;
}

const MAX_DEFINITIONS = 100;
const MAX_CHARACTERS = 500_000;
/** A symbol is painted with a gradient, which takes its steps from another. */
const MAX_DEPTH = 4;
/** Read from markup that our own serialiser wrote: every attribute is quoted and escaped. */
const NAMED = / href="#([^"]+)"|url\(#([^"()]+)\)/g;
const NUMBER = new RegExp(` ${NODE_ATTRIBUTE}="\\d+"`, "g");
/** Without a box, but drawn from: what is not displayed at all paints nothing in some browsers. */
const OPENING = '<svg aria-hidden="true" width="0" height="0" style="position:absolute;width:0;height:0">';

/** Inert, with the names that the block uses; empty where everything it names is in it. */
export function definitionsFor(root: Element, html: string, { prefix, context }: DefinitionOptions): string {
  const written = new Set<string>();
  let definitions = "";
  let newest = html;
  let byId: ReadonlyMap<string, Element> | null = null;
  for (let depth = 0; depth < MAX_DEPTH; depth++) {
    const wanted = namedIn(newest, prefix).filter((id) => !written.has(id) && !html.includes(` id="${prefix}${id}"`));
    if (wanted.length === 0) break;
    byId ??= drawingsById(root);
    newest = "";
    for (const id of wanted) {
      const element = byId.get(id);
      written.add(id);
      if (!element || written.size > MAX_DEFINITIONS) continue;
      const part = inertHtml(element, context).html.replace(NUMBER, "");
      if (definitions.length + part.length > MAX_CHARACTERS) continue;
      newest += part;
      definitions += part;
    }
  }
  return definitions === "" ? "" : `${OPENING}${definitions}</svg>`;
}

/** As the page calls them, each once. */
function namedIn(html: string, prefix: string): readonly string[] {
  const names = [...html.matchAll(NAMED)].map(([, linked, painted]) => linked ?? painted ?? "");
  const ours = names.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length));
  return [...new Set(ours)];
}

/** Parts of drawings that have a name; of several with the same the first, as browsers take it. */
function drawingsById(root: Element): ReadonlyMap<string, Element> {
  const found = new Map<string, Element>();
  const pending: Node[] = [root];
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (!isElement(node) || NOT_IN_TREE.has(node.tagName)) continue;
    const id = node.namespaceURI === SVG_NAMESPACE ? node.attrs.find(({ name }) => name === "id")?.value : undefined;
    if (id && !found.has(id)) found.set(id, node);
    for (const child of node.childNodes.toReversed()) pending.push(child);
  }
  return found;
}
