/** `tessera page`: everything about how the page of a follow, or any other, is fetched, tried and saved, and the secrets for it. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type PagePatch, withPatch } from "@tessera/model";
import type { BodyOf, PageReply, TriedPage } from "@tessera/model/api";
import { readArguments } from "../command/arguments.ts";
import { findFollow } from "../command/follows.ts";
import type { Instance } from "../command/instance.ts";
import { readSettings, readText, sourceAt } from "../command/page-settings.ts";
import { REACH, REACH_HELP, withInstance } from "../command/reach.ts";
import { printTable } from "../command/table.ts";
import { CliError, EXIT, type Terminal, type Verb } from "../command/verb.ts";

const USAGE =
  "tessera page show FOLLOW | set FOLLOW FILE | try FOLLOW [FILE] | try --url ADDRESS [--page FILE] [--pictures DIR] | secrets | secret ADDRESS NAME";

const options = {
  ...REACH,
  url: { type: "string" },
  page: { type: "string" },
  pictures: { type: "string" },
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
    --url ADDRESS          any page instead of that of a FOLLOW: before anything on it is followed
    --page FILE            the settings for it; \`tessera follow --page FILE\` then takes the same
    --pictures DIR         write a picture of the page after each step (step-01.webp, …) and in the end (page.webp) into
                           DIR, over those of before; a page that is fetched without a browser has none
  secrets              the secrets that are stored for pages, by address and name
  secret ADDRESS NAME  store a secret for pages of that address (scheme, host and port), or replace it
    --file FILE            the secret, from a file; - reads it from standard input (the default)
    --remove               remove it instead
${REACH_HELP}

The settings: fetcher (auto, http, browser), steps, cookies, headers, keepCookies, viewport, language, proxy, consent
(reject, accept, leave), userAgent, lean. Nobody can read a stored secret; settings name it. Up to 50 steps may wait for
90 seconds together.

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
  tessera page try --url https://club.example/boats --page login.json --pictures tried

Exit codes: 0 done, 2 wrong call, 3 no such follow, file, secret or setting, 4 tried, and the page or a block did not come.`,
  options,
  subcommands: ["show", "set", "try", "secrets", "secret"],

  async run(args, terminal) {
    const { values, positionals } = readArguments(args, options, USAGE);
    expectCall(positionals, values);
    const [action, first = "", second] = positionals;
    return withInstance({ values, terminal }, async (instance) => {
      const call: Call = { instance, terminal, isJson: values.json };
      if (action === "secrets") return listSecrets(call);
      if (action === "secret") return changeSecret(call, { address: first, name: second!, ...values });
      const settings = await readSettings(second ?? values.page, terminal);
      if (values.url !== undefined) return tryPage(call, { source: sourceAt(values.url, settings) }, values.pictures);
      const found = await findFollow(instance, first);
      const shown = await instance.ask("GET /pages/:id", { params: { id: found.page.id } });
      if (action === "try") {
        return tryPage(call, { source: withPatch(shown.source, settings), page: shown.id }, values.pictures);
      }
      const now = second === undefined ? shown : await setPage(call, shown, settings);
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

/** How many words each action takes after itself. */
const WORDS = new Map<string, readonly [least: number, most: number]>([
  ["show", [1, 1]],
  ["set", [2, 2]],
  ["try", [1, 2]],
  ["secrets", [0, 0]],
  ["secret", [2, 2]],
]);

function expectCall(
  [action = "", ...words]: readonly string[],
  { url, page: file, pictures }: Readonly<Partial<Record<"url" | "page" | "pictures", string | undefined>>>,
): void {
  const isTry = action === "try";
  const [least, most] = (isTry && url !== undefined ? [0, 0] : WORDS.get(action)) ?? [1, 0];
  const isCounted = words.length >= least && words.length <= most;
  const isMeant = isTry ? url !== undefined || file === undefined : (url ?? file ?? pictures) === undefined;
  if (!isCounted || !isMeant) throw new CliError(EXIT.usage, `Usage: ${USAGE}`);
}

function setPage({ instance }: Call, { id }: PageReply, patch: PagePatch): Promise<PageReply> {
  return instance.ask("PATCH /pages/:id", { params: { id }, body: patch });
}

async function tryPage(
  { instance, terminal, isJson }: Call,
  asked: BodyOf<"POST /pages/try">,
  directory: string | undefined,
): Promise<number> {
  // before anything is fetched for pictures that could be put nowhere
  if (directory !== undefined) mkdirSync(directory, { recursive: true });
  const tried = await instance.ask("POST /pages/try", { body: asked });
  const files = directory === undefined ? [] : writePictures(tried, directory);
  if (isJson) terminal.out(JSON.stringify(tried));
  else {
    describe(tried, terminal);
    for (const file of files) terminal.out(`picture: ${file}`);
  }
  if (directory !== undefined && files.length === 0)
    terminal.error("there is no picture of it: no browser rendered it");
  const isThere =
    tried.failure === null && tried.blocks.every(({ verdict, isBlank }) => verdict === "found" && !isBlank);
  return isThere ? EXIT.ok : EXIT.no;
}

/** Gives the files, in the order of the steps. */
function writePictures({ steps, picture }: TriedPage, directory: string): readonly string[] {
  const named = [
    ...steps.map((step, at) => ({ name: `step-${String(at + 1).padStart(2, "0")}.webp`, picture: step.picture })),
    { name: "page.webp", picture },
  ];
  return named.flatMap(({ name, picture: bytes }) => {
    if (bytes === null) return [];
    const file = join(directory, name);
    writeFileSync(file, bytes, "base64");
    return [file];
  });
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
    terminal.out(
      `${block.isBlank ? "blank" : block.verdict}: ${block.title}${block.excerpt ? `, ${block.excerpt}` : ""}`,
    );
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
