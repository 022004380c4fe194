/** Passwords on a command line: from a file or a pipe, or made here; never as a word of the call, which others can see. */
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { Password } from "@tessera/server";
import { CliError, EXIT, type Terminal } from "./verb.ts";

const RANDOM_BYTES = 15;

/** Null where the person gave none. */
export async function givenPassword(file: string | boolean | undefined, terminal: Terminal): Promise<string | null> {
  if (file === undefined) return null;
  const text = file === "-" ? (await terminal.readInput()).toString("utf8") : readFileSync(String(file), "utf8");
  const password = Password.safeParse(text.replace(/\r?\n$/, ""));
  if (password.success) return password.data;
  throw new CliError(EXIT.input, "the password must have 8 to 1000 characters");
}

export function newPassword(): string {
  return randomBytes(RANDOM_BYTES).toString("base64url");
}
