/** What every verb of the command line is: one file in `verbs/`, found by its name. */

/** Where a verb writes; the process in earnest, strings in tests. */
export interface Terminal {
  out(line: string): void;
  error(line: string): void;
  /** True where a person reads along: tables may be coloured. */
  readonly isInteractive: boolean;
}

export interface Verb {
  /** One line for the list of verbs. */
  readonly about: string;
  /** The whole help text. */
  readonly help: string;
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
  /** A file, path or page cannot be used. */
  input: 3,
  /** It ran, and the answer is no: a block was not found for sure. */
  no: 4,
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
