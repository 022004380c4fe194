/** How links become followed feeds: given from outside, because a tile for them is made on a sheet. */
import type { FollowId, Link } from "@tessera/model";
import { ApiError } from "../api/api-error.ts";

/** Asks once more when the server says that it may be asked again. */
export type Patiently = <T>(ask: () => Promise<T>) => Promise<T>;

export interface FeedTaking {
  /** Follows the feed at this address or the first that its page names; null where there is none. Throws where it cannot be reached. */
  readonly follow: (url: string, patiently: Patiently) => Promise<FollowId | null>;
  /** A tile that shows these, at least one; false where it was refused, which whoever makes it has said. */
  readonly show: (followIds: FollowId[]) => Promise<boolean>;
}

export interface TakenFeed {
  readonly link: Link;
  readonly outcome: "followed" | "no-feed" | "failed";
  readonly failure: unknown;
}

/** Those that lead somewhere else: an address that was kept twice is asked once. */
export function distinct(links: readonly Link[]): readonly Link[] {
  return [...new Map(links.map((link) => [link.url, link])).values()];
}

export interface TakingParts {
  readonly ontaken: (taken: TakenFeed) => void;
  /** Told with how long it waits, because this is as much as one person may ask for in a minute; null when it goes on. */
  readonly onwait: (ms: number | null) => void;
  readonly signal: AbortSignal;
}

/** One after the other, each told as it is known; whoever ends it keeps what is followed by then. Gives whether that is shown. */
export async function takeFeeds(
  links: readonly Link[],
  { follow, show }: FeedTaking,
  parts: TakingParts,
): Promise<boolean> {
  const { ontaken, signal } = parts;
  const followed = new Set<FollowId>();
  for (const link of links) {
    if (signal.aborted) break;
    try {
      const id = await follow(link.url, (ask) => askPatiently(ask, parts));
      if (id) followed.add(id);
      ontaken({ link, outcome: id ? "followed" : "no-feed", failure: null });
    } catch (failure) {
      // whoever ends it while it waits has not seen this one fail
      if (signal.aborted && waitFor(failure) !== null) break;
      ontaken({ link, outcome: "failed", failure });
    }
  }
  return followed.size === 0 || show([...followed]);
}

async function askPatiently<T>(ask: () => Promise<T>, { onwait, signal }: TakingParts): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch (failure) {
      const ms = waitFor(failure);
      if (ms === null || signal.aborted) throw failure;
      onwait(ms);
      await rest(ms, signal);
      onwait(null);
      if (signal.aborted) throw failure;
    }
  }
}

function waitFor(failure: unknown): number | null {
  return failure instanceof ApiError && failure.code === "too-many" ? failure.retryAfterMs : null;
}

function rest(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener("abort", end);
  });
}
