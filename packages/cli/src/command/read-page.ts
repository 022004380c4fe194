/** A page in a file becomes a tree; what is not a page is refused in one line. */
import { readFile, stat } from "node:fs/promises";
import { decodePage } from "@tessera/capture/encoding";
import { type DomTree, parseHtml } from "@tessera/engine";
import { CliError, EXIT } from "./verb.ts";

const MAX_BYTES = 64 * 1024 * 1024;

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
