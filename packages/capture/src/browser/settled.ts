/** Waits until a page is at rest: no requests, no new nodes, nothing half drawn, no consent wall being answered. */
import { films, comeToRest as restModule, settle as settleModule } from "@tessera/page";
import type { ConsentWatch } from "./consent.ts";
import type { PageWatch } from "./page-watch.ts";
import type { Tab } from "./tab.ts";

export interface SettleOptions {
  readonly watch: Pick<PageWatch, "race" | "navigations" | "networkQuietMs"> & { movedMs: number };
  readonly consent: Pick<ConsentWatch, "isBusy" | "found">;
  /** How long nothing may happen. */
  readonly quietMs: number;
  /** The same once something has happened; `quietMs` unless told. */
  readonly againMs?: number;
  /** When to stop waiting and take the page as it is. */
  readonly budgetMs: number;
}

/** A request that is not answered by then is a long poll or a stream of events. */
const PATIENCE_MS = 3_000;
const LOOK_EVERY_MS = 50;
/** To go through the page once, and for canvases to stop moving. */
const REST_MS = 2_500;
const STILL_FOR_MS = 120;
/** For films to show where they begin. */
const FILMS_MS = 2_000;
/** What waits for the end of an animation comes at once. */
const AFTER_ANIMATIONS_MS = 150;
/** What comes into view has said by then what it wants; what it asks for is waited for as long as it takes. The whole quiet is waited for in any case. */
const AFTER_READING_MS = 200;
/** After this share of the quiet a page is read to its end, and the rest of it is waited for afterwards. */
const READ_AFTER = 0.3;

/** False where the budget ran out first: the page never rests, and is taken as it is. */
export async function settled(
  tab: Pick<Tab, "world">,
  { watch, consent, quietMs, againMs = quietMs, budgetMs }: SettleOptions,
): Promise<boolean> {
  const until = performance.now() + budgetMs;
  for (;;) {
    const { navigations } = watch;
    const { found } = consent;
    const left = until - performance.now();
    if (left <= 0) return false;
    const quiet = { quietMs, againMs, budgetMs: left, movedMs: watch.movedMs };
    const seen = await watch.race(domQuiet(tab, quiet));
    watch.movedMs = seen?.movedMs ?? watch.movedMs;
    const isDomQuiet = seen?.isQuiet ?? false;
    if (isDomQuiet) await watch.race(searched(consent, until));
    const isAtRest =
      isDomQuiet && consent.found === found && !consent.isBusy && watch.networkQuietMs(PATIENCE_MS) >= quietMs;
    if (isAtRest && navigations === watch.navigations) return true;
    await watch.race(new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS)));
  }
}

/** A search that finds no wall changes nothing: a page that was quiet before it is not watched anew for that. */
async function searched(consent: Pick<ConsentWatch, "isBusy" | "found">, until: number): Promise<void> {
  while (consent.isBusy && consent.found === null && performance.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

/** How much of the quiet is waited for before a page is read to its end; the rest of it comes after that. */
export function quietBeforeReading(quietMs: number): number {
  return quietMs * READ_AFTER;
}

export interface RestOptions extends SettleOptions {
  /** How much of the quiet is over already. */
  readonly waitedMs: number;
}

/**
 * The page as it is for somebody who has read it to its end: what loads when it comes into view is there, what moves is at
 * its end, and what is drawn is drawn. A page that has none of that is left alone. False where it did not settle after it.
 */
export async function atRest(tab: Tab, options: RestOptions): Promise<boolean> {
  const { watch, quietMs, waitedMs } = options;
  await watch.race(tab.world.call<number>(films, "showFilms", FILMS_MS).catch(() => 0));
  let { isSettled, isStirred } = await read(tab, options);
  // only by now it may have become a page that waits for its reader
  if (!isStirred && waitedMs < quietMs) ({ isSettled } = await read(tab, { ...options, waitedMs: quietMs }));
  const until = performance.now() + REST_MS;
  while (performance.now() < until) {
    const isStill = tab.world.call<boolean>(restModule, "canvasesAreStill", STILL_FOR_MS).catch(() => true);
    if (await watch.race(isStill)) break;
  }
  return isSettled;
}

async function read(
  tab: Tab,
  { waitedMs, ...options }: RestOptions,
): Promise<{ readonly isStirred: boolean; readonly isSettled: boolean }> {
  const { watch, quietMs: whole } = options;
  const rested = await watch.race(
    tab.world.call<Rested>(restModule, "comeToRest", { question: tab.question, budgetMs: REST_MS }).catch(() => null),
  );
  // it went away meanwhile
  if (!rested) return { isStirred: true, isSettled: await settled(tab, options) };
  const { isStirred, ended } = rested;
  const left = whole - waitedMs;
  const quietMs = isStirred
    ? Math.min(whole, Math.max(left, AFTER_READING_MS))
    : Math.max(left, ended > 0 ? Math.min(whole, AFTER_ANIMATIONS_MS) : 0);
  const againMs = isStirred || ended > 0 ? quietMs : whole;
  return { isStirred, isSettled: quietMs <= 0 || (await settled(tab, { ...options, quietMs, againMs })) };
}

type Rested = Awaited<ReturnType<typeof restModule.comeToRest>>;

/** Null as well where the page went away while it was watched: whatever comes next has not been watched yet. */
function domQuiet(tab: Pick<Tab, "world">, quiet: Quiet): Promise<Settled | null> {
  return tab.world.call<Settled>(settleModule, "whenQuiet", quiet).catch(() => null);
}

type Quiet = Parameters<typeof settleModule.whenQuiet>[0];
type Settled = Awaited<ReturnType<typeof settleModule.whenQuiet>>;
