/** `tessera pages`: the outline of a page with paths, so that a person can find the path of a block. */
import { childrenOf, type DomTree, isText, pathOf, subtreeSize, textOf } from "@tessera/engine";
import { readArguments } from "../command/arguments.ts";
import { readPage } from "../command/read-page.ts";
import { CliError, EXIT, type Verb } from "../command/verb.ts";

const USAGE = "tessera pages FILE [--depth N] [--find TEXT] [--json]";
const DEFAULT_DEPTH = 6;
const EXCERPT = 50;

const options = {
  depth: { type: "string" },
  find: { type: "string" },
  json: { type: "boolean", default: false },
} as const;

export const pages: Verb = {
  about: "print the outline of a page, with the path of every block",
  help: `${USAGE}

One line an element: its path, how many nodes it holds, and how its text begins. Elements without any text are left out.

  --depth N    levels below the body to show (default ${DEFAULT_DEPTH})
  --find TEXT  only elements that hold this text, at any depth; the last one is the smallest
  --json       one JSON line an element`,
  options,

  async run(args, terminal) {
    const { values, positionals } = readArguments(args, options, USAGE);
    const [file] = positionals;
    if (!file || positionals.length > 1) throw new CliError(EXIT.usage, `Usage: ${USAGE}`);
    const depth = Number(values.depth ?? (values.find === undefined ? DEFAULT_DEPTH : Number.MAX_SAFE_INTEGER));
    if (!Number.isInteger(depth) || depth < 1)
      throw new CliError(EXIT.usage, `--depth is a whole number above 0. Usage: ${USAGE}`);
    const page = await readPage(file);
    const shown = outline(page, { depth, find: values.find?.toLowerCase() });
    for (const node of shown) terminal.out(values.json ? JSON.stringify(record(page, node)) : line(page, node));
    if (shown.length === 0) throw new CliError(EXIT.no, `${file}: no element with such text`);
    return EXIT.ok;
  },
};

/** Elements with text, in document order, down to a depth below the body. */
function outline(page: DomTree, { depth, find }: { depth: number; find: string | undefined }): number[] {
  const body = childrenOf(page, 0).find((node) => page.tagNames[page.tag[node]!] !== "head") ?? 0;
  const shown: number[] = [];
  for (let node = body; node < page.end[body]!; node++) {
    if (isText(page, node) || page.depth[node]! - page.depth[body]! > depth) continue;
    const text = textOf(page, node);
    if (text === "" || (find !== undefined && !text.replace(/\s+/g, " ").toLowerCase().includes(find))) continue;
    shown.push(node);
  }
  return shown;
}

function record(page: DomTree, node: number) {
  return { path: pathOf(page, node), nodes: subtreeSize(page, node), text: excerptOf(page, node, 200) };
}

function line(page: DomTree, node: number): string {
  return `${pathOf(page, node)}  ${subtreeSize(page, node)} nodes  "${excerptOf(page, node, EXCERPT)}"`;
}

function excerptOf(page: DomTree, node: number, length: number): string {
  const words = textOf(page, node).replace(/\s+/g, " ").trim();
  return words.length > length ? `${words.slice(0, length - 1)}…` : words;
}
