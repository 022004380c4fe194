/** A check for somebody who waits, done by whichever worker is free first. */
import { setTimeout as sleep } from "node:timers/promises";
import type { PageId, PersonId } from "@tessera/model";
import type { Store } from "@tessera/store";
import type { CheckQueue } from "./check-queue.ts";

export interface AskFleetParts {
  readonly store: Store;
  readonly queue: CheckQueue;
  readonly now: () => number;
  /** How many checks each person waits for: whoever waits for fewer comes first. */
  readonly asking: Map<string, number>;
}

export interface AskedCheck {
  readonly pageId: PageId;
  readonly holder: PersonId | null;
}

/** A person does not wait longer; the job stays in the queue. */
const WAIT_MS = 90_000;
const LOOK_MS = 150;

/** Resolves when the page has been checked, or when that takes too long. */
export async function askFleet({ pageId, holder }: AskedCheck, parts: AskFleetParts): Promise<void> {
  const { asking } = parts;
  const key = holder ?? "";
  const before = asking.get(key) ?? 0;
  asking.set(key, before + 1);
  try {
    await askAndWait({ pageId, holder, place: before + 1 }, parts);
  } finally {
    const left = (asking.get(key) ?? 1) - 1;
    if (left > 0) asking.set(key, left);
    else asking.delete(key);
  }
}

async function askAndWait(
  { pageId, holder, place }: AskedCheck & { readonly place: number },
  { store, queue, now }: AskFleetParts,
): Promise<void> {
  const asked = now();
  const page = await store.queue.ask(pageId, asked);
  if (!page) return;
  await queue.bringForward(page, { holder, place });
  while (now() < asked + WAIT_MS) {
    const { lastCheckedAt = null } = (await store.pages.findForCheck(pageId)) ?? {};
    if (lastCheckedAt !== null && lastCheckedAt >= asked) return;
    await sleep(LOOK_MS);
  }
}
