/** The whole demo: the sites, a Tessera that follows them, and the story, which begins when the sheet is there. */
import { logIn } from "./api-client.ts";
import { StoryClock } from "./clock.ts";
import { furnish } from "./furnish.ts";
import { type RunningSites, serveSites } from "./serve-sites.ts";
import { startTessera } from "./start-tessera.ts";
import { TOUR_SITES } from "./tour.ts";

export interface DemoOptions {
  readonly data: string;
  /** 0 takes any that is free. */
  readonly port: number;
  /** That of the first site, the others follow; 0 takes any that are free. */
  readonly firstSitePort: number;
  readonly password: string;
  /** The time that the story goes by, for those who have no ten minutes. */
  readonly now?: () => number;
}

export interface RunningDemo {
  readonly url: string;
  readonly owner: { readonly name: string; readonly password: string };
  readonly sites: RunningSites["urls"];
  stop(): Promise<void>;
}

const OWNER = "demo";

export async function openDemo(options: DemoOptions): Promise<RunningDemo> {
  const { data, port, firstSitePort, password, now = Date.now } = options;
  const clock = new StoryClock(now);
  const sites = await serveSites(clock, firstSitePort, TOUR_SITES);
  const closeSites = async (error: unknown): Promise<never> => {
    await sites.close();
    throw error;
  };
  const tessera = await startTessera({
    ...{ data, port, ownerName: OWNER, ownerPassword: password },
    sites: Object.values(sites.urls),
  }).catch(closeSites);
  const stop = async (): Promise<void> => {
    await tessera.stop();
    await sites.close();
  };
  try {
    const api = await logIn(tessera.url, OWNER, password);
    const { items } = await api.ask<{ readonly items: readonly unknown[] }>("GET", "/follows");
    if (items.length === 0) await furnish(api, sites.urls);
  } catch (error) {
    await stop();
    throw error;
  }
  clock.start();
  return { url: tessera.url, owner: { name: OWNER, password }, sites: sites.urls, stop };
}
