/** Labelled pages as trees, each parsed once while it is in use. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type DomTree, parseHtml } from "@tessera/engine";
import { UsageError } from "../usage-error.ts";
import { boxFilePath, readBoxes } from "./box-file.ts";
import type { LabelledCase, LabelledVersion } from "./cases.ts";

export interface PageCacheOptions {
  /** Trees kept at a time. */
  readonly capacity?: number;
  /** Give each tree the layout boxes that `bench boxes` found, where there are any. */
  readonly boxes?: boolean;
}

export class PageCache {
  readonly #trees = new Map<string, DomTree>();
  readonly #capacity: number;
  readonly #boxes: boolean;

  constructor({ capacity = 150, boxes = false }: PageCacheOptions = {}) {
    this.#capacity = capacity;
    this.#boxes = boxes;
  }

  /** The tree of one version as the case wants it: without the masked attributes. */
  treeOf(labelled: LabelledCase, version: LabelledVersion): DomTree {
    const key = `${labelled.folder}\0${version.file}\0${labelled.mask.join()}`;
    const known = this.#trees.get(key);
    if (known) return known;
    const html = readFileSync(join(labelled.folder, version.file), "utf8");
    const parsed = parseHtml(html, { omitAttributes: labelled.mask });
    const tree = this.#boxes ? withBoxes(parsed, boxFilePath(labelled.folder, version.file)) : parsed;
    const oldest = this.#trees.keys().next();
    if (this.#trees.size >= this.#capacity && !oldest.done) this.#trees.delete(oldest.value);
    this.#trees.set(key, tree);
    return tree;
  }
}

/** A page that was rendered without success has no boxes; one that was not rendered must not pass for one of those. */
function withBoxes(tree: DomTree, boxFile: string): DomTree {
  const boxes = readBoxes(boxFile, tree);
  if (boxes === "unknown") throw new UsageError(`no boxes of this page in ${boxFile}: run \`bench boxes --data DIR\``);
  return boxes === null ? tree : { ...tree, boxes };
}
