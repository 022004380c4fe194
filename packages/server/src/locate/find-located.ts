/** The block that a wish means on a page. */
import { attributeOf, type DomTree, isFeed, isText, nodeAt, tagOf, textOf } from "@tessera/engine";
import type { BlockLocator } from "@tessera/model";
import { findByCss, findByXpath } from "./expressions.ts";
import { found, type Located } from "./located.ts";

/** The first element in document order that the wish means. */
export function findLocated(tree: DomTree, wish: BlockLocator): Located {
  switch (wish.kind) {
    case "page":
      return found(mainContent(tree));
    case "path":
      return found(nodeAt(tree, wish.path));
    case "text":
      return found(smallestWith(tree, wish.text));
    case "css":
      return findByCss(tree, wish.selector);
    case "xpath":
      return findByXpath(tree, wish.expression);
  }
}

/** What a page is about: its only `main`, the list that a feed is, otherwise its body. */
function mainContent(tree: DomTree): number | null {
  const mains: number[] = [];
  for (let node = 0; node < tree.size; node++) {
    if (isText(tree, node)) continue;
    if (tagOf(tree, node) === "main" || attributeOf(tree, node, "role") === "main") mains.push(node);
  }
  const [main] = mains;
  if (main !== undefined && mains.every((other) => other < (tree.end[main] ?? 0))) return main;
  return onlyFeed(tree) ?? nodeAt(tree, "html[1]/body[1]");
}

function onlyFeed(tree: DomTree): number | null {
  const feeds: number[] = [];
  for (let node = 0; node < tree.size; node++) if (!isText(tree, node) && isFeed(tree, node)) feeds.push(node);
  return feeds.length === 1 ? feeds[0]! : null;
}

/** The deepest element around the first place where the body has the words, white space and case aside. Linear. */
function smallestWith(tree: DomTree, words: string): number | null {
  const body = nodeAt(tree, "html[1]/body[1]");
  if (body === null) return null;
  const { text, offsets } = collapsed(textOf(tree, body));
  const wanted = collapsed(words.trim()).text;
  const at = wanted === "" ? -1 : text.indexOf(wanted);
  if (at < 0) return null;
  const base = tree.textStart[body]!;
  const [from, to] = [base + offsets[at]!, base + offsets[at + wanted.length - 1]!];
  let best = body;
  for (let node = body; node < tree.end[best]!; ) {
    const hasAll = tree.textStart[node]! <= from && to < tree.textStart[tree.end[node]!]!;
    if (hasAll && !isText(tree, node)) best = node;
    node = hasAll && !isText(tree, node) ? node + 1 : tree.end[node]!;
  }
  return best;
}

/** A text in lower case with single spaces, and where each of its characters was before. */
function collapsed(raw: string): { readonly text: string; readonly offsets: readonly number[] } {
  const pieces: string[] = [];
  const offsets: number[] = [];
  for (let at = 0; at < raw.length; at++) {
    const isSpace = /\s/.test(raw[at]!);
    if (isSpace && (pieces.length === 0 || pieces.at(-1) === " ")) continue;
    // some capitals have two small letters; both came from the same place
    for (const character of isSpace ? " " : raw[at]!.toLowerCase()) {
      pieces.push(character);
      offsets.push(at);
    }
  }
  return { text: pieces.join(""), offsets };
}
