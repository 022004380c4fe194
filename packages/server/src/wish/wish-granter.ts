/** Grants wishes: captures the page, finds the block, starts the follow, puts it on its sheets. */
import {
  DEFAULT_CONDITIONS,
  DEFAULT_QUIET,
  type Follow,
  freePlace,
  newId,
  type PersonId,
  type Sheet,
  SheetId,
  SheetStyle,
  TileId,
  TileStyle,
  type WaitingWish,
} from "@tessera/model";
import type { ClaimedWish, Store, WishOutcome } from "@tessera/store";
import type { CheckParts } from "../check-page.ts";
import { followBlock } from "../follow-block.ts";
import { newFeedKey } from "../people/secret.ts";

export interface WishGranterOptions {
  readonly holder: string;
  readonly onError: (error: unknown) => void;
}

const AT_ONCE = 4;
const LEASE_MS = 10 * 60_000;
const LONGEST_SLEEP_MS = 15_000;
const MOST_ATTEMPTS = 8;
const RETRY_MS = 60_000;

export class WishGranter {
  readonly #parts: CheckParts;
  readonly #options: WishGranterOptions;
  #running: Promise<void> | null = null;
  #stopped = false;
  #wake: () => void = () => {};

  constructor(parts: CheckParts, options: WishGranterOptions) {
    this.#parts = parts;
    this.#options = options;
  }

  /** Idempotent. */
  start(): void {
    this.#running ??= this.#run();
  }

  /** Finishes what is under way. Idempotent. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#wake();
    await this.#running;
  }

  wake(): void {
    this.#wake();
  }

  async #run(): Promise<void> {
    const { store, now } = this.#parts;
    const { holder, onError } = this.#options;
    await store.wishes.releaseHeldBy(holder).catch(onError);
    while (!this.#stopped) {
      const claimed = await store.wishes
        .claim({ now: now(), limit: AT_ONCE, leaseMs: LEASE_MS, holder })
        .catch((failure: unknown) => {
          onError(failure);
          return [];
        });
      await Promise.all(claimed.map((each) => this.grant(each).catch(onError)));
      if (claimed.length === 0 && !this.#stopped) await this.#sleep();
    }
  }

  #sleep(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, LONGEST_SLEEP_MS);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** One attempt, and what became of it written down. */
  async grant(claimed: ClaimedWish): Promise<WishOutcome> {
    const outcome = await this.#attempt(claimed.wish);
    await this.#parts.store.wishes.settle(claimed, outcome);
    return outcome;
  }

  async #attempt(wish: WaitingWish): Promise<WishOutcome> {
    const { store, now } = this.#parts;
    const settings = await store.settings.read();
    const channels = (await store.channels.list(wish.personId)).filter(({ isDefault }) => isDefault);
    const options: Pick<Follow, "schedule" | "retention" | "conditions" | "quiet" | "channels"> = {
      schedule: wish.schedule ?? settings.defaultSchedule,
      retention: settings.defaultRetention,
      conditions: wish.conditions.length > 0 ? wish.conditions : [...DEFAULT_CONDITIONS],
      quiet: { ...DEFAULT_QUIET, lines: wish.quietLines },
      channels: channels.map(({ id }) => id),
    };
    const outcome = await followBlock(
      {
        personId: wish.personId,
        source: wish.source,
        wish: wish.wish,
        captureId: null,
        pick: { intent: "auto", extent: "one" },
        cutPaths: [],
        title: wish.title,
        options,
        feedKey: newFeedKey(),
      },
      this.#parts,
    );
    switch (outcome.kind) {
      case "followed": {
        const { follow } = outcome.view;
        if (wish.isPaused) await store.follows.change(wish.personId, follow.id, { pausedAt: now() }, { now: now() });
        for (const title of wish.sheets) await putOnSheet(store, wish.personId, { follow, title, now: now() });
        return { kind: "granted" };
      }
      case "missing":
        return { kind: "stuck", error: "The page has no such block: pick it anew." };
      case "invalid":
        return { kind: "stuck", error: outcome.message.slice(0, 1_000) };
      case "unreachable": {
        const error = outcome.failure.message;
        if (outcome.failure.retry === "never" || wish.attempts + 1 >= MOST_ATTEMPTS) return { kind: "stuck", error };
        return { kind: "again", error, dueAt: now() + RETRY_MS * 2 ** wish.attempts };
      }
    }
  }
}

/** The sheet with this title, made where there is none; the tile goes where there is room. */
async function putOnSheet(
  store: Store,
  personId: PersonId,
  { follow, title, now }: { readonly follow: Follow; readonly title: string; readonly now: number },
): Promise<void> {
  const sheets = await store.sheets.list(personId);
  const known = sheets.find((sheet) => sheet.title === title);
  const sheet: Sheet = known ?? {
    id: newId(SheetId, now),
    personId,
    title,
    position: Math.max(-1, ...sheets.map(({ position }) => position)) + 1,
    style: SheetStyle.parse({}),
    feedKey: newFeedKey(),
    createdAt: now,
    updatedAt: now,
    deletedAt: null,
    version: 1,
  };
  if (!known) await store.sheets.add(sheet);
  const tiles = (await store.sheets.find(personId, sheet.id))?.tiles ?? [];
  await store.tiles.add(personId, {
    id: newId(TileId, now),
    sheetId: sheet.id,
    followId: follow.id,
    place: freePlace(tiles.map(({ tile }) => tile.place)),
    style: TileStyle.parse({}),
    version: 1,
  });
}
