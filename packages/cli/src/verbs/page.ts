/** `tessera page`: everything about how the page of a follow is fetched, tried and saved, and the secrets for it. */
import { readFileSync } from "node:fs";
import { type PagePatch, withPatch } from "@tessera/model";
import type { BodyOf, PageReply, TriedPage } from "@tessera/model/api";
import { readArguments } from "../command/arguments.ts";
import { findFollow } from "../command/follows.ts";
import type { Instance } from "../command/instance.ts";
import { REACH, REACH_HELP, withInstance } from "../command/reach.ts";
import { printTable } from "../command/table.ts";
import { CliError, EXIT, type Terminal, type Verb } from "../command/verb.ts";

const USAGE = "tessera page show FOLLOW | set FOLLOW FILE | try FOLLOW [FILE] | secrets | secret ADDRESS NAME";

const options = {
  ...REACH,
  file: { type: "string" },
  remove: { type: "boolean", default: false },
} as const;

export const page: Verb = {
  about: "how the page of a follow is opened: steps, cookies, headers, screen, language, proxy, and secrets for it",
  help: `${USAGE}

  show FOLLOW          the settings of its page, as JSON
  set FOLLOW FILE      change those that FILE names, for everything that you follow on that page; null takes one back.
                       FILE is JSON, - reads it from standard input
  try FOLLOW [FILE]    capture the page as it would be with FILE, and keep nothing: what came, and whether your blocks
                       are found there
  secrets              the secrets that are stored for pages, by address and name
  secret ADDRESS NAME  store a secret for pages of that address (scheme, host and port), or replace it
    --file FILE            the secret, from a file; - reads it from standard input (the default)
    --remove               remove it instead
${REACH_HELP}

The settings: fetcher (auto, http, browser), steps, cookies, headers, keepCookies, viewport, language, proxy, consent
(reject, accept, leave), userAgent, lean. Nobody can read a stored secret; settings name it.

  {
    "steps": [
      { "kind": "type", "selector": "role=textbox[name=\\"Name\\"]", "text": "ada" },
      { "kind": "typeSecret", "selector": "input[type=password]", "secret": "password", "enter": true },
      { "kind": "waitFor", "selector": "#balance" }
    ],
    "headers": [{ "name": "x-api-key", "secret": "key" }],
    "cookies": [{ "name": "view", "value": "list" }],
    "viewport": { "width": 390, "height": 844, "isPhone": true },
    "language": "de"
  }

Examples:
  tessera page secret https://club.example password < password.txt
  tessera page try Boats login.json && tessera page set Boats login.json

Exit codes: 0 done, 2 wrong call, 3 no such follow, file, secret or setting, 4 tried, and the page or a block did not come.`,
  options,
  subcommands: ["show", "set", "try", "secrets", "secret"],

  async run(args, terminal) {
    const { values, positionals } = readArguments(args, options, USAGE);
    const [action = "", first, second, ...rest] = positionals;
    const words = { show: [1, 1], set: [2, 2], try: [1, 2], secrets: [0, 0], secret: [2, 2] }[action];
    const count = positionals.length - 1;
    if (!words || count < words[0]! || count > words[1]! || rest.length > 0) {
      throw new CliError(EXIT.usage, `Usage: ${USAGE}`);
    }
    return withInstance({ values, terminal }, async (instance) => {
      const call: Call = { instance, terminal, isJson: values.json };
      if (action === "secrets") return listSecrets(call);
      if (action === "secret") return changeSecret(call, { address: first!, name: second!, ...values });
      const found = await findFollow(instance, first!);
      const shown = await instance.ask("GET /pages/:id", { params: { id: found.page.id } });
      const patch = second === undefined ? {} : await readPatch(second, terminal);
      if (action === "try") return tryPage(call, shown, patch);
      const now = second === undefined ? shown : await setPage(call, shown, patch);
      terminal.out(JSON.stringify(now.source, null, values.json ? 0 : 2));
      return EXIT.ok;
    });
  },
};

interface Call {
  readonly instance: Instance;
  readonly terminal: Terminal;
  readonly isJson: boolean;
}

