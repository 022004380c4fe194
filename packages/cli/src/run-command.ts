/** Finds the verb, runs it, and turns what goes wrong into one line and an exit code. */
import { CliError, EXIT, type Terminal, type Verb } from "./verb.ts";

/** Loaded when asked for, so that `tessera trace` does not wait for the server's libraries. */
const VERBS: Readonly<Record<string, () => Promise<Verb>>> = {
  trace: async () => (await import("./verbs/trace.ts")).trace,
  pages: async () => (await import("./verbs/pages.ts")).pages,
};

export async function runCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const [name = "--help", ...rest] = args;
  try {
    if (name === "--help" || name === "-h" || name === "help") return await help(rest[0], terminal);
    const verb = await verbNamed(name);
    if (rest.includes("--help") || rest.includes("-h")) return await help(name, terminal);
    return await verb.run(rest, terminal);
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    terminal.error(`tessera ${name}: ${error.message}`);
    return error.exitCode;
  }
}

async function verbNamed(name: string): Promise<Verb> {
  const load = Object.hasOwn(VERBS, name) ? VERBS[name] : undefined;
  if (!load) throw new CliError(EXIT.usage, `no such verb; one of ${Object.keys(VERBS).join(", ")}`);
  return load();
}

async function help(name: string | undefined, terminal: Terminal): Promise<number> {
  if (name !== undefined) {
    terminal.out((await verbNamed(name)).help);
    return EXIT.ok;
  }
  terminal.out("Tessera: a homepage made of live pieces of the web.\n\nUsage: tessera VERB …\n");
  for (const verb of Object.keys(VERBS)) terminal.out(`  ${verb.padEnd(12)}${(await verbNamed(verb)).about}`);
  terminal.out("\n`tessera VERB --help` tells more of each.");
  return EXIT.ok;
}
