/** The values of the nodes of a page as a history compares them: the own one of each node, and that of its subtree. */
import { attributesOf, type DomTree, isText, textOf } from "../tree/dom-tree.ts";
import { hashString, joinHash, mixHash, startHash } from "../tree/hash.ts";
import type { HistoryValue } from "./history-tree.ts";

/** A hash of the text or of the attributes of each node. The order in which attributes are written does not matter. */
export function valueKeys(page: DomTree): Float64Array {
  const nameHash = page.attrNames.map((name) => hashString(name));
  const valueHash = page.attrValues.map((value) => hashString(value));
  const keys = new Float64Array(page.size);
  for (let node = 0; node < page.size; node++) {
    keys[node] = isText(page, node)
      ? hashString(page.text, page.textStart[node], page.textStart[node + 1] - 1)
      : attributesKey(page, node, { nameHash, valueHash });
  }
  return keys;
}

/** A hash of each subtree: its tags, its values and their order. With keys that are all 0, a hash of its shape. */
export function contentKeys(page: DomTree, keys: Float64Array): Float64Array {
  const tagHash = page.tagNames.map((name) => hashString(name));
  const contents = new Float64Array(page.size);
  // children come after their parent, so one pass from the end has every child's hash ready
  for (let node = page.size - 1; node >= 0; node--) {
    const state = startHash();
    mixHash(state, tagHash[page.tag[node]]);
    mixHash(state, keys[node]);
    for (let child = node + 1; child < page.end[node]; child = page.end[child]) mixHash(state, contents[child]);
    contents[node] = joinHash(state);
  }
  return contents;
}

/** The same for one node whose children are known. */
export function contentKey(tagName: string, key: number, children: readonly number[]): number {
  const state = startHash();
  mixHash(state, hashString(tagName));
  mixHash(state, key);
  for (const content of children) mixHash(state, content);
  return joinHash(state);
}

/** The value of one node as a history keeps it. */
export function historyValue(page: DomTree, node: number, key: number): HistoryValue {
  return isText(page, node) ? { key, text: textOf(page, node) } : { key, attributes: attributesOf(page, node) };
}

interface AttributeHashes {
  readonly nameHash: readonly number[];
  readonly valueHash: readonly number[];
}

function attributesKey(page: DomTree, node: number, { nameHash, valueHash }: AttributeHashes): number {
  // the pairs are added up, so that their order does not matter
  const sum = { low: 0, high: 0 };
  for (let entry = page.attrStart[node]; entry < page.attrStart[node + 1]; entry++) {
    const pair = startHash();
    mixHash(pair, nameHash[page.attrName[entry]]);
    mixHash(pair, valueHash[page.attrValue[entry]]);
    sum.low = (sum.low + pair.low) | 0;
    sum.high = (sum.high + pair.high) | 0;
  }
  return joinHash(sum);
}
