#!/usr/bin/env node
/** The `tessera` command. */
import { runCommand } from "./run-command.ts";

process.exitCode = await runCommand(process.argv.slice(2), {
  out: (line) => process.stdout.write(`${line}\n`),
  error: (line) => process.stderr.write(`${line}\n`),
  isInteractive: process.stdout.isTTY === true,
});
