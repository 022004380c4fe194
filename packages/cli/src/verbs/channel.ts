/** `tessera channel`: where a person is told, and whether it works. */
import { readFileSync } from "node:fs";
import { Channel } from "@tessera/model";
import type { ChannelReply } from "@tessera/model/api";
import { readArguments } from "../command/arguments.ts";
import { SETTINGS, SETTINGS_HELP, settingsOf } from "../command/channel-settings.ts";
import { CHANNEL_KINDS, takes, targetOf } from "../command/channel-target.ts";
import type { Instance } from "../command/instance.ts";
import { meantBy, shortId } from "../command/meant.ts";
import { writeInstant } from "../command/moment.ts";
import { REACH, REACH_HELP, withInstance } from "../command/reach.ts";
import { harmless, printTable } from "../command/table.ts";
import { CliError, EXIT, type Terminal, type Verb } from "../command/verb.ts";

const USAGE = "tessera channel list | add KIND FIELD=VALUE … | set CHANNEL | test CHANNEL | remove CHANNEL";

const options = {
  ...REACH,
  name: { type: "string" },
  default: { type: "boolean", default: false },
  "secret-file": { type: "string" },
  pause: { type: "boolean", default: false },
  resume: { type: "boolean", default: false },
  unsigned: { type: "boolean", default: false },
  ...SETTINGS,
} as const;

type ShownChannel = ChannelReply;

const ACTIONS: ReadonlySet<string> = new Set(["set", "test", "remove"]);
const UNSIGNED = "its messages are not signed: anybody who knows the address can send the same";
const NO_MAIL = "no mail is sent: set TESSERA_SMTP_HOST where the server runs";

export const channel: Verb = {
  about: "where you are notified: list, add, change, test and remove channels",
  help: `${USAGE}

  list             all channels, without their secrets
  add KIND         a new one, with its fields as FIELD=VALUE:
${CHANNEL_KINDS.map((kind) => `    ${kind.kind.padEnd(10)} ${takes(kind)}`).join("\n")}
    --secret-file FILE     its secret, from a file; - reads it from standard input. A webhook without one gets a secret
                           that is shown once: the receiver checks the signature with it.
    --unsigned             a webhook without a secret: its receiver cannot tell who sent a message
    --name TEXT            its name (default its kind)
    --default              used for every new follow
  set CHANNEL      change it; what is not said stays. For a new one as well:
${SETTINGS_HELP}
    --pause, --resume      send nothing on it, or send again; those of an import are paused
  test CHANNEL     send a test message now; CHANNEL is its name, its id or the end of one
  remove CHANNEL   remove it and the messages that wait for it
${REACH_HELP}

Web push is added in the browser that is to show it. A token needs the scope read to list and manage for the rest.

Examples:
  tessera channel add email to=you@example.com --default
  pass show ntfy | tessera channel add ntfy url=https://ntfy.sh/my-topic --secret-file - --name Phone
  tessera channel set Phone --digest "08:00 mon-fri" --parts title,change,link
  tessera channel test Phone

Exit codes: 0 done, 2 a field is missing or wrong, 3 no such channel, 4 the test message could not be sent.`,
  options,
  subcommands: ["list", "add", "set", "test", "remove"],

  async run(args, terminal) {
    const { values, positionals } = readArguments(args, options, USAGE);
    const [action, first, ...rest] = positionals;
    const isRight =
      action === "add"
        ? first !== undefined
        : rest.length === 0 &&
          (action === "list" ? first === undefined : ACTIONS.has(action ?? "") && first !== undefined);
    if (!isRight) throw new CliError(EXIT.usage, `Usage: ${USAGE}`);
    return withInstance({ values, terminal }, (instance) => {
      const call: Call = { values, terminal, instance, named: first ?? "", words: rest };
      return action === "list"
        ? list(call)
        : action === "add"
          ? add(call)
          : action === "set"
            ? change(call)
            : action === "test"
              ? test(call)
              : remove(call);
    });
  },
};

interface Call {
  readonly values: Readonly<Partial<Record<keyof typeof options, string | boolean>>>;
  readonly terminal: Terminal;
  readonly instance: Instance;
  /** The kind of a new one, or which one is meant. */
  readonly named: string;
  readonly words: readonly string[];
}

async function list({ values, terminal, instance }: Call): Promise<number> {
  const channels = await allOf(instance);
  if (values.json) for (const each of channels) terminal.out(JSON.stringify(each));
  else if (channels.length === 0) terminal.error("there is no channel yet; `tessera channel add` makes one");
  else {
    const sendable = await sendableOf(instance);
    printTable(
      channels,
      [
        { title: "ID", cell: ({ id }) => shortId(id) },
        { title: "NAME", cell: ({ name }) => name, isElastic: true },
        { title: "KIND", cell: kindOf },
        { title: "TO", cell: placeOf, isElastic: true },
        { title: "NEW FOLLOWS", cell: ({ isDefault }) => (isDefault ? "yes" : "no") },
        { title: "STATE", cell: (each) => stateOf(each, sendable) },
      ],
      terminal,
    );
  }
  return EXIT.ok;
}

