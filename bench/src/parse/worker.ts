/** Parses pages in a thread of its own, so that each parser meets a machine that has seen no other. */
import { parentPort, workerData } from "node:worker_threads";
import { type DomTree, parseHtml } from "@tessera/engine";
import { parse } from "parse5";

/** `plain` is parse5 with its own tree of objects, `tree` is what the engine makes. */
export type ParserName = "plain" | "tree";

export interface ParseResult {
  readonly ms: number;
  /** Of the engine's tree; 0 for the plain parser. */
  readonly nodes: number;
  readonly arrayBytes: number;
  readonly stringBytes: number;
}

const { parser } = workerData as { parser: ParserName };

parentPort?.on("message", (html: string) => {
  // time of this thread on the processor: other load on the machine does not count
  const start = process.threadCpuUsage();
  const tree = parser === "tree" ? parseHtml(html) : null;
  if (parser === "plain") parse(html);
  const { user, system } = process.threadCpuUsage(start);
  const ms = (user + system) / 1_000;
  const result: ParseResult = {
    ms,
    nodes: tree?.size ?? 0,
    ...(tree ? memoryOf(tree) : { arrayBytes: 0, stringBytes: 0 }),
  };
  parentPort?.postMessage(result);
});

function memoryOf(tree: DomTree): Pick<ParseResult, "arrayBytes" | "stringBytes"> {
  let arrayBytes = 0;
  for (const value of Object.values(tree)) if (ArrayBuffer.isView(value)) arrayBytes += value.byteLength;
  const strings = [tree.text, ...tree.tagNames, ...tree.attrNames, ...tree.attrValues];
  return { arrayBytes, stringBytes: strings.reduce((bytes, string) => bytes + Buffer.byteLength(string), 0) };
}
