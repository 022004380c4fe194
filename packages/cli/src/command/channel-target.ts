/** Where a channel leads, from the words of a call and a secret that is none of them: others can see those. */
import { randomBytes } from "node:crypto";
import { CHANNEL_SECRETS, ChannelTarget } from "@tessera/model";
import { CliError, EXIT } from "./verb.ts";

export interface ChannelKindFields {
  readonly kind: ChannelTarget["kind"];
  /** Given as FIELD=VALUE. */
  readonly open: readonly string[];
  /** Given by a file or a pipe. */
  readonly secret: string | null;
}

/** Web push is not among them: a browser makes its target. */
export const CHANNEL_KINDS: readonly ChannelKindFields[] = ChannelTarget.options
  .map(({ shape }) => ({ kind: shape.kind.value, fields: Object.keys(shape).filter((field) => field !== "kind") }))
  .filter(({ kind }) => kind !== "web-push")
  .map(({ kind, fields }) => ({
    kind,
    open: fields.filter((field) => !isSecret(field)),
    secret: fields.find(isSecret) ?? null,
  }));

/** What need not be said. */
const USUAL: Readonly<Record<string, Readonly<Record<string, string | null>>>> = {
  ntfy: { token: null },
  telegram: { apiUrl: "https://api.telegram.org/" },
};

const SECRET_BYTES = 24;

export interface GivenTarget {
  readonly target: ChannelTarget;
  /** A secret that was made here, which the receiver has to know as well. */
  readonly made: string | null;
}

/** `words` are FIELD=VALUE; throws with what is missing or wrong. */
export function targetOf(
  kind: string,
  words: readonly string[],
  secret: string | null,
  { isUnsigned = false } = {},
): GivenTarget {
  const known = CHANNEL_KINDS.find((each) => each.kind === kind);
  if (!known) {
    throw new CliError(EXIT.usage, `KIND is one of ${CHANNEL_KINDS.map((each) => each.kind).join(", ")}`);
  }
  if (secret !== null && known.secret === null) throw new CliError(EXIT.usage, `${kind} has no secret`);
  const made =
    known.kind === "webhook" && secret === null && !isUnsigned ? randomBytes(SECRET_BYTES).toString("base64url") : null;
  const hidden = secret ?? made;
  const target = ChannelTarget.safeParse({
    kind,
    ...USUAL[kind],
    ...fieldsOf(known, words),
    ...(known.secret !== null && (hidden !== null || isUnsigned) ? { [known.secret]: hidden } : {}),
  });
  if (target.success) return { target: target.data, made };
  const wrong = [...new Set(target.error.issues.map(({ path }) => String(path[0])))];
  throw new CliError(EXIT.usage, `${wrong.join(", ")} missing or wrong: ${kind} takes ${takes(known)}`);
}

/** For messages and the help: `url=… and --secret-file for its token`. */
export function takes({ kind, open, secret }: ChannelKindFields): string {
  const words = open.map((field) => (USUAL[kind]?.[field] === undefined ? `${field}=…` : `[${field}=…]`)).join(" ");
  if (secret === null) return words;
  const isOptional = kind === "webhook" || USUAL[kind]?.[secret] === null;
  const file = isOptional ? "[--secret-file]" : "--secret-file";
  return `${words}${words ? " " : ""}${file} (${secret})`;
}

function fieldsOf({ kind, open, secret }: ChannelKindFields, words: readonly string[]): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const word of words) {
    const [, field = "", value = ""] = /^(\w+)=(.*)$/s.exec(word) ?? [];
    if (field === secret) {
      throw new CliError(EXIT.usage, `${field} is a secret, and others can see the words of a call: use --secret-file`);
    }
    if (!open.includes(field) || field in fields) {
      throw new CliError(EXIT.usage, `"${word}" is no field of ${kind}, which takes ${takes({ kind, open, secret })}`);
    }
    fields[field] = value;
  }
  return fields;
}

function isSecret(field: string): boolean {
  return (CHANNEL_SECRETS as readonly string[]).includes(field);
}
