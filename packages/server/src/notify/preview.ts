/** How a message of some parts reads, before anybody gets one: of a sample, or of the person's last change, and of two together. */
import {
  type Change,
  type ChannelTarget,
  type ContentItem,
  DeliveryId,
  type Message,
  type MessageForm,
  newId,
  type Person,
} from "@tessera/model";
import type { Store } from "@tessera/store";
import { digestLines, digestPlain } from "./message/digest.ts";
import { languageOf } from "./message/language.ts";
import { type OutgoingMessage, outgoingOf } from "./message/outgoing-message.ts";
import { summarize } from "./message/summarize.ts";
import { PLAIN } from "./message/summary-words.ts";
import { plainText } from "./message/words.ts";
import { pushText } from "./send.ts";
import { toldChange } from "./told-change.ts";

export interface PreviewRequest {
  readonly form: MessageForm | null;
  readonly of: "sample" | "last";
  /** Where what is gathered is sent; a digest is shown as well then. */
  readonly digestOn: ChannelTarget["kind"] | null;
}

export interface PreviewParts {
  readonly store: Pick<Store, "changes" | "bodies" | "observations">;
  readonly baseUrl: string;
  readonly now: number;
}

const MAX_DIGEST = 4_000;

export async function previewOf(person: Person, { form, of, digestOn }: PreviewRequest, parts: PreviewParts) {
  const { baseUrl, now } = parts;
  const language = languageOf(person.locale, person.timeZone);
  const found = of === "last" ? (await parts.store.changes.list(person.id, { limit: 2 })).items : [];
  const told = await Promise.all(found.map(async (each) => (await toldChange(each, { ...parts, language })).message));
  const samples = [sampleOf(language.say, now), otherSampleOf(language.say, now)];
  const [message, other] = [...told, ...samples.slice(told.length)] as [Message, Message];
  const addresses = { baseUrl, picturePath: () => "/" };
  const delivery = (each: Message, at: number) => ({
    ...{ id: newId(DeliveryId, now), followId: found[at]?.follow.id ?? null, message: each },
  });
  const outgoing = outgoingOf([delivery(message, 0)], addresses, { language, form });
  // the oldest first
  const gathered = outgoingOf([delivery(other, 1), delivery(message, 0)], addresses, { language, form });
  return {
    title: outgoing.title,
    text: plainText(outgoing),
    hasPicture: outgoing.form.parts.includes("picture") && message.picture !== null,
    isSample: told.length === 0,
    digest: digestOn === null ? null : { title: gathered.title, text: digestText(gathered, digestOn) },
  };
}

/** As it reads, without the markup of a service. */
function digestText(gathered: OutgoingMessage, kind: ChannelTarget["kind"]): string {
  if (kind === "email") return digestPlain(gathered);
  return kind === "web-push" ? pushText(gathered) : digestLines(gathered, PLAIN, MAX_DIGEST);
}

type Say = ReturnType<typeof languageOf>["say"];

/** Two new jobs and one that is gone: it has something for every part. */
function sampleOf(say: Say, now: number): Message {
  const item = (number: number): ContentItem => ({
    ...{
      key: String(number),
      title: say("sample.item", { number: String(number) }),
      href: `https://example.org/${number}`,
    },
    text: say("sample.item", { number: String(number) }),
  });
  const list = (...numbers: number[]): string => numbers.map((number) => item(number).text).join("\n");
  const items = { added: [item(4), item(3)], removed: [item(1)], moved: [], reworded: [] };
  const change: Change = { parts: [], items };
  return {
    ...{ title: say("sample.title"), reason: "any-change", before: list(1, 2), after: list(4, 3, 2) },
    ...{ summary: summarize(change), link: "/", sourceUrl: "https://example.org/", pageTitle: say("sample.page") },
    ...{ picture: null, at: now },
  };
}

/** A number that rose: with the first sample it makes a digest. */
function otherSampleOf(say: Say, now: number): Message {
  const lines = [{ pieces: [{ was: "38", is: "44" }], difference: "+6", share: 6 / 38, isNumber: true }];
  return {
    ...{ title: say("sample.other"), reason: "any-change", before: "38", after: "44", link: "/" },
    ...{ summary: { kind: "lines", lines, more: 0 }, sourceUrl: "https://example.org/" },
    ...{ pageTitle: say("sample.page"), picture: null, at: now },
  };
}
