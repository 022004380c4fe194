/** When a channel tells, and what its messages are made of, from the words of a call: what is not said stays. */
import { type Gathering, MESSAGE_PARTS, MessageForm, USUAL_FORM } from "@tessera/model";
import type { ChannelReply } from "@tessera/model/api";
import type { Instance } from "./instance.ts";
import { CliError, EXIT } from "./verb.ts";

export const SETTINGS = {
  digest: { type: "string" },
  "even-empty": { type: "boolean", default: false },
  "skip-empty": { type: "boolean", default: false },
  zone: { type: "string" },
  parts: { type: "string" },
  "max-length": { type: "string" },
} as const;

export const SETTINGS_HELP = `    --digest TIMES         gather until these times, such as "08:00", "08:00, 18:30 mon-fri", "09:00 sat,sun" or a cron
                           pattern; "off" tells at once
    --even-empty           send a digest also where nothing has changed; --skip-empty: no longer
    --zone ZONE            the time zone of the times (default yours)
    --parts LIST           what messages are made of, in this order: ${MESSAGE_PARTS.join(",")}; "usual" is as usual
    --max-length N         the longest text of one block in a message, and of a whole digest; "usual" is as long as
                           the service takes`;

type Said = Readonly<Partial<Record<keyof typeof SETTINGS, string | boolean>>>;
type Current = Pick<ChannelReply, "gathering" | "form">;

interface ChannelSettings {
  readonly gathering?: Gathering;
  readonly form?: MessageForm | null;
}

/** What becomes of a channel, or of none yet; nothing where nothing was said. */
export async function settingsOf(said: Said, current: Current | null, instance: Instance): Promise<ChannelSettings> {
  return { ...(await gatheringOf(said, current, instance)), ...formOf(said, current?.form ?? null) };
}

async function gatheringOf(
  said: Said,
  current: Current | null,
  instance: Instance,
): Promise<Pick<ChannelSettings, "gathering">> {
  const { digest, zone, "even-empty": sendsEmpty, "skip-empty": skipsEmpty } = said;
  if (sendsEmpty && skipsEmpty) throw new CliError(EXIT.usage, "--even-empty and --skip-empty cannot both be meant");
  const isAboutDigest = zone !== undefined || sendsEmpty || skipsEmpty;
  if (digest === undefined && !isAboutDigest) return {};
  const before = current?.gathering.kind === "digest" ? current.gathering : null;
  const pattern = digest === undefined ? before?.pattern : String(digest);
  if (pattern === undefined || (pattern === "off" && isAboutDigest)) {
    throw new CliError(
      EXIT.usage,
      "--zone, --even-empty and --skip-empty are of a digest: say its times with --digest",
    );
  }
  if (pattern === "off") return { gathering: { kind: "each" } };
  const timeZone = zone === undefined ? before?.timeZone : String(zone);
  const isSentEmpty = sendsEmpty === true || (before?.isSentEmpty === true && !skipsEmpty);
  return {
    gathering: {
      kind: "digest",
      pattern,
      timeZone: timeZone ?? (await instance.ask("GET /me")).timeZone,
      ...(isSentEmpty ? { isSentEmpty } : {}),
    },
  };
}

function formOf(said: Said, current: MessageForm | null): Pick<ChannelSettings, "form"> {
  const { parts, "max-length": length } = said;
  if (parts === undefined && length === undefined) return {};
  const before = current ?? USUAL_FORM;
  const form = MessageForm.safeParse({
    parts: parts === undefined ? before.parts : parts === "usual" ? USUAL_FORM.parts : listed(String(parts)),
    maxLength: length === undefined ? before.maxLength : length === "usual" ? USUAL_FORM.maxLength : Number(length),
  });
  if (form.success) return { form: isUsual(form.data) ? null : form.data };
  const wrong =
    form.error.issues[0]?.path[0] === "maxLength"
      ? '--max-length takes 40 to 4000, or "usual"'
      : `--parts are of ${MESSAGE_PARTS.join(", ")}, each once`;
  throw new CliError(EXIT.usage, wrong);
}

function listed(parts: string): readonly string[] {
  return parts.split(",").map((part) => part.trim());
}

function isUsual({ parts, maxLength }: MessageForm): boolean {
  return maxLength === USUAL_FORM.maxLength && parts.join() === USUAL_FORM.parts.join();
}
