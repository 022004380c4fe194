/** A snapshot written as the HTML that it stands for, to be read by the person whose page it is. */
import { NODE_TYPE, type PageSnapshot } from "@tessera/page/snapshot";

const MAX_CHARACTERS = 400_000;
const INDENT = "  ";
const MAX_INDENT = 30;

/** Text for a person, never markup for a browser; `around` is the block that is shown, 0 for the whole page. */
export function writtenPage({ nodes, strings }: PageSnapshot, around = 0): string {
  const depths = new Map<number, number>();
  const lines: string[] = [];
  let characters = 0;
  for (const [node, type] of nodes.type.entries()) {
    const parent = nodes.parent[node]!;
    const depth = node === around ? 0 : depths.has(parent) ? depths.get(parent)! + 1 : null;
    if (depth === null) continue;
    depths.set(node, depth);
    const line =
      type === NODE_TYPE.text ? textAt(strings[nodes.value[node]!] ?? "") : tagAt({ nodes, strings }, node, type);
    if (line === "") continue;
    characters += line.length;
    if (characters > MAX_CHARACTERS) {
      lines.push("…");
      break;
    }
    lines.push(`${INDENT.repeat(Math.min(depth, MAX_INDENT))}${line}`);
  }
  return lines.join("\n");
}

function textAt(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

function tagAt({ nodes, strings }: Pick<PageSnapshot, "nodes" | "strings">, node: number, type: number): string {
  if (type !== NODE_TYPE.element) return "";
  const name = (strings[nodes.name[node]!] ?? "").toLowerCase();
  const indexes = nodes.attributes[node] ?? [];
  const attributes: string[] = [];
  for (let at = 0; at + 1 < indexes.length; at += 2) {
    attributes.push(` ${strings[indexes[at]!]}="${strings[indexes[at + 1]!]}"`);
  }
  return `<${name}${attributes.join("")}>`;
}
