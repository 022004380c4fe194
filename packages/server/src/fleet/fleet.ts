/** The server's part in a fleet: the queue, what puts due pages into it, and the way to ask for one at once. */
import type { PageId } from "@tessera/model";
import type { Store } from "@tessera/store";
import { askFleet } from "./ask-fleet.ts";
import { CheckQueue } from "./check-queue.ts";
import { Dispatcher } from "./dispatcher.ts";

export interface Fleet {
  readonly queue: CheckQueue;
  /** Made, not started. */
  readonly dispatcher: Dispatcher;
  readonly checkElsewhere: (page: PageId) => Promise<void>;
}

export interface FleetParts {
  readonly url: string;
  readonly store: Store;
  readonly onError: (error: unknown) => void;
}

export async function startFleet({ url, store, onError }: FleetParts): Promise<Fleet> {
  const queue = new CheckQueue({ url, onError });
  await queue.start();
  const now = Date.now;
  return {
    queue,
    dispatcher: new Dispatcher({ store, queue, now, onError }),
    checkElsewhere: (page) => askFleet(page, { store, queue, now }),
  };
}
