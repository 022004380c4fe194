/**
 * The structural similarity of two pages after [dom-structure-similarity] (Kang, "DOM-based Web Pages to Determine the
 * Structure of the Similarity Algorithm"), definitions 1 to 4 and the code of section 4: the elements below `body`, layer
 * by layer, compared place by place.  Linear in the elements of the first D layers.
 *
 *   paper    here                              paper    here
 *   D        layers                            α        STRUCTURAL_WEIGHT for table, tr, td, div, span; else 1
 *   W_i      (layers − layer) / layers         E_k      changed, the weight of the places that differ
 *   P_i      the terms of the sum              E_j      all, the weight of all places of the layer
 *   S, Q     the result, SIMILAR_FROM
 *
 * Departures: definition 1 has W_i = (D − L_i) / D and the code (D − i + 1) / D; they agree where L counts from 0, which is
 * done here. Layer 1 are the children of `body`, because Table 1 has a similarity of 0.75 at D = 1, which a layer with
 * `body` alone cannot give. Elements only, as the code compares tags. The largest possible change is
 * (D + 1) / (2D), so that S cannot fall below 0.4375 at D = 8. A page without `body` is compared below its root.
 */
import { type DomTree, isText } from "../tree/dom-tree.ts";

/** Section 3, after Table 1: "we take D = 8, Q = 0.8". */
const DEFAULT_LAYERS = 8;
export const SIMILAR_FROM = 0.8;

/** Definition 2. */
const STRUCTURAL_TAGS: ReadonlySet<string> = new Set(["table", "tr", "td", "div", "span"]);
const STRUCTURAL_WEIGHT = 2;

/** More text than an outline of any page that people read: one that is longer is not worth keeping. */
const MAX_OUTLINE = 64 * 1_024;

/**
 * The first layers of a page as text, all that the next version of it is compared with: a line for each layer, with a tag and
 * how often it stands there in a row. Null where that would be too long.
 */
export function layersOf(page: DomTree): string | null {
  const text = tagLayers(page, DEFAULT_LAYERS).map(writeRuns).join("\n");
  return text.length > MAX_OUTLINE ? null : text;
}

/** The gate of a check as `pageChange`, from the outline of the page before. */
export function changeSince(before: string, after: DomTree, similarFrom: number = SIMILAR_FROM): PageChange {
  const first = before.split("\n").map(readRuns);
  return changeOf(similarityOf(first, tagLayers(after, DEFAULT_LAYERS)), similarFrom);
}

/** No name of a tag has a slash or a space in it. */
function writeRuns(tags: readonly string[]): string {
  const runs: string[] = [];
  for (let at = 0; at < tags.length; ) {
    let end = at + 1;
    while (tags[end] === tags[at]) end++;
    runs.push(end - at === 1 ? tags[at] : `${tags[at]}/${end - at}`);
    at = end;
  }
  return runs.join(" ");
}

function readRuns(line: string): string[] {
  if (line === "") return [];
  return line.split(" ").flatMap((run) => {
    const [tag, count = "1"] = run.split("/");
    return new Array<string>(Number(count)).fill(tag);
  });
}

/** Definition 4: 1 where the first layers are the same, less the more they differ and the higher up. */
export function layerSimilarity(before: DomTree, after: DomTree, layers: number = DEFAULT_LAYERS): number {
  return similarityOf(tagLayers(before, layers), tagLayers(after, layers));
}

/** Of the layers of two pages, as many of each. */
function similarityOf(first: readonly string[][], second: readonly string[][]): number {
  const layers = second.length;
  let change = 0;
  for (let layer = 0; layer < layers; layer++) {
    const share = changedShare(first[layer] ?? [], second[layer] ?? []);
    const weight = (layers - layer) / layers;
    change += (share / layers) * weight;
  }
  return 1 - change;
}

/** How a page came to differ from an earlier one. */
export interface PageChange {
  readonly kind: "update" | "redesign";
  readonly similarity: number;
}

/** The gate of a check: below Q it is a redesign, in which what is known about places is of little use. */
export function pageChange(before: DomTree, after: DomTree, similarFrom: number = SIMILAR_FROM): PageChange {
  return changeOf(layerSimilarity(before, after), similarFrom);
}

function changeOf(similarity: number, similarFrom: number): PageChange {
  return { kind: similarity > similarFrom ? "update" : "redesign", similarity };
}

/** Definition 3 without its weights: the share of a layer's places whose tags differ. */
function changedShare(first: readonly string[], second: readonly string[]): number {
  const places = Math.max(first.length, second.length);
  let changed = 0;
  let all = 0;
  for (let place = 0; place < places; place++) {
    const a = first[place];
    const b = second[place];
    const weight = isStructural(a) || isStructural(b) ? STRUCTURAL_WEIGHT : 1;
    all += weight;
    if (a !== b) changed += weight;
  }
  return all === 0 ? 0 : changed / all;
}

function isStructural(tag: string | undefined): boolean {
  return tag !== undefined && STRUCTURAL_TAGS.has(tag);
}

/** The tags of each layer below `body`, from left to right: document order within one depth. */
function tagLayers(page: DomTree, layers: number): string[][] {
  const byLayer: string[][] = Array.from({ length: layers }, () => []);
  const root = bodyOf(page);
  for (let node = root + 1; root >= 0 && node < page.end[root]; node++) {
    const layer = page.depth[node] - page.depth[root] - 1;
    if (layer < layers && !isText(page, node)) byLayer[layer].push(page.tagNames[page.tag[node]]);
  }
  return byLayer;
}

/** The `body` element, else the root; -1 on an empty page. */
function bodyOf(page: DomTree): number {
  const tag = page.tagNames.indexOf("body");
  for (let child = 1; page.size > 0 && child < page.end[0]; child = page.end[child]) {
    if (page.tag[child] === tag) return child;
  }
  return page.size > 0 ? 0 : -1;
}
