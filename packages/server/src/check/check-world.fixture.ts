/** A whole small instance for tests: a store in memory, a fake web, a clock that is set by hand. */
import {
  type BlockLocator,
  type BlockPath,
  type BlockPick,
  ChannelId,
  DEFAULT_CONDITIONS,
  DEFAULT_QUIET,
  DEFAULT_RETENTION,
  type Follow,
  type Message,
  newId,
  type PageId,
  PageSource,
  type Person,
  PersonId,
} from "@tessera/model";
import { type FollowView, openSqlite, type Store } from "@tessera/store";
import { followBlock } from "../follow/follow-block.ts";
import { PrivateAccess } from "../people/private-access.ts";
import type { PageJob } from "../trace/page-job.ts";
import { workersOnTheSpot } from "../workers/on-the-spot.fixture.ts";
import { type CheckOutcome, type CheckParts, checkPage } from "./check-page.ts";
import { type FakeWeb, fakeWeb } from "./fake-web.fixture.ts";

export const MINUTE = 60_000;

/** A page to follow something on; the page of the fake web unless told. */
export interface SourceOptions {
  readonly url: string;
  readonly fetcher?: PageSource["fetcher"];
  readonly cookies?: readonly { readonly name: string; readonly value: string }[];
}

export interface OptionsOfTest extends Partial<Follow> {
  /** Elements of the page to leave out. */
  readonly cutPaths?: readonly BlockPath[];
  readonly extent?: BlockPick["extent"];
}

export interface CheckWorld {
  readonly store: Store;
  readonly web: FakeWeb;
  readonly parts: CheckParts;
  /** The jobs that worker threads would have had. */
  readonly jobs: PageJob[];
  addPerson(): Promise<Person>;
  follow(person: Person, wish: BlockLocator, options?: OptionsOfTest, source?: SourceOptions): Promise<FollowView>;
  /** Sets the clock forward and checks the page, due or not. */
  check(view: FollowView, afterMs?: number): Promise<CheckOutcome>;
  checkPage(page: PageId, afterMs?: number): Promise<CheckOutcome>;
  now(): number;
}

export const URL_OF_PAGE = "https://news.example/";

let openStore = (now: number): Promise<Store> => openSqlite({ directory: null, now });

/** Lets all worlds of this test file be kept in another kind of store, empty each time. */
export function keepWorldsIn(open: (now: number) => Promise<Store>): void {
  openStore = open;
}

export async function openCheckWorld(): Promise<CheckWorld> {
  let now = Date.UTC(2026, 0, 15, 12);
  let people = 0;
  const store = await openStore(now);
  const web = fakeWeb();
  const jobs: PageJob[] = [];
  const parts: CheckParts = {
    store,
    capture: web.capture,
    access: await PrivateAccess.over(store),
    workers: {
      ...workersOnTheSpot,
      tracePage: (job) => {
        jobs.push(job);
        return workersOnTheSpot.tracePage(job);
      },
    },
    now: () => now,
    random: () => 0,
  };
  const checkNow = async (page: PageId, afterMs = 10 * MINUTE): Promise<CheckOutcome> => {
    now += afterMs;
    const claim = await store.checks.claimPage(page, { now, leaseMs: MINUTE, holder: "serve:test" });
    if (!claim) throw new Error("the page is claimed already");
    return checkPage(claim, parts);
  };
  return {
    store,
    web,
    parts,
    jobs,
    now: () => now,
    async addPerson() {
      people += 1;
      const person = aPerson(`person${people}`, now);
      await store.people.add(person, "hash");
      return person;
    },
    async follow(person, wish, { cutPaths = [], extent = "one", ...options } = {}, source = { url: URL_OF_PAGE }) {
      const outcome = await followBlock(
        {
          personId: person.id,
          source: PageSource.parse(source),
          wish,
          captureId: null,
          pick: { intent: "auto", extent },
          cutPaths,
          title: null,
          options: { ...DEFAULT_OPTIONS, ...options },
          feedKey: `feed-key-${person.name}-${newId(PersonId, now)}`,
        },
        parts,
      );
      if (outcome.kind !== "followed") throw new Error(`not followed: ${JSON.stringify(outcome)}`);
      return outcome.view;
    },
    check: (view, afterMs) => checkNow(view.page.id, afterMs),
    checkPage: checkNow,
  };
}

/** A channel that takes every message at once; what it was given stays waiting, as nobody sends. */
export async function addMailChannel({ store, now }: CheckWorld, person: Person): Promise<ChannelId> {
  const id = newId(ChannelId, now());
  await store.channels.add({
    id,
    personId: person.id,
    name: "Mail",
    target: { kind: "email", to: "a@example.org" },
    quietHours: null,
    gathering: { kind: "each" },
    form: null,
    isDefault: false,
    pausedAt: null,
    createdAt: now(),
    updatedAt: now(),
    version: 1,
  });
  return id;
}

/** What a person was told, oldest first. */
export async function toldTo({ store }: CheckWorld, person: Person): Promise<readonly Message[]> {
  const { items } = await store.deliveries.list(person.id, "waiting", { limit: 99 });
  return items.map(({ message }) => message).reverse();
}

const DEFAULT_OPTIONS = {
  schedule: { kind: "every" as const, intervalMs: 10 * MINUTE },
  retention: DEFAULT_RETENTION,
  conditions: [...DEFAULT_CONDITIONS],
  quiet: DEFAULT_QUIET,
  channels: [],
  layout: null,
  tags: [],
};

function aPerson(name: string, now: number): Person {
  return {
    id: newId(PersonId, now),
    name,
    displayName: name,
    role: "member",
    locale: "en",
    timeZone: "UTC",
    createdAt: now,
    disabledAt: null,
    version: 1,
  };
}
