/** Finds the verb, runs it, and turns what goes wrong into one line and an exit code. */
import { readFileSync } from "node:fs";
import { asCliError, CliError, EXIT, type Terminal, type Verb } from "../command/verb.ts";

export async function runCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const [name = "--help", ...rest] = args;
  try {
    expectNode(manifest(), process.versions.node);
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
  terminal.out(`tessera ${manifest().version}, Node ${process.versions.node}`);
  return EXIT.ok;
}

interface Manifest {
  readonly version: string;
  readonly engines: { readonly node: string };
}

/** That of the repository or, where it is installed, of the package. */
function manifest(): Manifest {
  return JSON.parse(readFileSync(new URL("../../../../package.json", import.meta.url), "utf8")) as Manifest;
}

/** Said before a verb is loaded: on an older Node the first import of one would end in a riddle. @internal */
export function expectNode({ engines }: Pick<Manifest, "engines">, version: string): void {
  const least = engines.node.replace(">=", "");
  if (version.localeCompare(least, "en", { numeric: true }) >= 0) return;
  throw new CliError(EXIT.failed, `Tessera needs Node ${least} or later, and this is ${version}`);
}

async function help(name: string | undefined, terminal: Terminal): Promise<number> {
  if (name === "--markdown") {
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
  tessera user add ada                                  creates the owner, prints a password
  tessera follow https://example.org/ --text "Example"  follows the block with these words
  tessera check && tessera list                         checks again, shows what was found
  tessera serve                                         does this automatically from now on

\`tessera VERB --help\` explains each verb; \`tessera --version\` prints the version.`;

const INTRODUCTION = `# The command line

\`npm run -s tessera -- VERB …\` in a checkout, \`tessera VERB …\` if it is installed. Verbs work on an instance: on its
data directory, or with \`--server\` and \`--token\` on a running server. Reading verbs work beside a running server; those
that visit pages need the directory for themselves and otherwise say how to reach the server. Every verb knows \`--json\`
(one JSON value per line) and \`--help\`; errors are one line on standard error.

| exit code | meaning |
|---|---|
| 0 | done |
| 1 | a failure of the machine or a mistake in the program |
| 2 | the command was called wrongly |
| 3 | a file, path, page or record cannot be used |
| 4 | it ran, and the answer is no: a block was not found for sure, or something is not in order |
| 5 | the store or the server cannot be used: in use by another process, not there, or access denied |
`;

/** The reference page of the command line, written from the help of its verbs. */
async function commandReference(): Promise<string> {
  const parts = [INTRODUCTION];
  for (const [name, load] of Object.entries(VERBS)) {
    const { about, help } = await load();
    parts.push(`\n## ${name}\n\n${about[0]?.toUpperCase()}${about.slice(1)}.\n\n\`\`\`text\n${help}\n\`\`\`\n`);
  }
  return parts.join("");
}

/** All verbs by name, loaded when asked for, so that `tessera trace` does not wait for the server's libraries. @internal */
export const VERBS: Readonly<Record<string, () => Promise<Verb>>> = {
  serve: async () => (await import("./serve.ts")).serve,
  work: async () => (await import("./serve.ts")).work,
  follow: async () => (await import("./follow.ts")).follow,
  like: async () => (await import("./like.ts")).like,
  set: async () => (await import("./set.ts")).set,
  pick: async () => (await import("./pick.ts")).pick,
  alert: async () => (await import("./alert.ts")).alert,
  fetch: async () => (await import("./fetch.ts")).fetchVerb,
  page: async () => (await import("./page.ts")).page,
  look: async () => (await import("./look.ts")).look,
  components: async () => (await import("./join.ts")).components,
  join: async () => (await import("./join.ts")).join,
  separate: async () => (await import("./join.ts")).separate,
  sheet: async () => (await import("./sheet.ts")).sheet,
  tile: async () => (await import("./tile.ts")).tile,
  move: async () => (await import("./move.ts")).move,
  unfollow: async () => (await import("./follow.ts")).unfollow,
  list: async () => (await import("./list.ts")).list,
  search: async () => (await import("./search.ts")).search,
  check: async () => (await import("./check.ts")).check,
  show: async () => (await import("./show.ts")).show,
  changes: async () => (await import("./changes.ts")).changes,
  feed: async () => (await import("./feed.ts")).feed,
  history: async () => (await import("./history.ts")).history,
  diff: async () => (await import("./history.ts")).diff,
  channel: async () => (await import("./channel.ts")).channel,
  share: async () => (await import("./share.ts")).share,
  gadget: async () => (await import("./gadget.ts")).gadget,
  host: async () => (await import("./host.ts")).host,
  deliveries: async () => (await import("./deliveries.ts")).deliveries,
  export: async () => (await import("./exchange.ts")).exportVerb,
  import: async () => (await import("./exchange.ts")).importVerb,
  backup: async () => (await import("./backup.ts")).backup,
  queue: async () => (await import("./queue.ts")).queue,
  doctor: async () => (await import("./doctor.ts")).doctor,
  migrate: async () => (await import("./migrate.ts")).migrate,
  replay: async () => (await import("./replay.ts")).replay,
  backfill: async () => (await import("./backfill.ts")).backfill,
  caps: async () => (await import("./caps.ts")).caps,
  user: async () => (await import("./user.ts")).user,
  demo: async () => (await import("./demo.ts")).demo,
  trace: async () => (await import("./trace.ts")).trace,
  pages: async () => (await import("./pages.ts")).pages,
  completion: async () => (await import("./completion.ts")).completionOf(VERBS),
};
