/**
 * The part of XPath 1.0 that pickers write, over a tree: child and descendant steps, tags and `*`, positions, tests of
 * attributes and text joined by `and`, and a whole path in parentheses with a position. Nothing here can read a file,
 * a variable or another document, because the language has no way to name one; what lies outside of it is refused.
 */
import { attributeOf, childrenOf, type DomTree, isText, tagOf, textOf } from "@tessera/engine";
import { compile, type Options } from "css-select";
import { found, type Located, type StepBudget, textLength, withinBudget } from "./located.ts";

interface Step {
  readonly isDeep: boolean;
  /** `*` for any. */
  readonly tag: string;
  readonly tests: readonly Test[];
}

interface PositionTest {
  readonly kind: "position";
  readonly position: number | "last";
}

/** `what` is an attribute with its `@`, or the text. */
interface ContentTest {
  readonly kind: "has" | "equals" | "contains" | "starts-with";
  readonly what: string;
  readonly value: string;
}

type Test = PositionTest | ContentTest;

interface Path {
  readonly steps: readonly Step[];
  /** Of `(path)[position]`; null without. */
  readonly position: number | null;
}

/** The first element in document order that the expression means. */
export function findByXpath(tree: DomTree, expression: string, budget?: StepBudget): Located {
  const path = parseXpath(expression);
  if (!path) return { kind: "invalid", message: "only simple XPath expressions are understood" };
  return withinBudget((steps) => {
    let current: readonly number[] = [-1];
    for (const step of path.steps) current = walk({ tree, budget: steps }, current, step);
    return found(current[(path.position ?? 1) - 1] ?? null);
  }, budget);
}

interface Page {
  readonly tree: DomTree;
  readonly budget: StepBudget;
}

/** Elements that a step leads to from each of the given ones, in document order. Linear in the page but for its tests of text. */
function walk(page: Page, from: readonly number[], step: Step): readonly number[] {
  const { tree } = page;
  const reached = new Set<number>();
  let covered = 0;
  for (const parent of from) {
    if (!step.isDeep) for (const child of matching(page, parent, step)) reached.add(child);
    else {
      // subtrees of earlier ones have been walked already: `from` is in document order
      const stop = parent < 0 ? tree.size : (tree.end[parent] ?? 0);
      for (let node = Math.max(parent, covered - 1); node < stop; node++) {
        if (node < 0 || !isText(tree, node)) for (const child of matching(page, node, step)) reached.add(child);
      }
      covered = Math.max(covered, stop);
    }
  }
  return [...reached].sort((one, other) => one - other);
}

/** The children of one element that a step takes: tests apply one after the other, positions count what is left. */
function matching(page: Page, parent: number, step: Step): readonly number[] {
  const { tree, budget } = page;
  let taken: number[] = [];
  const stop = parent < 0 ? Math.min(1, tree.size) : (tree.end[parent] ?? 0);
  for (let child = parent + 1; child < stop; child = tree.end[child] ?? stop) {
    budget.step();
    if (!isText(tree, child) && (step.tag === "*" || tagOf(tree, child) === step.tag)) taken.push(child);
  }
  for (const test of step.tests) {
    taken =
      test.kind === "position"
        ? taken.slice(...(test.position === "last" ? ([-1] as const) : ([test.position - 1, test.position] as const)))
        : taken.filter((node) => passes(page, node, test));
  }
  return taken;
}

function passes(page: Page, node: number, test: ContentTest): boolean {
  const value = test.what.startsWith("@") ? attributeOf(page.tree, node, test.what.slice(1)) : spaced(page, node);
  if (value === null) return false;
  page.budget.step(value.length);
  switch (test.kind) {
    case "has":
      return true;
    case "equals":
      return value === test.value;
    case "contains":
      return value.includes(test.value);
    case "starts-with":
      return value.startsWith(test.value);
  }
}

/** The text of a node with single spaces; what lies deep is read again for each of its ancestors, and counted each time. */
function spaced({ tree, budget }: Page, node: number): string {
  budget.step(textLength(tree, node));
  return textOf(tree, node).replace(/\s+/g, " ").trim();
}

const GROUP = /^\((?<inner>[\s\S]*)\)\[(?<position>[1-9]\d{0,5})\]$/;

const STEP = /^(?<slashes>\/\/?)(?:child::)?(?<tag>\*|[a-zA-Z][\w-]*)(?<tests>(?:\[[^\]]*\])*)/;
const WHAT = "(?<what>@[\\w:-]+|text\\(\\)|\\.|normalize-space\\((?:\\.|text\\(\\))?\\))";
const VALUE = "(?:\"(?<double>[^\"]*)\"|'(?<single>[^']*)')";

const EQUALS = new RegExp(`^${WHAT}\\s*=\\s*${VALUE}$`);

const CALL = new RegExp(`^(?<name>contains|starts-with)\\(\\s*${WHAT}\\s*,\\s*${VALUE}\\s*\\)$`);

const HAS = /^(?<what>@[\w:-]+)$/;

function parseXpath(expression: string): Path | null {
  const group = GROUP.exec(expression.trim());
  let rest = (group?.groups?.inner ?? expression).trim();
  const steps: Step[] = [];
  while (rest !== "") {
    const match = STEP.exec(rest);
    if (!match?.groups) return null;
    const tests = parseTests(match.groups.tests ?? "");
    if (!tests) return null;
    steps.push({ isDeep: match.groups.slashes === "//", tag: (match.groups.tag ?? "*").toLowerCase(), tests });
    rest = rest.slice(match[0].length);
  }
  return steps.length === 0 ? null : { steps, position: group ? Number(group.groups?.position) : null };
}

function parseTests(text: string): readonly Test[] | null {
  const tests: Test[] = [];
  // no test has a closing bracket in it
  for (const inner of text === "" ? [] : text.slice(1, -1).split("][")) {
    for (const part of inner.split(/\sand\s/)) {
      const test = parseTest(part.trim());
      if (!test) return null;
      tests.push(test);
    }
  }
  return tests;
}

function parseTest(text: string): Test | null {
  if (/^[1-9]\d{0,5}$/.test(text)) return { kind: "position", position: Number(text) };
  if (text === "last()") return { kind: "position", position: "last" };
  const has = HAS.exec(text)?.groups;
  if (has) return { kind: "has", what: (has.what ?? "").toLowerCase(), value: "" };
  const equals = EQUALS.exec(text)?.groups;
  if (equals) return { kind: "equals", what: (equals.what ?? "").toLowerCase(), value: literalOf(equals) };
  const call = CALL.exec(text)?.groups;
  if (!call) return null;
  const kind = call.name === "contains" ? "contains" : "starts-with";
  return { kind, what: (call.what ?? "").toLowerCase(), value: literalOf(call) };
}

function literalOf(groups: Readonly<Record<string, string | undefined>>): string {
  return groups.double ?? groups.single ?? "";
}

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
