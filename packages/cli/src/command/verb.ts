/** What every verb of the command line is, where it writes, and how it ends: an exit code, and one line for a failure. */
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
  /** The store or the server cannot be reached: in use, not there, or it does not let this person in. */
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

/** Waits until the person wants it to end. */
export function untilInterrupted({ interrupted }: Pick<Terminal, "interrupted">): Promise<void> {
  return new Promise((resolve) => {
    if (interrupted.aborted) resolve();
    else interrupted.addEventListener("abort", () => resolve(), { once: true });
  });
}

/**
 * Failures of the other packages as one line and an exit code, told apart by name and code, never by their text. Null where
 * it is nobody's expected failure but a mistake in the program.
 */
export function asCliError(error: unknown): CliError | null {
  if (error instanceof CliError) return error;
  if (!(error instanceof Error)) return null;
  const exitCode = exitCodeOf(error);
  return exitCode === null ? null : new CliError(exitCode, withAdvice(oneLine(error.message), adviceIn(error)), error);
}

/** What is wrong, and what can be done about it where that is known. */
export function withAdvice(message: string, advice: string | null): string {
  return advice === null ? message : `${message.replace(/\.$/, "")}. ${advice}`;
}

/** An error of the API in this process carries the members of the document that a server would send. */
function adviceIn(error: Error): string | null {
  if (error.name !== "ApiError" || !("toJSON" in error) || typeof error.toJSON !== "function") return null;
  const { advice } = error.toJSON() as { readonly advice?: unknown };
  return typeof advice === "string" ? advice : null;
}

function exitCodeOf(error: Error): number | null {
  switch (error.name) {
    case "StoreFailure":
      return EXIT.unavailable;
    case "ConfigurationError":
      return EXIT.usage;
    case "CapReached":
    case "ImportRefused":
    case "CaptureFailure":
      return EXIT.input;
    case "ApiError":
      return exitCodeOfApiError("code" in error ? String(error.code) : "");
    default:
      return "code" in error && typeof error.code === "string" && FILE_ERRORS.has(error.code) ? EXIT.input : null;
  }
}

const FILE_ERRORS: ReadonlySet<string> = new Set([
  "ENOENT",
  "EACCES",
  "EISDIR",
  "ENOTDIR",
  "EEXIST",
  "ENOSPC",
  "EROFS",
  "EPERM",
  "EADDRINUSE",
  "EADDRNOTAVAIL",
]);

const NOT_LET_IN: ReadonlySet<string> = new Set([
  "login-needed",
  "wrong-login",
  "scope-missing",
  "owner-only",
  "unknown-host",
  "busy",
  "too-many",
  "store-full",
  "store-unwritable",
]);

/** By the code of an error of the API, whether it came from this process or from a server. */
export function exitCodeOfApiError(code: string): number {
  if (NOT_LET_IN.has(code)) return EXIT.unavailable;
  return code === "internal" ? EXIT.failed : EXIT.input;
}

function oneLine(message: string): string {
  const lines = message.split("\n").map((line) => line.trim());
  return lines
    .filter((line) => line !== "")
    .join("; ")
    .replaceAll(":; ", ": ");
}
