/** What every verb of the command line is: one file in `verbs/`, found by its name. */
import type { ParseArgsOptionsConfig } from "node:util";

/** Where a verb writes; the process in earnest, strings in tests. */
export interface Terminal {
  out(line: string): void;
  error(line: string): void;
  /** True where a person reads along: tables may be coloured. */
  readonly isInteractive: boolean;
  /** Columns of the screen, where there is one. */
  readonly width?: number | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Everything that is piped into the verb. */
  readInput(): Promise<Buffer>;
  /** Aborted when the person wants it to end (Ctrl-C, SIGTERM). */
  readonly interrupted: AbortSignal;
}

export interface Verb {
  /** One line for the list of verbs. */
  readonly about: string;
  /** The whole help text. */
  readonly help: string;
  /** What it takes, for parsing and for completion. */
  readonly options: ParseArgsOptionsConfig;
  /** First words that it knows, where there are some: `user add`. */
  readonly subcommands?: readonly string[];
  /** Does it and resolves with the exit code. */
  run(args: string[], terminal: Terminal): Promise<number>;
}

/** Exit codes, the same for all verbs. */
export const EXIT = {
  ok: 0,
  /** A bug or a failure of the machine. */
  failed: 1,
  /** The words of the call are off. */
  usage: 2,
  /** A file, path, page or record cannot be used. */
  input: 3,
  /** It ran, and the answer is no: a block was not found for sure, something is not in order. */
  no: 4,
  /** The store or the server cannot be had: in use, not there, or it does not let this person in. */
  unavailable: 5,
} as const;

/** Ends a verb with one line for the person and an exit code. */
export class CliError extends Error {
  override readonly name = "CliError";
  readonly exitCode: number;

  constructor(exitCode: number, message: string, cause?: unknown) {
    super(message, { cause });
    this.exitCode = exitCode;
  }
}
