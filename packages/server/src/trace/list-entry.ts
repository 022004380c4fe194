/**
 * Whether a block is one of many alike, a row, a card or an entry of a list, or a part of one: then to follow its place
 * is not to follow this very thing, and the person may say which is meant. Runs in a worker thread.
 */
import { alikeSiblings, blockText, type DomTree, isText, tagOf } from "@tessera/engine";

export interface ListEntry {
  /** How many there are, and which of them it is, from 1. */
  readonly count: number;
  readonly rank: number;
  /** Its first line; empty where it has no words. */
  readonly title: string;
}

/** Two of a kind are no list. */
const MIN_ENTRIES = 3;
/** How far around the block its entry is looked for. */
const MAX_LEVELS = 6;
/** What is larger is a section of the page and no entry. */
const MAX_NODES = 500;
const MAX_TITLE = 60;

/** Parts of an entry, however many of them stand side by side: cells of a row, paragraphs, words. */
const PARTS: ReadonlySet<string> = new Set(
  "td th p h1 h2 h3 h4 h5 h6 span b strong i em small sup sub time img picture svg br label button input".split(" "),
);
/** What lists consist of: something that has a list inside is a section with a name of its own. */
const INNER_ENTRIES: ReadonlySet<string> = new Set(["li", "tr", "article", "section", "div", "dt", "option"]);

/** The nearest one around the block, itself included; null where it is none of many, or they all say the same. */
export function listEntryOf(tree: DomTree, block: number, cuts: ReadonlySet<number> = new Set()): ListEntry | null {
  for (let [node, level] = [block, 0]; node > 0 && level <= MAX_LEVELS; node = tree.parent[node]!, level++) {
    if (PARTS.has(tagOf(tree, node))) continue;
    const alike = alikeSiblings(tree, node);
    if (alike.length < MIN_ENTRIES) continue;
    if (hasList(tree, node)) return null;
    const text = blockText(tree, node);
    if (alike.every((other) => blockText(tree, other) === text)) return null;
    const title = firstLine(cuts.size === 0 ? text : blockText(tree, node, { without: cuts }));
    return { count: alike.length, rank: alike.indexOf(node) + 1, title };
  }
  return null;
}

function hasList(tree: DomTree, entry: number): boolean {
  const end = tree.end[entry]!;
  if (end - entry > MAX_NODES) return true;
  for (let node = entry + 1; node < end; node++) {
    if (isText(tree, node) || !INNER_ENTRIES.has(tagOf(tree, node))) continue;
    if (alikeSiblings(tree, node).length >= MIN_ENTRIES) return true;
  }
  return false;
}

function firstLine(text: string): string {
  const line = text.split("\n", 1)[0]!.trim();
  return line.length > MAX_TITLE ? `${line.slice(0, MAX_TITLE - 1).trimEnd()}…` : line;
}
