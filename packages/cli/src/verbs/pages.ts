/** `tessera pages`: the outline of a page with paths, so that a person can find the path of a block. */
import { readFile, stat } from "node:fs/promises";
import { decodePage } from "@tessera/capture/encoding";
import { childrenOf, type DomTree, isText, parseHtml, pathOf, subtreeSize, textOf } from "@tessera/engine";
import { readArguments } from "../command/arguments.ts";
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

One line per element: its path, how many nodes it has, and how its text begins. Elements without any text are left out.

  --depth N    levels below the body to show (default ${DEFAULT_DEPTH})
  --find TEXT  only elements that contain this text, at any depth; the last one is the smallest
  --json       one JSON line per element`,
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

const MAX_BYTES = 64 * 1024 * 1024;

/** A page in a file becomes a tree; what is not a page is refused in one line. */
export async function readPage(file: string): Promise<DomTree> {
  const bytes = await readBytes(file);
  const { text } = decodePage(bytes, undefined);
  if (!looksLikeHtml(text)) throw new CliError(EXIT.input, `${file}: not HTML`);
  try {
    return parseHtml(text);
  } catch (cause) {
    throw new CliError(EXIT.input, `${file}: ${(cause as Error).message}`, cause);
  }
}

async function readBytes(file: string): Promise<Uint8Array> {
  try {
    const { size } = await stat(file);
    if (size > MAX_BYTES) throw new CliError(EXIT.input, `${file}: too large, ${size} bytes; at most ${MAX_BYTES}`);
    return await readFile(file);
  } catch (cause) {
    if (cause instanceof CliError) throw cause;
    const code = (cause as NodeJS.ErrnoException).code;
    const reason =
      code === "ENOENT" ? "no such file" : code === "EISDIR" ? "a folder, not a file" : `cannot be read (${code})`;
    throw new CliError(EXIT.input, `${file}: ${reason}`, cause);
  }
}

/** A tag somewhere near the top, and no NUL as in pictures and archives. */
function looksLikeHtml(text: string): boolean {
  const start = text.slice(0, 65_536);
  return /<(?:!doctype|!--|[a-z][a-z0-9]*[\s/>])/i.test(start) && !start.slice(0, 1_024).includes("\0");
}
