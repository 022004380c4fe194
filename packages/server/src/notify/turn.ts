/** The turn of one person: what is due on their channels is held, sent or given up. Nothing in it concerns anybody else. */
import { type Channel, type Delivery, DeliveryId, newId } from "@tessera/model";
import type { ClaimedDelivery, Settled, Store } from "@tessera/store";
import { goesOutAt } from "./hold.ts";
import { languageFor } from "./message/language.ts";
import { NOTHING_CHANGED, type OutgoingOptions, outgoingOf } from "./message/outgoing-message.ts";
import type { Outcome } from "./outcome.ts";
import { type Sender, send } from "./send.ts";

export interface TurnParts {
  readonly store: Pick<Store, "deliveries" | "channels" | "people" | "changes">;
  readonly sender: Sender;
  readonly clock: () => number;
  readonly random: () => number;
  /** Hears what became of each attempt. */
  readonly onSettled?: (kind: Settled["kind"]) => void;
  /** Hears of what cannot be told to anybody. */
  readonly onError: (error: unknown) => void;
}

export interface Turn {
  readonly claimed: readonly ClaimedDelivery[];
  /** Nothing new is sent after this. */
  readonly until: number;
  readonly isStopped: () => boolean;
}

const FIRST_WAIT_MS = 30_000;
const LONGEST_WAIT_MS = 6 * 3_600_000;

/** About two days of attempts; after the last one the delivery is a dead letter, which people see and can send again. @internal */
export const MAX_ATTEMPTS = 14;

const LOST_KEY = "The secret of this channel was sealed with a key that is gone: give the channel its secret again.";

/** Channels of one person that are sent on at once. */
const MAX_CHANNELS = 4;

/** Never throws: what fails, fails for its own delivery, and what was not begun is given back. */
export async function takeTurn(turn: Turn, parts: TurnParts): Promise<void> {
  const groups = [...Map.groupBy(turn.claimed, ({ channel }) => channel.id).values()];
  const sendNext = async (): Promise<void> => {
    for (let group = groups.shift(); group; group = groups.shift()) {
      await sendGroup(group, turn, parts).catch(parts.onError);
    }
  };
  await Promise.all(Array.from({ length: MAX_CHANNELS }, sendNext));
}

/** Deliveries of one channel: sent as one message where the channel gathers, otherwise one by one. */
async function sendGroup(group: readonly ClaimedDelivery[], turn: Turn, parts: TurnParts): Promise<void> {
  const ready: ClaimedDelivery[] = [];
  for (const claimed of group) {
    const dueAt = heldUntil(claimed, parts);
    if (typeof dueAt === "number") await settle(claimed, { kind: "held", dueAt }, parts);
    else if (dueAt) await settle(claimed, settledBy(dueAt, claimed.delivery, parts), parts);
    else ready.push(claimed);
  }
  const [first] = ready;
  if (!first) return;
  const batches = first.channel.gathering.kind === "digest" ? [ready] : ready.map((claimed) => [claimed]);
  for (const outgoing of batches) {
    const now = parts.clock();
    if (now < turn.until && !turn.isStopped()) await sendMessage(first.channel, outgoing, parts);
    else for (const claimed of outgoing) await settle(claimed, { kind: "held", dueAt: now }, parts);
  }
}

/** When a delivery may go out, null for now, or why that cannot be known. */
function heldUntil({ delivery, channel }: ClaimedDelivery, parts: TurnParts): number | Outcome | null {
  const now = parts.clock();
  try {
    const dueAt = goesOutAt(channel, { writtenAt: delivery.createdAt, now });
    return dueAt > now ? dueAt : null;
  } catch (error) {
    return unsendable(error, parts);
  }
}

async function sendMessage(channel: Channel, claimed: readonly ClaimedDelivery[], parts: TurnParts): Promise<void> {
  const { store, clock } = parts;
  const language = await languageFor(channel.personId, store);
  const deliveries = claimed.map(({ delivery }) => delivery);
  const { gathering } = channel;
  const isDigest = gathering.kind === "digest";
  const isEmpty = deliveries.every(({ message }) => message.reason === NOTHING_CHANGED);
  // planned while somebody wanted to hear of nothing
  const isDropped = isEmpty && !(isDigest && gathering.isSentEmpty);
  const outcome: Outcome = isDropped
    ? { kind: "sent" }
    : await attempt(
        channel,
        deliveries,
        { language, ...(isDigest ? await digestOptions(channel, deliveries, store) : {}) },
        parts,
      );
  for (const each of claimed) await settle(each, settledBy(outcome, each.delivery, parts), parts);
  if (outcome.kind !== "again" && isDigest) await planNextDigest(channel, parts);
  if (outcome.kind === "left") {
    await store.channels.change(channel.personId, channel.id, { pausedAt: clock() }, { now: clock() });
  }
}

