/** Finds the verb, runs it, and turns what goes wrong into one line and an exit code. */
import { readFileSync } from "node:fs";
import { asCliError } from "../command/as-cli-error.ts";
import { CliError, EXIT, type Terminal, type Verb } from "../command/verb.ts";
import { VERBS } from "./all-verbs.ts";

export async function runCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const [name = "--help", ...rest] = args;
  try {
    if (name === "--version" || name === "-V") return version(terminal);
    if (name === "--help" || name === "-h" || name === "help") return await help(rest[0], terminal);
    const verb = await verbNamed(name);
    const own = rest.includes("--") ? rest.slice(0, rest.indexOf("--")) : rest;
    if (own.includes("--help") || own.includes("-h")) return await help(name, terminal);
    return await verb.run(rest, terminal);
  } catch (error) {
    const told = asCliError(error);
    if (!told) throw error;
    terminal.error(`tessera ${name}: ${told.message}`);
    return told.exitCode;
  }
}

async function verbNamed(name: string): Promise<Verb> {
  const load = Object.hasOwn(VERBS, name) ? VERBS[name] : undefined;
  if (load) return load();
  const alike = Object.keys(VERBS).find((verb) => isMistyped(name, verb));
  const hint = alike ? `; did you mean "${alike}"?` : `; one of ${Object.keys(VERBS).join(", ")}`;
  throw new CliError(EXIT.usage, `no such verb${hint}`);
}

/** One sign too many or too few, two swapped or one mistaken; or only the beginning. */
function isMistyped(name: string, verb: string): boolean {
  if (verb.startsWith(name) || name.startsWith(verb)) return true;
  let at = 0;
  while (at < verb.length && name[at] === verb[at]) at++;
  const rests = [verb.slice(at), verb.slice(at + 1), `${verb[at + 1] ?? ""}${verb[at] ?? ""}${verb.slice(at + 2)}`];
  return (
    rests.includes(name.slice(at)) || name.slice(at + 1) === verb.slice(at) || name.slice(at + 1) === verb.slice(at + 1)
  );
}

function version(terminal: Terminal): number {
  const manifest = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  terminal.out(`tessera ${JSON.parse(manifest).version}, Node ${process.versions.node}`);
  return EXIT.ok;
}

async function help(name: string | undefined, terminal: Terminal): Promise<number> {
  if (name === "--markdown") {
    const { commandReference } = await import("./reference.ts");
    terminal.out((await commandReference()).trimEnd());
    return EXIT.ok;
  }
  if (name !== undefined) {
    terminal.out((await verbNamed(name)).help);
    return EXIT.ok;
  }
  terminal.out("Tessera: a homepage made of live pieces of the web.\n\nUsage: tessera VERB …\n");
  for (const verb of Object.keys(VERBS)) terminal.out(`  ${verb.padEnd(12)}${(await verbNamed(verb)).about}`);
  terminal.out(CLOSING);
  return EXIT.ok;
}

const CLOSING = `
A first minute:
  tessera user add ada                                  makes the owner, prints a password
  tessera follow https://example.org/ --text "Example"  follows the block with these words
  tessera check && tessera list                         looks again, shows what there is
  tessera serve                                         does so by itself from now on

\`tessera VERB --help\` tells more of each; \`tessera --version\` says which one this is.`;
