/** The kinds of channel and what each needs to know, as data for one form. */
import type { ChannelTarget } from "@tessera/model";

export interface ChannelField {
  readonly name: string;
  readonly isSecret?: boolean;
  readonly isOptional?: boolean;
  readonly isUrl?: boolean;
  /** Filled in to start with. */
  readonly usual?: string;
}

/** Web push is not among them: the browser itself makes its target. */
export const CHANNEL_KINDS = {
  email: [{ name: "to" }],
  ntfy: [
    { name: "url", isUrl: true, usual: "https://ntfy.sh/" },
    { name: "token", isSecret: true, isOptional: true },
  ],
  telegram: [
    { name: "botToken", isSecret: true },
    { name: "chatId" },
    { name: "apiUrl", isUrl: true, usual: "https://api.telegram.org/" },
  ],
  discord: [{ name: "webhookUrl", isUrl: true, isSecret: true }],
  slack: [{ name: "webhookUrl", isUrl: true, isSecret: true }],
  matrix: [{ name: "homeserver", isUrl: true }, { name: "accessToken", isSecret: true }, { name: "roomId" }],
  gotify: [
    { name: "url", isUrl: true },
    { name: "token", isSecret: true },
  ],
  webhook: [
    { name: "url", isUrl: true },
    { name: "signingSecret", isSecret: true, isOptional: true },
  ],
  apprise: [
    { name: "url", isUrl: true },
    { name: "targets", isSecret: true },
  ],
} as const satisfies Readonly<Record<string, readonly ChannelField[]>>;

export type ChannelKind = keyof typeof CHANNEL_KINDS;

/** What stands in the form to start with. */
export function usualValues(kind: ChannelKind): Record<string, string> {
  const fields: readonly ChannelField[] = CHANNEL_KINDS[kind];
  return Object.fromEntries(fields.map(({ name, usual = "" }) => [name, usual]));
}

/** What stands in the form of a channel that is there: its secrets are never shown again. */
export function valuesOf(kind: ChannelKind, target: Readonly<Record<string, unknown>>): Record<string, string> {
  const fields: readonly ChannelField[] = CHANNEL_KINDS[kind];
  return Object.fromEntries(fields.map(({ name, isSecret }) => [name, isSecret ? "" : String(target[name] ?? "")]));
}

/** The target that is sent: optional fields that were left empty are null. */
export function targetOf(kind: ChannelKind, values: Readonly<Record<string, string>>): ChannelTarget {
  const fields: readonly ChannelField[] = CHANNEL_KINDS[kind];
  const filled = fields.map(({ name, isOptional }): [string, string | null] => {
    const value = values[name]?.trim() ?? "";
    return [name, value === "" && isOptional ? null : value];
  });
  // what was typed is checked by the server, field by field
  return { kind, ...Object.fromEntries(filled) } as ChannelTarget;
}

type Stored = Readonly<Record<string, unknown>> & { readonly kind: string };

/** Whether what was typed leads where the channel leads already: only then it keeps its secrets. */
export function isSamePlace(kind: ChannelKind, values: Readonly<Record<string, string>>, before: Stored): boolean {
  const fields: readonly ChannelField[] = CHANNEL_KINDS[kind];
  return fields.every(({ name, isSecret }) => isSecret || (values[name]?.trim() ?? "") === (before[name] ?? ""));
}

/** The target of a channel that is changed: secrets that were left empty stay as they are. Null where nothing was typed. */
export function changedTarget(
  kind: ChannelKind,
  values: Readonly<Record<string, string>>,
  before: Stored,
): Partial<ChannelTarget> | null {
  const typed = targetOf(kind, values);
  if (!isSamePlace(kind, values, before)) return typed;
  const fields: readonly ChannelField[] = CHANNEL_KINDS[kind];
  const isEmpty = ({ name }: ChannelField): boolean => (values[name]?.trim() ?? "") === "";
  const secrets = fields.filter(({ isSecret }) => isSecret);
  if (secrets.every(isEmpty)) return null;
  // what the server wrote in place of a secret means that secret
  return { ...typed, ...Object.fromEntries(secrets.filter(isEmpty).map(({ name }) => [name, before[name]])) };
}

/** The kind of a channel with a form; a browser is no such channel, its target comes from itself. */
export function formKind(kind: string): ChannelKind | null {
  return Object.hasOwn(CHANNEL_KINDS, kind) ? (kind as ChannelKind) : null;
}
