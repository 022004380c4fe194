/** Live events across processes by LISTEN and NOTIFY, over a connection of its own that is made anew when it breaks. */
import { LiveEvent } from "@tessera/model";
import type { Client, Pool } from "pg";

export interface LiveListener {
  readonly hear: (event: LiveEvent) => void;
  /** Events may have been missed: the connection was lost for a while. */
  readonly onGap: () => void;
}

const CHANNEL = "tessera_live";
/**
 * Events are sent by the handful: each NOTIFY takes a lock that all of them share. Equal ones of one handful are passed
 * on once.
 */
const GATHER_MS = 10;
const MAX_AT_ONCE = 500;
const RECONNECT_MS = 500;

export class LiveChannel {
  readonly #pool: Pool;
  readonly #connect: () => Client;
  readonly #listeners = new Set<LiveListener>();
  #client: Client | null = null;
  #connecting: Promise<void> | null = null;
  #again: NodeJS.Timeout | null = null;
  #waiting: LiveEvent[] = [];
  #sending: Promise<void> | null = null;
  #isClosed = false;

  constructor(pool: Pool, connect: () => Client) {
    this.#pool = pool;
    this.#connect = connect;
  }

  /** Listens from here on, so that no listener misses what happens after it came. Throws where that cannot be. */
  async start(): Promise<void> {
    await this.#subscribe(this.#connect());
  }

  listen(listener: LiveListener): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  /** Resolves when all that was said so far is sent, or lost with the connection: events are hints, not records. */
  publish(event: LiveEvent): Promise<void> {
    this.#waiting.push(event);
    this.#sending ??= this.#send();
    return this.#sending;
  }

  /** Idempotent. */
  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#again) clearTimeout(this.#again);
    await this.#sending;
    await this.#connecting;
    await this.#client?.end().catch(() => undefined);
    this.#client = null;
  }

  async #send(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, GATHER_MS));
    while (this.#waiting.length > 0) {
      const some = this.#waiting.splice(0, MAX_AT_ONCE).map((event) => JSON.stringify(event));
      await this.#pool
        .query("SELECT pg_notify($1, event) FROM unnest($2::text[]) AS event", [CHANNEL, some])
        .catch(() => undefined);
    }
    this.#sending = null;
  }

  async #subscribe(client: Client): Promise<void> {
    client.on("notification", ({ payload }) => this.#hear(payload ?? ""));
    client.on("error", () => this.#reconnect(client));
    client.on("end", () => this.#reconnect(client));
    await client.connect();
    await client.query(`LISTEN ${CHANNEL}`);
    this.#client = client;
  }

  async #resume(): Promise<void> {
    const client = this.#connect();
    try {
      await this.#subscribe(client);
      for (const { onGap } of this.#listeners) onGap();
    } catch {
      this.#reconnect(client);
    }
  }

  #reconnect(broken: Client): void {
    broken.removeAllListeners();
    // what comes after the first failure is of no interest, but must not end the process
    broken.on("error", () => undefined);
    void broken.end().catch(() => undefined);
    this.#client = null;
    if (this.#isClosed || this.#again) return;
    this.#again = setTimeout(() => {
      this.#again = null;
      this.#connecting = this.#resume();
    }, RECONNECT_MS);
  }

  #hear(payload: string): void {
    const event = LiveEvent.safeParse(parsed(payload));
    if (event.success) for (const { hear } of this.#listeners) hear(event.data);
  }
}

/** Anyone with the database's password can NOTIFY: what is not JSON is no event. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
