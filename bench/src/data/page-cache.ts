/** Labelled pages as trees, each parsed once while it is in use. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type DomTree, parseHtml } from "@tessera/engine";
import type { LabelledCase, LabelledVersion } from "./cases.ts";

export class PageCache {
  readonly #trees = new Map<string, DomTree>();
  readonly #capacity: number;

  constructor(capacity = 150) {
    this.#capacity = capacity;
  }

  /** The tree of one version as the case wants it: without the masked attributes. */
  treeOf(labelled: LabelledCase, version: LabelledVersion): DomTree {
    const key = `${labelled.folder}\0${version.file}\0${labelled.mask.join()}`;
    const known = this.#trees.get(key);
    if (known) return known;
    const html = readFileSync(join(labelled.folder, version.file), "utf8");
    const tree = parseHtml(html, { omitAttributes: labelled.mask });
    const oldest = this.#trees.keys().next();
    if (this.#trees.size >= this.#capacity && !oldest.done) this.#trees.delete(oldest.value);
    this.#trees.set(key, tree);
    return tree;
  }
}