async function add({ values, terminal, instance, named, words }: Call): Promise<number> {
  const secret = await givenSecret(values["secret-file"], terminal);
  if (values.unsigned && (named !== "webhook" || secret !== null)) {
    throw new CliError(EXIT.usage, "--unsigned is for a webhook without a secret");
  }
  const { target, made } = targetOf(named, words, secret, { isUnsigned: values.unsigned === true });
  const name = Channel.shape.name.safeParse(String(values.name ?? named));
  if (!name.success) throw new CliError(EXIT.usage, "--name takes 1 to 100 characters");
  const settings = await settingsOf(values, null, instance);
  const body = { name: name.data, target, isDefault: values.default === true, ...settings };
  const added = await instance.ask("POST /channels", { body });
  if (values.json) terminal.out(JSON.stringify({ ...added, ...(made === null ? {} : { signingSecret: made }) }));
  else {
    terminal.out(`${harmless(added.name)} is a channel now; \`tessera channel test ${shortId(added.id)}\` tries it`);
    if (made !== null) terminal.out(`secret for its signatures, shown this once: ${made}`);
  }
  if (added.warnings.includes("unsigned")) terminal.error(UNSIGNED);
  if (target.kind === "email" && !(await sendableOf(instance)).includes("email")) terminal.error(NO_MAIL);
  return EXIT.ok;
}

async function change({ values, terminal, instance, named }: Call): Promise<number> {
  const current = await meant(instance, named);
  const { id, name } = current;
  const given = typeof values.name === "string" ? { name: values.name } : {};
  if (values.pause && values.resume) throw new CliError(EXIT.usage, "--pause and --resume cannot both be meant");
  const body = {
    ...given,
    ...(values.default ? { isDefault: true } : {}),
    ...(values.pause || values.resume ? { isPaused: values.pause === true } : {}),
    ...(await settingsOf(values, current, instance)),
  };
  if (Object.keys(body).length === 0) throw new CliError(EXIT.usage, `Usage: ${USAGE}`);
  const changed = await instance.ask("PATCH /channels/:id", { params: { id }, body });
  if (values.json) terminal.out(JSON.stringify(changed));
  else {
    terminal.out(`${harmless(name)} is changed`);
    const times = changed.nextDigests.map((at) => writeInstant(at));
    if (times.length > 0) terminal.out(`next digests: ${times.join(", ")}`);
  }
  return EXIT.ok;
}

async function test({ values, terminal, instance, named }: Call): Promise<number> {
  const { id, name } = await meant(instance, named);
  const outcome = await instance.ask("POST /channels/:id/test", { params: { id } });
  if (values.json) terminal.out(JSON.stringify({ id, name, ...outcome }));
  else if (outcome.isSent) terminal.out(`a test message was sent to ${harmless(name)}`);
  else terminal.error(`${harmless(name)} does not work: ${harmless(outcome.error ?? "")}`);
  return outcome.isSent ? EXIT.ok : EXIT.no;
}

async function remove({ values, terminal, instance, named }: Call): Promise<number> {
  const { id, name } = await meant(instance, named);
  await instance.ask("DELETE /channels/:id", { params: { id } });
  terminal.out(values.json ? JSON.stringify({ id, name, isRemoved: true }) : `${harmless(name)} is removed`);
  return EXIT.ok;
}

function allOf(instance: Instance): Promise<readonly ShownChannel[]> {
  return instance.ask("GET /channels");
}

function sendableOf(instance: Instance): Promise<readonly string[]> {
  return instance.ask("GET /channel-kinds");
}

/** By name, id or the end of one; where several are called so, the person is told which there are. */
async function meant(instance: Instance, words: string): Promise<ShownChannel> {
  return meantBy(words, await allOf(instance), { kind: "channels", title: ({ name }) => name });
}

/** Never as a word of the call, which others can see. */
async function givenSecret(file: string | boolean | undefined, terminal: Terminal): Promise<string | null> {
  if (file === undefined) return null;
  const text = file === "-" ? (await terminal.readInput()).toString("utf8") : readFileSync(String(file), "utf8");
  const secret = text.replace(/\r?\n$/, "");
  if (secret === "") throw new CliError(EXIT.input, "the secret is empty");
  return secret;
}

const kindOf = ({ target }: ShownChannel): string => String(target.kind);

/** What of its target is no secret. */
function placeOf({ target }: ShownChannel): string {
  const open = CHANNEL_KINDS.find(({ kind }) => kind === target.kind)?.open ?? [];
  return open.map((field) => String(target[field] ?? "")).join(" ") || "-";
}

function stateOf(each: ShownChannel, sendable: readonly string[]): string {
  if (each.pausedAt !== null) return "paused";
  return sendable.includes(kindOf(each)) ? "open" : "no mail server";
}
