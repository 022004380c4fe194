/** Options of a verb, with mistakes told in one line. */
import { type ParseArgsOptionsConfig, parseArgs } from "node:util";
import { CliError, EXIT } from "./verb.ts";

/** Parses by `node:util`; a wrong option ends the verb with the usage line. */
export function readArguments<const Options extends ParseArgsOptionsConfig>(
  args: string[],
  options: Options,
  usage: string,
) {
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true });
  } catch (cause) {
    throw new CliError(EXIT.usage, `${(cause as Error).message}. Usage: ${usage}`, cause);
  }
}
