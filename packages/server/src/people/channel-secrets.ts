/**
 * Secrets of channels: sealed in the store, each by itself, and opened only where something is sent. Where there is no key
 * (a fleet that was given none) they stay as they are, because a channel that is lost tells nobody anything.
 */
import { CHANNEL_SECRETS, type Channel, type ChannelId, type ChannelTarget } from "@tessera/model";
import type { Store } from "@tessera/store";
import { Sealing } from "./sealing.ts";

type Owned = Pick<Channel, "id" | "personId" | "target">;

const FIELDS: ReadonlySet<string> = new Set(CHANNEL_SECRETS);
const CHANNELS_A_BATCH = 500;

export class ChannelSecrets {
  readonly #sealing: Sealing;

  constructor(sealing: Sealing) {
    this.#sealing = sealing;
  }

  /** The target as it is to be stored. */
  sealed(channel: Owned): ChannelTarget {
    return this.#each(channel, (text, bound) => this.#sealing.seal(text, bound) ?? text) as ChannelTarget;
  }

  /** The target as it was given; null where a secret was sealed with another key, or for another channel. */
  opened(channel: Owned): ChannelTarget | null {
    const target = this.#each(channel, (text, bound) =>
      Sealing.isSealed(text) ? this.#sealing.open(text, bound) : text,
    );
    const isLost = [...FIELDS].some((field) => target[field] === null && fieldsOf(channel)[field] !== null);
    return isLost ? null : (target as ChannelTarget);
  }

  /** Seals what was stored before there was sealing, or before there was a key. Returns how many channels. */
  async sealStored({ channels }: Pick<Store, "channels">, now: number): Promise<number> {
    if (!this.#sealing.isPossible) return 0;
    let count = 0;
    for (let after: ChannelId | null = null; ; ) {
      const some: readonly Channel[] = await channels.every({ after, limit: CHANNELS_A_BATCH });
      for (const channel of some.filter(isOpen)) {
        const opened = this.opened(channel);
        if (!opened) continue;
        const target = this.sealed({ ...channel, target: opened });
        // whoever changes it meanwhile seals it
        const options = { now, ifVersion: channel.version };
        const changed = await channels.change(channel.personId, channel.id, { target }, options);
        if (changed.kind === "changed") count++;
      }
      const last = some.at(-1);
      if (!last || some.length < CHANNELS_A_BATCH) return count;
      after = last.id;
    }
  }

  /** A secret that is copied to another channel opens nothing there. */
  #each(channel: Owned, change: (text: string, bound: string) => string | null): Readonly<Record<string, unknown>> {
    const changed = Object.entries(fieldsOf(channel)).map(([field, value]) => {
      const bound = JSON.stringify([channel.personId, "channel", channel.id, field]);
      return [field, FIELDS.has(field) && typeof value === "string" ? change(value, bound) : value];
    });
    return Object.fromEntries(changed);
  }
}

function fieldsOf({ target }: Pick<Channel, "target">): Readonly<Record<string, unknown>> {
  return { ...target };
}

/** Some secret of it can be read. */
function isOpen(channel: Channel): boolean {
  return Object.entries(fieldsOf(channel)).some(
    ([field, value]) => FIELDS.has(field) && typeof value === "string" && !Sealing.isSealed(value),
  );
}