/** A digest is the view of what changed: by the sheets of the person. */
async function digestOptions(
  { personId }: Channel,
  deliveries: readonly Delivery[],
  { changes }: Pick<Store, "changes">,
): Promise<OutgoingOptions> {
  const follows = [...new Set(deliveries.flatMap(({ followId }) => followId ?? []))];
  const sheets = await changes.sheetsOf(personId, follows);
  return { isDigest: true, sheets };
}

/** Puts the next digest into the queue of a channel that says so where nothing changed, and nothing into any other. */
export async function planNextDigest(
  channel: Channel,
  { store, clock }: { readonly store: Pick<Store, "deliveries">; readonly clock: () => number },
): Promise<void> {
  const { gathering } = channel;
  const now = clock();
  const isPlanned = gathering.kind === "digest" && gathering.isSentEmpty;
  const dueAt = isPlanned ? goesOutAt(channel, { writtenAt: now, now }) : 0;
  if (!isPlanned || dueAt <= now) return store.deliveries.plan(channel.id, null);
  const message = {
    ...{ title: "Tessera", reason: NOTHING_CHANGED, before: null, after: null, link: "/changes" },
    ...{ sourceUrl: "", picture: null, at: now },
  };
  await store.deliveries.plan(channel.id, {
    ...{ id: newId(DeliveryId, now), channelId: channel.id, personId: channel.personId, followId: null },
    ...{ observationId: null, message, state: "waiting", attempts: 0, dueAt, lastError: null },
    ...{ createdAt: now, sentAt: null },
  });
}

/** One letter to a channel. Whatever is thrown on the way is an outcome of this letter: a bug, which is reported as one. */
export async function attempt(
  channel: Channel,
  deliveries: readonly Delivery[],
  options: OutgoingOptions,
  parts: Pick<TurnParts, "sender" | "clock" | "onError">,
): Promise<Outcome> {
  const { sender, clock } = parts;
  const [first, ...others] = deliveries;
  if (!first) return { kind: "sent" };
  const target = sender.opened(channel);
  if (!target) return { kind: "refused", reason: "unusable", error: LOST_KEY };
  try {
    const { personId, form } = channel;
    const outgoing = outgoingOf([first, ...others], sender, { form, ...options });
    return await send({ target, personId }, outgoing, sender, clock());
  } catch (error) {
    return unsendable(error, parts);
  }
}

/** Trying again would throw again: the owner sees it as a dead letter and can put the channel right. */
function unsendable(error: unknown, { onError }: Pick<TurnParts, "onError">): Outcome {
  onError(error);
  const reason = error instanceof Error ? error.message : String(error);
  return {
    kind: "refused",
    reason: "unusable",
    error: `This channel cannot be used as it is set up (${reason}): change it or make it again.`,
  };
}

function settledBy(outcome: Outcome, delivery: Delivery, { clock, random }: TurnParts): Settled {
  if (outcome.kind === "sent") return { kind: "sent", at: clock() };
  const error = outcome.error.slice(0, MAX_ERROR).toWellFormed();
  const attempts = delivery.attempts + 1;
  if (outcome.kind !== "again" || attempts >= MAX_ATTEMPTS) return { kind: "dead", error };
  const wait = Math.max(waitMs(attempts, random), outcome.retryAfterMs ?? 0);
  return { kind: "again", dueAt: clock() + wait, error };
}

const MAX_ERROR = 1_000;

async function settle(claimed: ClaimedDelivery, settled: Settled, { store, onSettled }: TurnParts): Promise<void> {
  await store.deliveries.settle(claimed, settled);
  onSettled?.(settled.kind);
}

/** Doubles from half a minute to six hours, spread by up to a quarter so that many do not come back at once. @internal */
export function waitMs(attempts: number, random: () => number): number {
  const doubled = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.max(0, attempts - 1));
  return Math.round(doubled * (1 + random() / 4));
}
