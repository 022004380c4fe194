/** Live events to whoever has a page open: each person hears their own, and of what is shared with them. */
import type { LiveEvent, PersonId } from "@tessera/model";
import type { Store } from "@tessera/store";

/** Open connections of one person; a browser with more tabs than this reloads instead. */
const MAX_LISTENERS = 30;
/** Events that a listener may lag behind before it is told to start afresh. */
const MAX_WAITING = 500;
/** Proxies close connections on which nothing is said. */
const HEARTBEAT_MS = 25_000;

interface Listener {
  readonly waiting: LiveEvent[];
  isBehind: boolean;
  wake: () => void;
}

/** Who hears of an event besides its person, and as what. */
export type AlsoHeardBy = (event: LiveEvent) => Promise<readonly HeardBy[]>;

export interface HeardBy {
  readonly person: PersonId;
  readonly event: LiveEvent;
}

export class LiveHub {
  readonly #listeners = new Map<PersonId, Set<Listener>>();
  readonly #alsoHeardBy: AlsoHeardBy;
  readonly #forget: () => void;
  #closed = false;

  constructor(store: Pick<Store, "listen">, alsoHeardBy: AlsoHeardBy = async () => []) {
    this.#alsoHeardBy = alsoHeardBy;
    this.#forget = store.listen(
      (event) => this.#hear(event),
      () => this.#missSome(),
    );
  }

  /** How many connections are open. */
  get size(): number {
    let size = 0;
    for (const listeners of this.#listeners.values()) size += listeners.size;
    return size;
  }

  /** False where a person has too many connections already. */
  hasRoomFor(person: PersonId): boolean {
    return (this.#listeners.get(person)?.size ?? 0) < MAX_LISTENERS;
  }

  /** The events of one person as a stream of server-sent events, until the signal or the end of the hub. */
  async *stream(person: PersonId, signal: AbortSignal): AsyncGenerator<string> {
    const listener: Listener = { waiting: [], isBehind: false, wake: () => {} };
    const listeners = this.#listeners.get(person) ?? new Set();
    this.#listeners.set(person, listeners.add(listener));
    try {
      yield "retry: 3000\n\n";
      while (!this.#closed && !signal.aborted) {
        const event = listener.waiting.shift();
        if (event) yield `event: ${event.kind}\ndata: ${JSON.stringify(withoutPerson(event))}\n\n`;
        else if (listener.isBehind) {
          listener.isBehind = false;
          yield "event: behind\ndata: {}\n\n";
        } else if (!(await somethingNew(listener, signal))) yield ": still here\n\n";
      }
    } finally {
      listeners.delete(listener);
      if (listeners.size === 0) this.#listeners.delete(person);
    }
  }

  /** Tells what is not worth storing, such as progress, to whoever listens at this moment. */
  tell(event: LiveEvent): void {
    this.#hear(event);
  }

  /** Ends all streams. Idempotent. */
  close(): void {
    this.#closed = true;
    this.#forget();
    for (const listeners of this.#listeners.values()) for (const { wake } of listeners) wake();
  }

  /** Nobody knows what was missed: every page is told to start afresh. */
  #missSome(): void {
    for (const listeners of this.#listeners.values()) {
      for (const listener of listeners) {
        listener.isBehind = true;
        listener.wake();
      }
    }
  }

  #hear(event: LiveEvent): void {
    this.#pass(event, event.personId);
    const hasOthers = this.#listeners.size > (this.#listeners.has(event.personId) ? 1 : 0);
    if (!hasOthers || this.#closed) return;
    this.#alsoHeardBy(event).then(
      (others) => {
        for (const other of others) if (other.person !== event.personId) this.#pass(other.event, other.person);
      },
      // a store that is away has not said who missed it
      () => this.#missSome(),
    );
  }

  #pass(event: LiveEvent, person: PersonId): void {
    for (const listener of this.#listeners.get(person) ?? []) {
      if (listener.waiting.length < MAX_WAITING) listener.waiting.push(event);
      else {
        listener.waiting.length = 0;
        listener.isBehind = true;
      }
      listener.wake();
    }
  }
}

/** True where something happened, false where it is time for a heartbeat. */
function somethingNew(listener: Listener, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (isNew: boolean): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
      resolve(isNew);
    };
    const onAbort = (): void => end(true);
    const timer = setTimeout(() => end(false), HEARTBEAT_MS);
    signal.addEventListener("abort", onAbort, { once: true });
    listener.wake = () => end(true);
  });
}

function withoutPerson({ personId: _, ...event }: LiveEvent): object {
  return event;
}
