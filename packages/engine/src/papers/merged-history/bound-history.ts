/**
 * Cuts a history down around one node, so that a memory made of it stays small however large the page is: the way to
 * the node, then the siblings on that way from the node upwards, then what is next to those, level by level. What is
 * cut away remains as a count (`hidden`), which the alignment takes for nodes that probably still match.
 */
import { copyNode, HistoryBuilder } from "../../history/history-builder.ts";
import { type HistoryTree, subtreeWeights } from "../../history/history-tree.ts";

export interface BoundedHistory {
  readonly history: HistoryTree;
  /** The node that the history was cut around, in its new number; -1 where it lies too deep to be kept. */
  readonly focus: number;
}

/** Of a node with very many children that lies on the way, so many are kept besides the one that leads on. */
const MAX_SIBLINGS = 120;

/** Keeps at most `limit` nodes. Linear. */
export function boundHistory(history: HistoryTree, focus: number, limit: number): BoundedHistory {
  if (history.size <= limit) return { history, focus };
  const kept = new Uint8Array(history.size);
  const nearest: number[] = [];
  for (let node = focus; node >= 0; node = history.parent[node]) nearest.push(node);
  if (nearest.length > limit) return { history: new HistoryBuilder().finish(history.versions), focus: -1 };
  for (const node of nearest) kept[node] = 1;
  keepLevelByLevel(history, kept, { nearest, left: limit - nearest.length });
  return copyKept(history, kept, focus);
}

interface Frontier {
  /** Nodes that are kept and whose children are to be kept next, in order of importance. */
  readonly nearest: readonly number[];
  left: number;
}

function keepLevelByLevel(history: HistoryTree, kept: Uint8Array, frontier: Frontier): void {
  const queue: number[] = [...frontier.nearest];
  const onTheWay = frontier.nearest.length;
  for (let at = 0; at < queue.length && frontier.left > 0; at++) {
    const isOnTheWay = at > 0 && at < onTheWay;
    const most = isOnTheWay ? Math.min(MAX_SIBLINGS, Math.ceil(frontier.left / 2)) : frontier.left;
    const children = childrenOf(history, queue[at]).filter((child) => kept[child] === 0);
    // siblings on the way are kept in part where there are too many, all other children together or not at all
    const added = isOnTheWay ? nearestTo(queue[at - 1], children, most) : children;
    if (added.length > most) continue;
    frontier.left -= added.length;
    for (const child of added) {
      kept[child] = 1;
      queue.push(child);
    }
  }
}

function childrenOf(history: HistoryTree, node: number): number[] {
  const children: number[] = [];
  for (let child = node + 1; child < history.end[node]; child = history.end[child]) children.push(child);
  return children;
}

/** So many siblings before and after a node, in order; more on one side where the other has fewer. */
function nearestTo(node: number, siblings: readonly number[], most: number): number[] {
  const before = siblings.filter((sibling) => sibling < node).length;
  const from = Math.max(0, Math.min(before - Math.floor(most / 2), siblings.length - most));
  return siblings.slice(from, from + most);
}

function copyKept(history: HistoryTree, kept: Uint8Array, focus: number): BoundedHistory {
  const weight = subtreeWeights(history);
  const builder = new HistoryBuilder();
  const renumber = history.versions.map((_, index) => index);
  const copies = new Int32Array(history.size).fill(-1);
  for (let node = 0; node < history.size; node++) {
    if (kept[node] === 0) continue;
    let hidden = history.hidden[node];
    for (let child = node + 1; child < history.end[node]; child = history.end[child]) {
      if (kept[child] === 0) hidden += weight[child];
    }
    const parent = history.parent[node] < 0 ? -1 : copies[history.parent[node]];
    copies[node] = copyNode(builder, history, node, { parent, renumber, hidden });
  }
  return { history: builder.finish(history.versions), focus: copies[focus] };
}