/** Words of the person, which the routes themselves check. */
async function readPatch(file: string, terminal: Terminal): Promise<PagePatch> {
  const text = await readText(file, terminal);
  try {
    return JSON.parse(text) as PagePatch;
  } catch (cause) {
    throw new CliError(EXIT.input, `${file} is no JSON`, cause);
  }
}

async function readText(file: string, terminal: Terminal): Promise<string> {
  if (file === "-") return (await terminal.readInput()).toString("utf8");
  try {
    return readFileSync(file, "utf8");
  } catch (cause) {
    throw new CliError(EXIT.input, `${file} cannot be read`, cause);
  }
}

function setPage({ instance }: Call, { id }: PageReply, patch: PagePatch): Promise<PageReply> {
  return instance.ask("PATCH /pages/:id", { params: { id }, body: patch });
}

async function tryPage(
  { instance, terminal, isJson }: Call,
  { id, source }: PageReply,
  patch: PagePatch,
): Promise<number> {
  const tried = await instance.ask("POST /pages/try", { body: { source: patched(source, patch), page: id } });
  if (isJson) terminal.out(JSON.stringify(tried));
  else describe(tried, terminal);
  const isThere = tried.failure === null && tried.blocks.every(({ verdict }) => verdict === "found");
  return isThere ? EXIT.ok : EXIT.no;
}

function patched(source: PageReply["source"], patch: PagePatch): BodyOf<"POST /pages/try">["source"] {
  try {
    return withPatch(source, patch);
  } catch (cause) {
    const [issue] =
      (cause as { readonly issues?: readonly { path: readonly PropertyKey[]; message: string }[] }).issues ?? [];
    throw new CliError(
      EXIT.input,
      issue ? `${issue.path.join(".")}: ${issue.message}` : "these are no settings",
      cause,
    );
  }
}

function describe(
  { fetcher, failure, status, finalUrl, tookMs, title, steps, blocks }: TriedPage,
  terminal: Terminal,
): void {
  if (failure) terminal.out(`failed by ${fetcher}: ${failure.message}`);
  else
    terminal.out(`${status} by ${fetcher} in ${(tookMs / 1_000).toFixed(1)} s: ${title || "no title"}, at ${finalUrl}`);
  if (steps.length > 0) terminal.out(`steps that worked: ${steps.filter(({ message }) => message === null).length}`);
  for (const block of blocks)
    terminal.out(`${block.verdict}: ${block.title}${block.excerpt ? `, ${block.excerpt}` : ""}`);
}

async function listSecrets({ instance, terminal, isJson }: Call): Promise<number> {
  const secrets = await instance.ask("GET /secrets");
  if (isJson) for (const secret of secrets) terminal.out(JSON.stringify(secret));
  else if (secrets.length === 0) terminal.error("no secrets are stored");
  else {
    const since = (at: number): string => new Date(at).toISOString().slice(0, 10);
    printTable(
      secrets,
      [
        { title: "ADDRESS", cell: ({ origin }) => origin, isElastic: true },
        { title: "NAME", cell: ({ name }) => name },
        { title: "SET", cell: ({ updatedAt }) => since(updatedAt) },
      ],
      terminal,
    );
  }
  return EXIT.ok;
}

async function changeSecret(
  { instance, terminal, isJson }: Call,
  wanted: {
    readonly address: string;
    readonly name: string;
    readonly file?: string | undefined;
    readonly remove: boolean;
  },
): Promise<number> {
  const { address: origin, name } = wanted;
  if (wanted.remove) {
    await instance.ask("DELETE /secrets", { query: { origin, name } });
    if (!isJson) terminal.out(`${name} is no longer stored for ${origin}`);
    return EXIT.ok;
  }
  const value = (await readText(wanted.file ?? "-", terminal)).replace(/\r?\n$/, "");
  if (value === "") throw new CliError(EXIT.input, "the secret is empty");
  const stored = await instance.ask("PUT /secrets", { body: { origin, name, value } });
  terminal.out(isJson ? JSON.stringify(stored) : `${stored.name} is stored for ${stored.origin}`);
  return EXIT.ok;
}
