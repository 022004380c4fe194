/** Two hashes for every subtree: of its shape, and of its whole content. */
import { type DomTree, TEXT_TAG } from "./dom-tree.ts";
import { hashString, joinHash, mixHash, resetHash, startHash } from "./hash.ts";

type Hashes = Pick<DomTree, "shapeHash" | "contentHash">;

/** Children come after their parent, so one pass from the end has every child's hash ready. */
export function subtreeHashes(tree: Omit<DomTree, keyof Hashes>): Hashes {
  const shapeHash = new Float64Array(tree.size);
  const contentHash = new Float64Array(tree.size);
  const tagHash = Float64Array.from(tree.tagNames, (name) => hashString(name));
  const nameHash = Float64Array.from(tree.attrNames, (name) => hashString(name));
  const valueHash = Float64Array.from(tree.attrValues, (value) => hashString(value));
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
