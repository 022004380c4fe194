/** Carries the boxes of a rendered DOM over to the tree that a parser makes of its HTML, where the two differ. */
import { attributeOf, type DomTree, isText, parseHtml } from "@tessera/engine";

export interface Marked {
  /** The tree of the same HTML without the marks. */
  readonly parsed: DomTree;
  /** The HTML in which every element carries its number in the rendered tree. */
  readonly markedHtml: string;
  readonly mark: string;
}

const BOX = 4;

/** `parsed` with boxes. Without any where not even the marks tell which node is which. */
export function withBoxesOf(rendered: DomTree, { parsed, markedHtml, mark }: Marked): DomTree {
  const marked = parseHtml(markedHtml);
  if (!rendered.boxes || marked.size !== parsed.size || marked.shapeHash[0] !== parsed.shapeHash[0]) return parsed;
  const boxes = new Int32Array(parsed.size * BOX).fill(-1);
  const carry = (from: number, to: number) => {
    boxes.set(rendered.boxes!.subarray(from * BOX, from * BOX + BOX), to * BOX);
  };
  for (let node = 0; node < marked.size; node++) {
    const number = isText(marked, node) ? null : attributeOf(marked, node, mark);
    // An element without a number was made by the parser alone.
    if (number === null) continue;
    carry(Number(number), node);
    // A text is the one of the same rank below the same element, where that element still has as many.
    const here = textChildren(marked, node);
    const there = textChildren(rendered, Number(number));
    if (here.length === there.length) for (const [rank, text] of here.entries()) carry(there[rank]!, text);
  }
  return { ...parsed, boxes };
}

function textChildren(tree: DomTree, node: number): number[] {
  const texts: number[] = [];
  for (let child = node + 1; child < tree.end[node]!; child = tree.end[child]!) {
    if (isText(tree, child)) texts.push(child);
  }
  return texts;
}
