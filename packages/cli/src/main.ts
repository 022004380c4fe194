#!/usr/bin/env -S node --max-semi-space-size=16
/** The `tessera` command. */
import { runCommand } from "./verbs/run-command.ts";

const MAX_LEFT_MS = 3_000;

const interrupted = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => interrupted.abort());

// `tessera list | head` closes the pipe early: that is no mistake of anybody
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit();
});

process.exitCode = await runCommand(process.argv.slice(2), {
  out: (line) => process.stdout.write(`${line}\n`),
  error: (line) => process.stderr.write(`${line}\n`),
  isInteractive: process.stdout.isTTY === true,
  width: process.stdout.columns,
  environment: process.env,
  readInput: async () => Buffer.concat(await process.stdin.toArray()),
  interrupted: interrupted.signal,
});
// nobody waits for what it says, nor for anything that is left of it
if (interrupted.signal.aborted) setTimeout(() => process.exit(), MAX_LEFT_MS).unref();
