/** Connections that are kept for the next request: apart for each private host, so that no other work can use one. */
import { Agent } from "undici";
import type { PrivateGrant } from "../guard/allow-list.ts";
import { type ConnectorOptions, createConnector } from "./connector.ts";

const MAX_HEAD_BYTES = 64 * 1024;
/** Private hosts whose connections are kept; those of the one used longest ago are closed for a new one. */
const MAX_GRANTS = 32;

export class Agents {
  readonly #options: Omit<ConnectorOptions, "grant">;
  readonly #public: Agent;
  readonly #granted = new Map<string, Agent>();
  #isDestroyed = false;

  constructor(options: Omit<ConnectorOptions, "grant">) {
    this.#options = options;
    this.#public = this.#open(null);
  }

  /** A connection once open is not checked again: what was opened under a grant is only found under that grant. */
  for(grant: PrivateGrant | null): Agent {
    if (!grant || this.#isDestroyed) return this.#public;
    const key = JSON.stringify([grant.hostname, grant.ports]);
    const agent = this.#granted.get(key) ?? this.#open(grant);
    this.#granted.delete(key);
    this.#granted.set(key, agent);
    for (const [oldest, unused] of this.#granted) {
      if (this.#granted.size <= MAX_GRANTS) break;
      this.#granted.delete(oldest);
      // Waits for what is under way on it.
      void unused.close();
    }
    return agent;
  }

  async destroy(): Promise<void> {
    this.#isDestroyed = true;
    const all = [this.#public, ...this.#granted.values()];
    this.#granted.clear();
    await Promise.all(all.map((agent) => agent.destroy()));
  }

  #open(grant: PrivateGrant | null): Agent {
    return new Agent({
      connect: createConnector({ ...this.#options, grant }),
      maxHeaderSize: MAX_HEAD_BYTES,
      allowH2: true,
    });
  }
}
