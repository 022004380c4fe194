/** From what a look showed to the message that tells it and the deliveries that carry it. */
import {
  type BodyHash,
  type Change,
  type Condition,
  type Delivery,
  DeliveryId,
  type Follow,
  type Message,
  type MovedTo,
  type NumberFound,
  newId,
  type ObservationId,
} from "@tessera/model";
import { numberMeant } from "../changes/conditions.ts";
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
  /** Where the block seems to be, where it is no longer on its page. */
  readonly movedTo: MovedTo | null;
  readonly sourceUrl: string;
  /** The picture of the block, where there is one. */
  readonly picture: BodyHash | null;
}

/** Blocks up to this length are quoted whole, longer ones by the lines that changed. */
const WHOLE_QUOTE = 600;
const MAX_QUOTED = 20_000;

/** The message about one observation. @internal */
export function messageOf(tellable: Tellable, now: number): Message {
  const { follow, condition, change, movedTo } = tellable;
  const page = condition.kind === "unsure" || movedTo ? "repair" : "history";
  return {
    title: follow.title,
    reason: condition.kind,
    before: change ? quoted(change, "removed") : tellable.last,
    after: change ? quoted(change, "added") : tellable.now,
    ...reachedIn(tellable),
    ...(movedTo && { movedTo }),
    ...(change && { summary: summarize(change, tellable.numbers) }),
    link: `/follows/${follow.id}/${page}?at=${tellable.observationId}`,
    sourceUrl: tellable.sourceUrl,
    picture: tellable.picture,
    at: now,
  };
}

function reachedIn({ condition, numbers }: Tellable): Pick<Message, "reached"> {
  if (condition.kind !== "number-above" && condition.kind !== "number-below") return {};
  const number = numberMeant(numbers, condition.which);
  return number ? { reached: { number: number.text, limit: condition.limit } } : {};
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
