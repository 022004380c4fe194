/** Failures of the other packages as one line and an exit code, told apart by name and code, never by their text. */
import { CliError, EXIT } from "./verb.ts";

/** Null where it is nobody's expected failure but a mistake in the program. */
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

/** A problem of this process carries the members of the document that a server would send. */
function adviceIn(error: Error): string | null {
  if (error.name !== "Problem" || !("toJSON" in error) || typeof error.toJSON !== "function") return null;
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
    case "Problem":
      return exitCodeOfProblem("code" in error ? String(error.code) : "");
    default:
      return "code" in error && typeof error.code === "string" && FILE_TROUBLE.has(error.code) ? EXIT.input : null;
  }
}

const FILE_TROUBLE: ReadonlySet<string> = new Set([
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

const KEPT_OUT: ReadonlySet<string> = new Set([
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

/** By the code of a problem, whether it came from this process or from a server. */
export function exitCodeOfProblem(code: string): number {
  if (KEPT_OUT.has(code)) return EXIT.unavailable;
  return code === "internal" ? EXIT.failed : EXIT.input;
}

function oneLine(message: string): string {
  const lines = message.split("\n").map((line) => line.trim());
  return lines
    .filter((line) => line !== "")
    .join("; ")
    .replaceAll(":; ", ": ");
}
