/** The server's part in a fleet: the queue, what puts due pages into it, and the way to ask for one at once. */
import type { PageId, PersonId } from "@tessera/model";
import type { Store } from "@tessera/store";
import { askFleet } from "./ask-fleet.ts";
import { CheckQueue } from "./check-queue.ts";
import { Dispatcher } from "./dispatcher.ts";
import { FleetClock } from "./fleet-clock.ts";

export interface Fleet {
  readonly queue: CheckQueue;
  readonly clock: FleetClock;
  /** Made, not started. */
  readonly dispatcher: Dispatcher;
  readonly checkElsewhere: (page: PageId, holder: PersonId | null) => Promise<void>;
}

export interface FleetParts {
  readonly url: string;
  readonly store: Store;
  readonly onError: (error: unknown) => void;
}

export async function startFleet({ url, store, onError }: FleetParts): Promise<Fleet> {
  const queue = new CheckQueue({ url, onError });
  const clock = new FleetClock(store);
  const { now } = clock;
  const asking = new Map<string, number>();
  await queue.start();
  await clock.renew();
  return {
    queue,
    clock,
    dispatcher: new Dispatcher({ store, queue, now, onError }),
    checkElsewhere: (page, holder) => askFleet({ pageId: page, holder }, { store, queue, now, asking }),
  };
}
