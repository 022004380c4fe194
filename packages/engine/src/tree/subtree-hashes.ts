/** Two hashes for every subtree: of its shape, and of its whole content. */
import { type DomTree, TEXT_TAG } from "./dom-tree.ts";
import { hashString, joinHash, mixHash, resetHash, startHash } from "./hash.ts";

type Hashes = Pick<DomTree, "shapeHash" | "contentHash">;

/** Children come after their parent, so one pass from the end has every child's hash ready. */
export function subtreeHashes(tree: Omit<DomTree, keyof Hashes>): Hashes {
  const shapeHash = new Float64Array(tree.size);
  const contentHash = new Float64Array(tree.size);
  const tagHash = hashesOf(tree.tagNames);
  const nameHash = hashesOf(tree.attrNames);
  const valueHash = hashesOf(tree.attrValues);
  const shape = startHash();
  const content = startHash();
  for (let node = tree.size - 1; node >= 0; node--) {
    resetHash(shape);
    resetHash(content);
    const tag = tree.tag[node];
    mixHash(shape, tagHash[tag]);
    mixHash(content, tagHash[tag]);
    if (tag === TEXT_TAG) {
      mixHash(content, hashString(tree.text, tree.textStart[node], tree.textStart[node + 1] - 1));
    }
    for (let entry = tree.attrStart[node]; entry < tree.attrStart[node + 1]; entry++) {
      mixHash(content, nameHash[tree.attrName[entry]]);
      mixHash(content, valueHash[tree.attrValue[entry]]);
    }
    for (let child = node + 1; child < tree.end[node]; child = tree.end[child]) {
      mixHash(shape, shapeHash[child]);
      mixHash(content, contentHash[child]);
    }
    shapeHash[node] = joinHash(shape);
    contentHash[node] = joinHash(content);
  }
  return { shapeHash, contentHash };
}

function hashesOf(strings: readonly string[]): Float64Array {
  const hashes = new Float64Array(strings.length);
  for (let at = 0; at < strings.length; at++) hashes[at] = hashString(strings[at]);
  return hashes;
}
