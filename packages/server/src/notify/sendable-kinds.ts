/** On which kinds of channel this instance can send at all: mail wants a mail server. */
import { ChannelTarget } from "@tessera/model";
import type { Config } from "../config/settings.ts";

export type ChannelKind = ChannelTarget["kind"];

const KINDS: readonly ChannelKind[] = ChannelTarget.options.map(({ shape }) => shape.kind.value);

export function sendableKinds({ smtpHost }: Pick<Config, "smtpHost">): readonly ChannelKind[] {
  return KINDS.filter((kind) => kind !== "email" || smtpHost !== undefined);
}
