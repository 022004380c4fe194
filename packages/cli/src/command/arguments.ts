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

/** So many words, or the usage line. */
export function expectWords(
  positionals: readonly string[],
  [least, most]: readonly [least: number, most: number],
  usage: string,
): void {
  if (positionals.length >= least && positionals.length <= most) return;
  throw new CliError(EXIT.usage, `Usage: ${usage}`);
}

/** A port; 0 takes any that is free. */
export function readPort(text: string, option: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) < 65_536) return Number(text);
  throw new CliError(EXIT.usage, `${option} takes a port, not "${text}"`);
}

/** A whole number above 0. */
export function readCount(text: string, option: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new CliError(EXIT.usage, `${option} takes a whole number above 0, not "${text}"`);
}
