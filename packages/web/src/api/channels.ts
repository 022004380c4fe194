/** Channels and deliveries over the API. */
import type { Gathering, QuietHours } from "@tessera/model";
import { ask } from "./ask.ts";
import type { ChannelReply, DeliveryReply, Slice } from "./replies.ts";

export interface ChannelBody {
  readonly name: string;
  readonly target: Readonly<Record<string, unknown>>;
  readonly isDefault: boolean;
  readonly quietHours: QuietHours | null;
  readonly gathering: Gathering;
}

export const listChannels = (): Promise<ChannelReply[]> => ask("GET", "/channels");

/** On which kinds this instance can send. */
export const listChannelKinds = (): Promise<readonly string[]> => ask("GET", "/channel-kinds");

export const addChannel = (body: ChannelBody): Promise<ChannelReply> => ask("POST", "/channels", { body });

export const changeChannel = (
  id: string,
  body: Partial<ChannelBody> & { readonly isPaused?: boolean },
): Promise<ChannelReply> => ask("PATCH", `/channels/${id}`, { body });

export const removeChannel = (id: string): Promise<void> => ask("DELETE", `/channels/${id}`);

export const testChannel = (id: string): Promise<{ readonly isSent: boolean; readonly error: string | null }> =>
  ask("POST", `/channels/${id}/test`);

export const deadLetters = (): Promise<Slice<DeliveryReply>> => ask("GET", "/deliveries?state=dead");

export const reviveDelivery = (id: string): Promise<void> => ask("POST", `/deliveries/${id}/revive`);
