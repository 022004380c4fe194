/** Waits until a page is at rest: no requests, no new nodes, no consent wall being answered. */
import { comeToRest as restModule, settle as settleModule } from "@tessera/page";
import type { ConsentWatch } from "./consent.ts";
import type { PageWatch } from "./page-watch.ts";
import type { Tab } from "./tab.ts";

export interface SettleOptions {
  readonly watch: PageWatch;
  readonly consent: ConsentWatch;
  /** How long nothing may happen. */
  readonly quietMs: number;
  /** When to stop waiting and take the page as it is. */
  readonly budgetMs: number;
}

/** A request that is not answered by then is a long poll or a stream of events. */
const PATIENCE_MS = 3_000;
const LOOK_EVERY_MS = 50;
/** To go through the page once, and for canvases to stop moving. */
const REST_MS = 2_500;
const STILL_FOR_MS = 120;
/** What waits for the end of an animation comes at once. */
const AFTER_ANIMATIONS_MS = 150;

/** False where the budget ran out first: the page never rests, and is taken as it is. */
export async function settled(tab: Tab, { watch, consent, quietMs, budgetMs }: SettleOptions): Promise<boolean> {
  const until = performance.now() + budgetMs;
  for (;;) {
    const navigations = watch.navigations;
    const left = until - performance.now();
    if (left <= 0) return false;
    const isDomQuiet = await watch.race(domQuiet(tab, { quietMs, budgetMs: left }));
    const isAtRest = isDomQuiet && !consent.isBusy && watch.networkQuietMs(PATIENCE_MS) >= quietMs;
    if (isAtRest && navigations === watch.navigations) return true;
    await watch.race(new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS)));
  }
}

/**
 * The page as it is for somebody who has read it to its end: what loads when it comes into view is there, what moves is at
 * its end, and what is drawn is drawn. A page that has none of that is left alone. False where it did not settle after it.
 */
export async function atRest(tab: Tab, options: SettleOptions): Promise<boolean> {
  const { watch } = options;
  const { question } = tab;
  const rested = await watch.race(
    tab.world.call<Rested>(restModule, "comeToRest", { question, budgetMs: REST_MS }).catch(() => null),
  );
  if (!rested) return settled(tab, options);
  const quietMs = rested.isStirred ? options.quietMs : Math.min(options.quietMs, AFTER_ANIMATIONS_MS);
  const isSettled = rested.isStirred || rested.ended > 0 ? await settled(tab, { ...options, quietMs }) : true;
  const until = performance.now() + REST_MS;
  while (performance.now() < until) {
    const isStill = tab.world.call<boolean>(restModule, "canvasesAreStill", STILL_FOR_MS).catch(() => true);
    if (await watch.race(isStill)) break;
  }
  return isSettled;
}

type Rested = Awaited<ReturnType<typeof restModule.comeToRest>>;

/** False as well where the page went away while it was watched: whatever comes next has not been watched yet. */
async function domQuiet(tab: Tab, quiet: { readonly quietMs: number; readonly budgetMs: number }): Promise<boolean> {
  const page = await tab.world.call<{ isQuiet: boolean }>(settleModule, "whenQuiet", quiet).catch(() => null);
  return page?.isQuiet ?? false;
}
