/** What the scripts of a page can be seen to do to its elements without running them: write into them, or draw icons in their place. */
import { attributeOf, type DomTree, tagOf } from "../tree/dom-tree.ts";
import { runnableScripts } from "./script-text.ts";

export interface ScriptWork {
  /** True where a script in the page writes what the element says. */
  readonly writes: (node: number) => boolean;
  /** True where a script draws an icon in place of the element. */
  readonly draws: (node: number) => boolean;
}

/** Libraries that replace empty elements by drawings, and what they know them by. The same classes work with a font. */
const ICON_SCRIPTS: readonly { readonly source: RegExp; readonly isIcon: (tree: DomTree, node: number) => boolean }[] =
  [
    { source: /font-?awesome/i, isIcon: hasClass(/^(?:fa[brsld]?|fa-(?:brands|solid|regular|light|thin|duotone))$/) },
    { source: /iconify/i, isIcon: hasClass(/^iconify(?:-inline)?$/) },
    { source: /feather/i, isIcon: (tree, node) => attributeOf(tree, node, "data-feather") !== null },
    { source: /lucide/i, isIcon: (tree, node) => attributeOf(tree, node, "data-lucide") !== null },
  ];

/** An assignment to what an element says, and not only to empty it. */
const WRITES = /\.(?:value|valueAsNumber|checked|selectedIndex|textContent|innerText)\s{0,9}=(?![=>]|\s{0,9}["'`]{2})/;
/** What may be an id in a text of a script: `"total"`, `'#total'`. */
const QUOTED = /["'`]#?([A-Za-z][\w-]{0,59})["'`]/g;
/** Longer scripts are programs, which name much. */
const MAX_SCRIPT = 20_000;
const MAX_IDS = 2_000;

const FIELD_TAGS: ReadonlySet<string> = new Set(["input", "textarea", "select"]);
const OTHER_FIELDS = /^(?:hidden|password|file|submit|reset|button|image|search)$/i;
const VALUE_TAGS: ReadonlySet<string> = new Set("span output b strong em td dd time".split(" "));

/** Linear in the page. */
export function scriptWork(tree: DomTree, html: string): ScriptWork {
  const ids = new Set<string>();
  const icons = new Set<(typeof ICON_SCRIPTS)[number]>();
  for (const { source, text } of runnableScripts(html)) {
    for (const icon of ICON_SCRIPTS) if (source !== null && icon.source.test(source)) icons.add(icon);
    if (text === "" || text.length > MAX_SCRIPT || !WRITES.test(text)) continue;
    for (const [, id] of text.matchAll(QUOTED)) if (ids.size < MAX_IDS) ids.add(id!);
  }
  return {
    writes: (node) => ids.size > 0 && ids.has(attributeOf(tree, node, "id") ?? "") && isUnwritten(tree, node),
    draws: (node) => icons.size > 0 && isEmptyMark(tree, node) && [...icons].some(({ isIcon }) => isIcon(tree, node)),
  };
}

/** A field that has no value yet, or an element for one that says nothing. */
function isUnwritten(tree: DomTree, node: number): boolean {
  const tag = tagOf(tree, node);
  if (FIELD_TAGS.has(tag)) {
    return attributeOf(tree, node, "value") === null && !OTHER_FIELDS.test(attributeOf(tree, node, "type") ?? "");
  }
  return VALUE_TAGS.has(tag) && tree.end[node] === node + 1;
}

function isEmptyMark(tree: DomTree, node: number): boolean {
  return tree.end[node] === node + 1 && /^(?:i|span|em)$/.test(tagOf(tree, node));
}

function hasClass(pattern: RegExp): (tree: DomTree, node: number) => boolean {
  return (tree, node) => (attributeOf(tree, node, "class") ?? "").split(/\s+/).some((name) => pattern.test(name));
}
