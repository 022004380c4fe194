/** CSS selectors over a tree, with a budget: selectors come from people and pages from anywhere. */
import { attributeOf, childrenOf, type DomTree, isText, tagOf, textOf } from "@tessera/engine";
import { compile, type Options } from "css-select";
import { found, type Wished } from "./wished.ts";

/** Questions that one selector may ask of one page; selectors that people write ask some hundred thousand at most. */
const MOST_QUESTIONS = 20_000_000;

class BudgetSpent extends Error {
  override readonly name = "BudgetSpent";
}

interface TreeNode {
  readonly node: number;
}

/** The first element in document order that the selector matches. */
export function findByCss(tree: DomTree, selector: string): Wished {
  const { options, nodes } = adapt(tree);
  let matches: (element: TreeNode) => boolean;
  try {
    matches = compile<TreeNode, TreeNode>(selector, options);
  } catch (error) {
    return { kind: "invalid", message: error instanceof Error ? error.message : "not a CSS selector" };
  }
  try {
    return found(nodes.find((element) => !isText(tree, element.node) && matches(element))?.node ?? null);
  } catch (error) {
    if (error instanceof BudgetSpent) return { kind: "invalid", message: "the selector takes too long on this page" };
    throw error;
  }
}

/** The tree as css-select walks it. */
function adapt(tree: DomTree): { readonly options: Options<TreeNode, TreeNode>; readonly nodes: readonly TreeNode[] } {
  const nodes = Array.from({ length: tree.size }, (_, node) => ({ node }));
  const at = (node: number): TreeNode => nodes[node]!;
  const children = new Map<number, TreeNode[]>();
  let questions = 0;
  const ask = (): void => {
    if (++questions > MOST_QUESTIONS) throw new BudgetSpent();
  };
  const getChildren = ({ node }: TreeNode): TreeNode[] => {
    ask();
    const known = children.get(node) ?? childrenOf(tree, node).map(at);
    children.set(node, known);
    return known;
  };
  const getParent = ({ node }: TreeNode): TreeNode | null => {
    ask();
    const parent = tree.parent[node] ?? -1;
    return parent < 0 ? null : at(parent);
  };
  const getAttributeValue = ({ node }: TreeNode, name: string): string | undefined => {
    ask();
    return attributeOf(tree, node, name) ?? undefined;
  };
  const options: Options<TreeNode, TreeNode> = {
    adapter: {
      isTag: (element): element is TreeNode => !isText(tree, element.node),
      getAttributeValue,
      hasAttrib: (element, name) => getAttributeValue(element, name) !== undefined,
      getChildren,
      getParent,
      getName: ({ node }) => tagOf(tree, node),
      getSiblings: (element) => {
        const parent = getParent(element);
        return parent ? getChildren(parent) : [element];
      },
      getText: ({ node }) => {
        questions += textLength(tree, node);
        ask();
        return textOf(tree, node);
      },
      removeSubsets: (elements) => elements,
    },
  };
  return { options, nodes };
}

function textLength(tree: DomTree, node: number): number {
  return (tree.textStart[tree.end[node] ?? 0] ?? 0) - (tree.textStart[node] ?? 0);
}
