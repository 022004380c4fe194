/** `tessera user`: the people of an instance. */
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { LoginName, type Person, Role, Scope, type Token } from "@tessera/model";
import { Password, PersonReply } from "@tessera/model/api";
import { addPerson, audit, makeToken, setPassword } from "@tessera/server";
import { z } from "zod";
import { readArguments, readCount } from "../command/arguments.ts";
import { type Instance, listOf } from "../command/instance.ts";
import { type LocalInstance, personNamed } from "../command/local-instance.ts";
import { writeInstant } from "../command/moment.ts";
import { REACH, REACH_HELP, withInstance, withStore } from "../command/reach.ts";
import { printTable } from "../command/table.ts";
import { CliError, EXIT, type Terminal, type Verb } from "../command/verb.ts";

const USAGE = "tessera user add NAME | list | password NAME | invite | token NAME";
const DAY_MS = 24 * 3_600_000;

const options = {
  ...REACH,
  "display-name": { type: "string" },
  role: { type: "string" },
  "password-file": { type: "string" },
  "revoke-tokens": { type: "boolean", default: false },
  note: { type: "string" },
  label: { type: "string" },
  scopes: { type: "string" },
  days: { type: "string" },
} as const;

export const user: Verb = {
  about: "add people, invite them, reset passwords, make API tokens",
  help: `${USAGE}

  add NAME         create an account; the first one is the owner's. Prints a password once unless one is given.
    --password-file FILE   the password, from a file; - reads it from standard input
    --display-name TEXT    as others see it
  list             everybody
  password NAME    give somebody a new password and end all their sessions (--password-file as above)
    --revoke-tokens        end all their API tokens as well
  invite           a link with which somebody makes their own account (14 days, once)
    --role member|owner    what they become (default member)
    --note TEXT            for whom it is
  token NAME       an API token for NAME, for --server and for programs; shown once
    --label TEXT           what it is for (default "command line")
    --scopes LIST          of ${Scope.options.join(", ")} (default read,write,check)
    --days N               how long it is valid (default for ever)
${REACH_HELP}

\`add\`, \`password\` and \`token\` work in the data directory only: whoever has access to it is the operator.

Examples:
  tessera user add ada
  pass show tessera | tessera user password ada --password-file -
  TESSERA_TOKEN=$(tessera user token ada --json | jq -r .secret) tessera list --server http://127.0.0.1:8420`,
  options,
  subcommands: ["add", "list", "password", "invite", "token"],

  async run(args, terminal) {
    const { values, positionals } = readArguments(args, options, USAGE);
    const [action, name, ...rest] = positionals;
    const call: Call = { values, terminal, name: name ?? "" };
    const needsName = action === "add" || action === "password" || action === "token";
    if (rest.length > 0 || needsName !== (name !== undefined)) throw new CliError(EXIT.usage, `Usage: ${USAGE}`);
    const inStore = (work: (call: Call, instance: LocalInstance) => Promise<void>) => {
      const address = values.server ?? (values.data === undefined ? terminal.environment.TESSERA_SERVER : undefined);
      if (address) throw new CliError(EXIT.usage, `\`user ${action}\` works where the server runs: use --data`);
      return withStore({ values, terminal, mayBegin: action === "add" }, (instance) => work(call, instance));
    };
    const anywhere = (work: (call: Call, instance: Instance) => Promise<void>) =>
      withInstance({ values, terminal }, (instance) => work(call, instance));
    switch (action) {
      case "add":
        await inStore(add);
        return EXIT.ok;
      case "password":
        await inStore(resetPassword);
        return EXIT.ok;
      case "token":
        await inStore(token);
        return EXIT.ok;
      case "list":
        await anywhere(listPeople);
        return EXIT.ok;
      case "invite":
        await anywhere(invite);
        return EXIT.ok;
      default:
        throw new CliError(EXIT.usage, `Usage: ${USAGE}`);
    }
  },
};

interface Call {
  readonly values: Readonly<Partial<Record<keyof typeof options, string | boolean>>>;
  readonly terminal: Terminal;
  readonly name: string;
}

