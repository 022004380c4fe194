/** A check for somebody who waits, done by whichever worker is free first. */
import { setTimeout as sleep } from "node:timers/promises";
import type { PageId } from "@tessera/model";
import type { Store } from "@tessera/store";
import type { CheckQueue } from "./check-queue.ts";

export interface AskFleetParts {
  readonly store: Store;
  readonly queue: CheckQueue;
  readonly now: () => number;
}

/** A person does not wait longer; the job stays in the queue. */
const WAIT_MS = 90_000;
const LOOK_MS = 150;

/** Resolves when the page has been checked, or when that takes too long. */
export async function askFleet(pageId: PageId, { store, queue, now }: AskFleetParts): Promise<void> {
  const asked = now();
  const page = await store.queue.ask(pageId, asked);
  if (!page) return;
  await queue.hasten(page);
  while (now() < asked + WAIT_MS) {
    const { lastCheckedAt = null } = (await store.pages.findForCheck(pageId)) ?? {};
    if (lastCheckedAt !== null && lastCheckedAt >= asked) return;
    await sleep(LOOK_MS);
  }
}
