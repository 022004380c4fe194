/** Channels, and the deliveries that wait, went out or died on them. */
import type { Channel, ChannelId, Delivery, DeliveryId, DeliveryState, PersonId } from "@tessera/model";
import type { ClaimRequest } from "./check-records.ts";
import type { Changed, ChangeOptions, Listing, Slice } from "./listing.ts";

export type ChannelPatch = Partial<
  Pick<Channel, "name" | "target" | "quietHours" | "gathering" | "form" | "isDefault" | "pausedAt">
>;

export interface ChannelRecords {
  add(channel: Channel): Promise<void>;
  list(owner: PersonId): Promise<readonly Channel[]>;
  /** Those of everybody, in the order of their ids, for upkeep. */
  every(slice: { readonly after: ChannelId | null; readonly limit: number }): Promise<readonly Channel[]>;
  find(owner: PersonId, id: ChannelId): Promise<Channel | null>;
  change(owner: PersonId, id: ChannelId, patch: ChannelPatch, options: ChangeOptions): Promise<Changed<Channel>>;
  /** Its waiting deliveries go with it. */
  remove(owner: PersonId, id: ChannelId): Promise<boolean>;
}

export type Settled =
  | { readonly kind: "sent"; readonly at: number }
  | { readonly kind: "again"; readonly dueAt: number; readonly error: string }
  /** Not tried: the channel is quiet or gathers until then. */
  | { readonly kind: "held"; readonly dueAt: number }
  | { readonly kind: "dead"; readonly error: string };

export interface ClaimedDelivery {
  readonly delivery: Delivery;
  readonly channel: Channel;
  readonly token: string;
}

/** Claims go by people, so that whoever has much to be told or slow channels takes no place from anybody else. */
export interface DeliveryClaimRequest extends Pick<ClaimRequest, "now" | "leaseMs" | "holder"> {
  /** How many people, those who have waited longest first. */
  readonly people: number;
  /** How many deliveries of each. */
  readonly perPerson: number;
  /** Whose turn is not over. */
  readonly except: readonly PersonId[];
}

export interface DeliveryRecords {
  add(deliveries: readonly Delivery[]): Promise<void>;
  /**
   * Puts this in the place of what waits on the channel without being about anything, or takes it away: a digest that goes
   * out even where nothing changed.
   */
  plan(channel: ChannelId, delivery: Delivery | null): Promise<void>;
  /** Deliveries that are due, of channels that are not paused; those of one person in the order they were written. */
  claim(request: DeliveryClaimRequest): Promise<readonly ClaimedDelivery[]>;
  /** False where the claim was lost: somebody else has taken it over. */
  settle(claimed: ClaimedDelivery, outcome: Settled): Promise<boolean>;
  releaseHeldBy(prefix: string): Promise<number>;
  list(owner: PersonId, state: DeliveryState, slice: Slice): Promise<Listing<Delivery>>;
  /** Puts a dead letter back to the waiting ones. */
  revive(owner: PersonId, id: DeliveryId, now: number): Promise<boolean>;
  /** Of those that nobody has claimed. */
  nextDueAt(except: readonly PersonId[]): Promise<number | null>;
}
