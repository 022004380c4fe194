/** One capture, all blocks: parse once, trace each. Runs in a worker thread; pure but for the time it takes. */
import { type DomTree, parseHtml, textOf, tracerNamed } from "@tessera/engine";
import { packBody } from "@tessera/store";
import { lookForBlock } from "./look-for-block.ts";
import type { PageJob, PageSight } from "./page-job.ts";

const MOST_TITLE = 500;

export function lookAtPage(job: PageJob): PageSight {
  const tracer = tracerNamed(job.tracer);
  if (!tracer) throw new RangeError(`there is no tracer ${job.tracer}`);
  const tree = treeOf(job.html, job.layout);
  return {
    title: titleOf(tree),
    html: packBody(job.html),
    layout: job.layout && packBody(job.layout),
    blocks: job.blocks.map((block) => lookForBlock({ job: block, tree, tracer, finalUrl: job.finalUrl })),
  };
}

/** The tree of a capture, with its boxes where it was rendered. */
export function treeOf(html: string, layout: Uint8Array | null): DomTree {
  const tree = parseHtml(html);
  if (!layout || layout.byteLength !== tree.size * 4 * Int32Array.BYTES_PER_ELEMENT) return tree;
  // copied, because the bytes may stand at any offset of their buffer
  return { ...tree, boxes: new Int32Array(Uint8Array.from(layout).buffer) };
}

export function titleOf(tree: DomTree): string {
  const tag = tree.tagNames.indexOf("title");
  const node = tag < 0 ? -1 : tree.tag.indexOf(tag);
  return node < 0 ? "" : textOf(tree, node).replace(/\s+/g, " ").trim().slice(0, MOST_TITLE);
}
