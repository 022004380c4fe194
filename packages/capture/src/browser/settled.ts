/** Waits until a page is at rest: no requests, no new nodes, no consent wall being answered. */
import { settle as settleModule } from "@tessera/page";
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

/** False as well where the page went away while it was watched: whatever comes next has not been watched yet. */
async function domQuiet(tab: Tab, quiet: { readonly quietMs: number; readonly budgetMs: number }): Promise<boolean> {
  const page = await tab.world.call<{ isQuiet: boolean }>(settleModule, "whenQuiet", quiet).catch(() => null);
  return page?.isQuiet ?? false;
}
