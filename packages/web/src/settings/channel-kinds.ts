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
    { name: "signingSecret", isSecret: true },
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
