/** CSS selectors over a tree, with a budget: selectors come from people and pages from anywhere. */
import { attributeOf, childrenOf, type DomTree, isText, tagOf, textOf } from "@tessera/engine";
import { compile, type Options } from "css-select";
import { found, type Located, type StepBudget, textLength, withinBudget } from "./located.ts";

interface TreeNode {
  readonly node: number;
}

/** The first element in document order that the selector matches. */
export function findByCss(tree: DomTree, selector: string, budget?: StepBudget): Located {
  return withinBudget((steps) => firstMatch(tree, selector, steps), budget);
}

function firstMatch(tree: DomTree, selector: string, budget: StepBudget): Located {
  const { options, nodes } = adapt(tree, budget);
  let matches: (element: TreeNode) => boolean;
  try {
    matches = compile<TreeNode, TreeNode>(selector, options);
  } catch (error) {
    return { kind: "invalid", message: error instanceof Error ? error.message : "not a CSS selector" };
  }
  return found(nodes.find((element) => !isText(tree, element.node) && matches(element))?.node ?? null);
}

interface Adapted {
  readonly options: Options<TreeNode, TreeNode>;
  readonly nodes: readonly TreeNode[];
}

/** The tree as css-select walks it. */
function adapt(tree: DomTree, budget: StepBudget): Adapted {
  const nodes = Array.from({ length: tree.size }, (_, node) => ({ node }));
  const at = (node: number): TreeNode => nodes[node]!;
  const children = new Map<number, TreeNode[]>();
  const getChildren = ({ node }: TreeNode): TreeNode[] => {
    budget.step();
    const known = children.get(node) ?? childrenOf(tree, node).map(at);
    children.set(node, known);
    return known;
  };
  const getParent = ({ node }: TreeNode): TreeNode | null => {
    budget.step();
    const parent = tree.parent[node] ?? -1;
    return parent < 0 ? null : at(parent);
  };
  const getAttributeValue = ({ node }: TreeNode, name: string): string | undefined => {
    const value = attributeOf(tree, node, name) ?? undefined;
    budget.step(value?.length);
    return value;
  };
  const options: Options<TreeNode, TreeNode> = {
    adapter: {
      isTag: (element): element is TreeNode => {
        // counting among siblings asks nothing else
        budget.step();
        return !isText(tree, element.node);
      },
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
        budget.step(textLength(tree, node));
        return textOf(tree, node);
      },
      removeSubsets: (elements) => elements,
    },
  };
  return { options, nodes };
}
