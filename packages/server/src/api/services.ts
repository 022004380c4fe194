/** What the routes work with: made once at the start, given to every handler. */
import type { HttpClient, Politeness } from "@tessera/network";
import type { Store } from "@tessera/store";
import type { CheckParts } from "../check/check-page.ts";
import type { LivePages } from "../check/live-pages.ts";
import type { Config } from "../config/settings.ts";
import type { CheckQueue } from "../fleet/check-queue.ts";
import type { PendingFollowStarter } from "../follow/pending-follow-starter.ts";
import type { LiveHub } from "../live/live-hub.ts";
import type { Notifier } from "../notify/notifier.ts";
import type { PictureLinks } from "../notify/picture-links.ts";
import type { Metrics } from "../operate/metrics.ts";
import type { Readiness } from "../operate/readiness.ts";
import type { PersonRates } from "../people/attempt-limit.ts";
import type { ChannelSecrets } from "../people/channel-secrets.ts";
import type { Login } from "../people/login.ts";
import type { PageSecrets } from "../people/page-secrets.ts";
import type { Pairings } from "../people/pairing.ts";
import type { Principal } from "../people/principal.ts";
import type { GadgetLinks } from "../show/gadget-links.ts";
import type { KnownCaptures } from "../show/known-captures.ts";
import type { TileRenderer } from "../show/tile-renderer.ts";
import type { TakenTiles } from "./taken-tiles.ts";

export interface Services {
  readonly store: Store;
  readonly config: Config;
  readonly clock: () => number;
  readonly cookieName: string;
  readonly login: Login;
  readonly rates: PersonRates;
  readonly pairings: Pairings;
  readonly httpClient: HttpClient;
  readonly politeness: Politeness;
  readonly checks: CheckParts;
  /** Pages can be rendered, here or by a worker of the fleet. */
  readonly hasBrowser: boolean;
  /** Null where this process has no browser of its own. */
  readonly livePages: LivePages | null;
  readonly secrets: PageSecrets;
  readonly channelSecrets: ChannelSecrets;
  /** Names of proxies that can be chosen for a page. */
  readonly proxies: readonly string[];
  readonly tileRenderer: TileRenderer;
  readonly notifier: Notifier;
  readonly pictures: PictureLinks;
  readonly gadgets: GadgetLinks;
  readonly live: LiveHub;
  readonly captures: KnownCaptures;
  readonly takenTiles: TakenTiles;
  readonly metrics: Metrics;
  readonly readiness: Readiness;
  readonly wishes: PendingFollowStarter;
  /** Null where this process checks by itself. */
  readonly queue: CheckQueue | null;
  /** To be called when settings of the instance have changed. */
  readonly onSettings: () => Promise<unknown>;
}

/** The same services at work for one person, whose requests take turns with those of others. */
export function servicesFor(services: Services, who: Principal | null): Services {
  if (!who) return services;
  const { checks, tileRenderer } = services;
  const holder = who.person.id;
  const workers = checks.workers.forPerson(holder);
  return { ...services, checks: { ...checks, workers, holder }, tileRenderer: tileRenderer.forPerson(holder) };
}
