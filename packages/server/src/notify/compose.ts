/** From what a look showed to the message that tells it and the deliveries that carry it. */
import {
  type BodyHash,
  type Change,
  type Condition,
  type Delivery,
  DeliveryId,
  type Follow,
  looksDifferent,
  type Message,
  type MovedTo,
  movedToOf,
  type NumberFound,
  newId,
  type Observation,
  type ObservationId,
  type VerdictRecord,
} from "@tessera/model";
import { numberMeant } from "../changes/conditions.ts";
import { ENGLISH } from "./message/language.ts";
import { summarize } from "./message/summarize.ts";
import { shortened } from "./message/words.ts";

export interface Tellable {
  readonly follow: Pick<Follow, "id" | "personId" | "title" | "channels">;
  /** Why it is told. */
  readonly condition: Condition;
  readonly observationId: ObservationId;
  /** Null where it is not the content that is told about. */
  readonly change: Change | null;
  /** The numbers of the block as it is now. */
  readonly numbers: readonly NumberFound[];
  /** What to quote where there is no change to quote from: what the block last said, and what stands there now. */
  readonly last: string | null;
  readonly now: string | null;
  /** Why the page could not be captured, where that is the news. */
  readonly failure?: Message["failure"];
  /** Where the block seems to be, where it is no longer on its page. */
  readonly movedTo: MovedTo | null;
  readonly sourceUrl: string;
  /** The name of the page. */
  readonly pageTitle?: string;
  /** The picture of the block, where there is one. */
  readonly picture: BodyHash | null;
}

/** Whoever is told, the message is the same. */
type Told = Omit<Tellable, "follow"> & { readonly follow: Pick<Follow, "id" | "title"> };

/** Blocks up to this length are quoted whole, longer ones by the lines that changed. */
const WHOLE_QUOTE = 600;
const MAX_QUOTED = 20_000;
const MAX_PAGE_TITLE = 500;

/** The message about one observation. */
export function messageOf(tellable: Told, now: number): Message {
  const { follow, condition, change, movedTo } = tellable;
  const page = condition.kind === "unsure" || movedTo ? "repair" : "history";
  return {
    title: follow.title,
    reason: condition.kind,
    before: change ? quoted(change, "removed") : tellable.last,
    after: change ? quoted(change, "added") : tellable.now,
    ...(tellable.failure && { failure: tellable.failure }),
    ...conditionIn(tellable),
    ...reachedIn(tellable),
    ...(tellable.pageTitle ? { pageTitle: shortened(tellable.pageTitle, MAX_PAGE_TITLE) } : {}),
    ...(movedTo && { movedTo }),
    ...(change && { summary: summarize(change, tellable.numbers) }),
    link: `/follows/${follow.id}/${page}?at=${tellable.observationId}`,
    sourceUrl: tellable.sourceUrl,
    picture: tellable.picture,
    at: now,
  };
}

/** What is known of something that was seen before. */
export interface SeenBefore {
  readonly follow: Told["follow"];
  readonly observation: Observation;
  readonly change: Change | null;
  /** What the block last said before, where that is known. */
  readonly last: string | null;
  readonly sourceUrl: string;
  readonly pageTitle?: string;
}

/** The message about what is stored, as whoever wants to hear of everything would have been told. */
export function messageAbout({ observation, ...seen }: SeenBefore): Message {
  const { verdict, numbers, picture, id, at, excerpt } = observation;
  const condition = conditionFor(observation);
  const movedTo = movedToOf(verdict);
  const now = insteadOf(verdict, excerpt) || null;
  const failure = failureIn(verdict);
  return messageOf({ ...seen, condition, observationId: id, numbers, now, failure, movedTo, picture }, at);
}

function conditionFor({ verdict, change }: Observation): Condition {
  switch (verdict.kind) {
    case "gone":
    case "unsure":
      return { kind: verdict.kind };
    case "unreachable":
    case "blocked":
      return { kind: "unreachable" };
    case "found":
      if (change === "verdict") return { kind: "back" };
      return { kind: looksDifferent(verdict) ? "looks-different" : "any-change" };
  }
}

/** What there is now: the block, what may be it, or why there is nothing. */
export function insteadOf(verdict: VerdictRecord, excerpt: string): string | undefined {
  switch (verdict.kind) {
    case "unsure":
      return verdict.candidates[0]?.excerpt;
    case "unreachable":
      // for programs: to people it is said by the code, in the language of each
      return verdict.failure.message;
    case "blocked":
      // said in the language of each person when it is sent
      return ENGLISH.say(`wall.${verdict.reason}`);
    default:
      return excerpt;
  }
}

/** What of a failure can be said in any language. */
export function failureIn(verdict: VerdictRecord | undefined): Message["failure"] {
  if (verdict?.kind !== "unreachable") return;
  const { code, status, wall } = verdict.failure;
  return { code, ...(status === undefined ? {} : { status }), ...(wall ? { wall } : {}) };
}

function reachedIn({ condition, numbers }: Told): Pick<Message, "reached"> {
  if (condition.kind !== "number-above" && condition.kind !== "number-below") return {};
  const number = numberMeant(numbers, condition.which);
  if (!number) return {};
  const { text, currency, unit } = number;
  return { reached: { number: text, limit: condition.limit, currency, unit } };
}

/** What was looked for is told with what was found. */
function conditionIn({ condition }: Told): Pick<Message, "condition"> {
  return "words" in condition || condition.kind === "number-changed-by" ? { condition } : {};
}

/** One delivery for each channel of the follow, to be written in the transaction that found the change. */
export function deliveriesOf(tellable: Tellable, now: number): readonly Delivery[] {
  const message = messageOf(tellable, now);
  return tellable.follow.channels.map((channelId) => ({
    id: newId(DeliveryId, now),
    channelId,
    personId: tellable.follow.personId,
    followId: tellable.follow.id,
    observationId: tellable.observationId,
    message,
    state: "waiting",
    attempts: 0,
    dueAt: now,
    lastError: null,
    createdAt: now,
    sentAt: null,
  }));
}

/** One side of a change: the whole text where it is short, otherwise the lines that the change touches. */
function quoted(change: Change, side: "added" | "removed"): string {
  const parts = change.parts.filter(({ kind }) => kind === "same" || kind === side);
  const whole = parts.map(({ text }) => text).join("");
  if (whole.length <= WHOLE_QUOTE) return whole;
  const lines: { text: string; isTouched: boolean }[] = [{ text: "", isTouched: false }];
  for (const { kind, text } of parts) {
    for (const [at, piece] of text.split("\n").entries()) {
      if (at > 0) lines.push({ text: "", isTouched: false });
      const line = lines.at(-1)!;
      line.text += piece;
      if (kind === side && piece.trim() !== "") line.isTouched = true;
    }
  }
  const touched = lines.filter(({ isTouched }) => isTouched).map(({ text }) => text.trim());
  return shortened(touched.join("\n"), MAX_QUOTED);
}
