/** Parses pages in a thread of its own, so that each parser meets a machine that has seen no other. */
import { parentPort, workerData } from "node:worker_threads";
import { type DomTree, parseHtml } from "@tessera/engine";
import { parse } from "parse5";

/** `plain` is parse5 with its own tree of objects, `tree` is what the engine makes. */
export type ParserName = "plain" | "tree";

export interface ParseResult {
  readonly ms: number;
  /** Of the engine's trees; 0 for the plain parser. */
  readonly nodes: number;
  readonly arrayBytes: number;
  readonly stringBytes: number;
}

const { parser, pages } = workerData as { parser: ParserName; pages: readonly string[] };

/** Every message asks for one round over all pages. */
parentPort?.on("message", () => {
  // time of this thread on the processor: other load on the machine does not count
  const start = process.threadCpuUsage();
  for (const html of pages) {
    if (parser === "tree") parseHtml(html);
    else parse(html);
  }
  const { user, system } = process.threadCpuUsage(start);
  const result: ParseResult = { ms: (user + system) / 1_000, ...(parser === "tree" ? memoryOfAll() : NO_TREES) };
  parentPort?.postMessage(result);
});

const NO_TREES = { nodes: 0, arrayBytes: 0, stringBytes: 0 };

function memoryOfAll(): Omit<ParseResult, "ms"> {
  const total = { ...NO_TREES };
  for (const html of pages) {
    const tree = parseHtml(html);
    const { arrayBytes, stringBytes } = memoryOf(tree);
    total.nodes += tree.size;
    total.arrayBytes += arrayBytes;
    total.stringBytes += stringBytes;
  }
  return total;
}

function memoryOf(tree: DomTree): Pick<ParseResult, "arrayBytes" | "stringBytes"> {
  let arrayBytes = 0;
  for (const value of Object.values(tree)) if (ArrayBuffer.isView(value)) arrayBytes += value.byteLength;
  const strings = [tree.text, ...tree.tagNames, ...tree.attrNames, ...tree.attrValues];
  return { arrayBytes, stringBytes: strings.reduce((bytes, string) => bytes + Buffer.byteLength(string), 0) };
}