async function add({ values, terminal, name }: Call, { assembly }: LocalInstance): Promise<void> {
  const { store } = assembly.services;
  const login = LoginName.safeParse(name);
  if (!login.success) throw new CliError(EXIT.usage, `"${name}" is no login name: letters, digits and . _ @ + -`);
  const given = await givenPassword(values["password-file"], terminal);
  const password = given ?? newPassword();
  const newcomer = { name: login.data, displayName: String(values["display-name"] ?? name), password };
  const outcome = await addPerson(store, newcomer, Date.now());
  if (outcome.kind === "name-taken") throw new CliError(EXIT.input, `somebody is called ${login.data} already`);
  const shown = PersonReply.parse(outcome.person);
  if (values.json) terminal.out(JSON.stringify({ ...shown, ...(given === null ? { password } : {}) }));
  else {
    terminal.out(`${shown.name} is ${shown.role === "owner" ? "the owner" : "a member"} of this instance`);
    if (given === null) terminal.out(`password, shown this once: ${password}`);
  }
}

async function resetPassword({ values, terminal, name }: Call, { assembly }: LocalInstance): Promise<void> {
  const { store } = assembly.services;
  const person = await personNamed(store.people, name);
  const given = await givenPassword(values["password-file"], terminal);
  const password = Password.parse(given ?? newPassword());
  const revokesTokens = values["revoke-tokens"] === true;
  const now = Date.now();
  const tokens = (await store.tokens.of(person.id)).filter((one) => isOpen(one, now)).length;
  await setPassword(store, person, { password, revokesTokens, address: "local", now });
  const shown = { name: person.name, tokens: revokesTokens ? 0 : tokens };
  if (values.json) terminal.out(JSON.stringify({ ...shown, ...(given === null ? { password } : {}) }));
  else {
    terminal.out(
      `${person.name} has a new password; all their sessions${revokesTokens ? " and tokens" : ""} have ended`,
    );
    if (shown.tokens > 0) terminal.out(`${shown.tokens} API tokens of theirs go on; --revoke-tokens ends them as well`);
    if (given === null) terminal.out(`password, shown this once: ${password}`);
  }
}

function isOpen({ revokedAt, expiresAt }: Token, now: number): boolean {
  return revokedAt === null && (expiresAt === null || expiresAt > now);
}

async function token({ values, terminal, name }: Call, { assembly }: LocalInstance): Promise<void> {
  const { store } = assembly.services;
  const person: Person = await personNamed(store.people, name);
  const scopes = z
    .array(Scope)
    .min(1)
    .safeParse(String(values.scopes ?? "read,write,check").split(","));
  if (!scopes.success) throw new CliError(EXIT.usage, `--scopes takes some of ${Scope.options.join(",")}`);
  const now = Date.now();
  const expiresAt = values.days === undefined ? null : now + readCount(String(values.days), "--days") * DAY_MS;
  const label = String(values.label ?? "command line");
  const made = await makeToken(store, person, { name: label, scopes: scopes.data, expiresAt, now });
  await audit(store, {
    personId: person.id,
    action: "token-created",
    address: "local",
    detail: { token: label },
    at: now,
  });
  if (values.json)
    terminal.out(JSON.stringify({ id: made.token.id, name: label, scopes: scopes.data, secret: made.secret }));
  else terminal.out(made.secret);
}

async function listPeople({ values, terminal }: Call, instance: Instance): Promise<void> {
  const people = await listOf(instance, "GET /people");
  if (values.json) for (const person of people) terminal.out(JSON.stringify(person));
  else
    printTable(
      people,
      [
        { title: "NAME", cell: ({ name }) => name },
        { title: "DISPLAY NAME", cell: ({ displayName }) => displayName, isElastic: true },
        { title: "ROLE", cell: ({ role }) => role },
        { title: "SINCE", cell: ({ createdAt }) => writeInstant(createdAt) },
        { title: "STATE", cell: ({ disabledAt }) => (disabledAt === null ? "open" : "shut") },
      ],
      terminal,
    );
}

async function invite({ values, terminal }: Call, instance: Instance): Promise<void> {
  const role = Role.safeParse(values.role ?? "member");
  if (!role.success) throw new CliError(EXIT.usage, `--role is one of ${Role.options.join(", ")}`);
  const body = { role: role.data, note: String(values.note ?? "") };
  const made = await instance.ask("POST /invitations", { body });
  terminal.out(values.json ? JSON.stringify(made) : made.link);
}

const RANDOM_BYTES = 15;

/**
 * From a file or a pipe, never a word of the call, which others on the machine can see. Null where the person gave none.
 */
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
