/**
 * Components with nearly no content are never offered alone. [page-fragmentation] section 11: the technique "could be
 * enhanced (and simplified) by not allowing the fragmentation algorithm to select small WCs (it could merge them with
 * others or just ignore them)".
 *
 * A small one is merged with the component before or after it where one element holds the two and no third; of two such
 * elements the smaller. Where there is none it is left out.
 */
import { contains, type DomTree, tagOf } from "../tree/dom-tree.ts";
import { type Fragment, fragmentAt } from "./propose-fragments.ts";

/** Fewer characters than a short sentence, and no picture: a logo's name, a date, a link "more". */
const MIN_TEXT = 20;
const OUTERMOST: ReadonlySet<string> = new Set(["html", "body"]);

/** In document order; none inside another where none was before. */
export function mergeSmall(tree: DomTree, fragments: readonly Fragment[]): readonly Fragment[] {
  const merged = [...fragments].sort((one, other) => one.node - other.node);
  for (let at = 0; at < merged.length; ) {
    if (!isSmall(merged[at])) {
      at++;
      continue;
    }
    const around = narrowest(
      tree,
      [merged[at - 1], merged[at + 1]].map((other) => holder(tree, merged, at, other)),
    );
    if (around === null) {
      merged.splice(at, 1);
      continue;
    }
    const first = merged.findIndex(({ node }) => contains(tree, around, node));
    const count = merged.filter(({ node }) => contains(tree, around, node)).length;
    merged.splice(first, count, fragmentAt(tree, around));
    at = first;
  }
  return merged;
}

/** A number under a heading is short and worth following; a name alone, or a few letters without one, is not. */
function isSmall({ textLength, images, title }: Fragment): boolean {
  return images === 0 && textLength < MIN_TEXT && (title === "" || title.length >= textLength - 1);
}

/** The element that holds two neighbours and no third that is not small; null where that is none, or the page. */
function holder(tree: DomTree, all: readonly Fragment[], at: number, other: Fragment | undefined): number | null {
  if (!other) return null;
  let node = tree.parent[all[at].node];
  while (node > 0 && !contains(tree, node, other.node)) node = tree.parent[node];
  if (node <= 0 || OUTERMOST.has(tagOf(tree, node))) return null;
  const large = all.filter((each) => contains(tree, node, each.node) && !isSmall(each));
  return large.length <= 1 ? node : null;
}

function narrowest(tree: DomTree, nodes: readonly (number | null)[]): number | null {
  const known = nodes.filter((node) => node !== null);
  return known.reduce<number | null>((best, node) => {
    return best === null || tree.end[node] - node < tree.end[best] - best ? node : best;
  }, null);
}
