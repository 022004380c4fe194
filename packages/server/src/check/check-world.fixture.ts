/** A whole small instance for tests: a store in memory, a fake web, a clock that is set by hand. */
import {
  DEFAULT_CONDITIONS,
  DEFAULT_QUIET,
  DEFAULT_RETENTION,
  type Follow,
  newId,
  PageSource,
  type Person,
  PersonId,
  type Wish,
} from "@tessera/model";
import { type FollowView, openSqlite, type Store } from "@tessera/store";
import { type CheckOutcome, type CheckParts, checkPage } from "../check-page.ts";
import { followBlock } from "../follow-block.ts";
import type { PageJob } from "../look/page-job.ts";
import * as worker from "../look/worker.ts";
import { type FakeWeb, fakeWeb } from "./fake-web.fixture.ts";

export const MINUTE = 60_000;

/** Found or gone, nothing between: these tests are about the flow, and their pages are too small to be sure of. */
const TRACER = "direct-path";

/** A page to follow something on; the page of the fake web unless told. */
export interface SourceWish {
  readonly url: string;
  readonly fetcher?: PageSource["fetcher"];
}

export interface CheckWorld {
  readonly store: Store;
  readonly web: FakeWeb;
  readonly parts: CheckParts;
  /** The jobs that worker threads would have had. */
  readonly jobs: PageJob[];
  addPerson(): Promise<Person>;
  follow(person: Person, wish: Wish, options?: Partial<Follow>, source?: SourceWish): Promise<FollowView>;
  /** Sets the clock forward and checks the page, due or not. */
  check(view: FollowView, afterMs?: number): Promise<CheckOutcome>;
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
    looks: {
      lookAtPage: async (job) => {
        jobs.push(job);
        return worker.lookAtPage(structuredClone({ ...job, tracer: TRACER }));
      },
      learnBlock: async (job) => worker.learnBlock({ ...job, tracer: TRACER }),
      teachBlock: async (job) => worker.teachBlock({ ...job, tracer: TRACER }),
      locateBlock: async (job) => worker.locateBlock(job),
      replayStep: async (job) => worker.replayStep(job),
    },
    now: () => now,
    random: () => 0,
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
    async follow(person, wish, options = {}, source = { url: URL_OF_PAGE }) {
      const outcome = await followBlock(
        {
          personId: person.id,
          source: PageSource.parse(source),
          wish,
          captureId: null,
          pick: { intent: "auto", extent: "one" },
          cutPaths: [],
          title: null,
          options: { ...DEFAULT_OPTIONS, ...options },
          feedKey: `feed-key-${person.name}-${Math.random()}`,
        },
        parts,
      );
      if (outcome.kind !== "followed") throw new Error(`not followed: ${JSON.stringify(outcome)}`);
      return outcome.view;
    },
    async check(view, afterMs = 10 * MINUTE) {
      now += afterMs;
      const claim = await store.checks.claimPage(view.page.id, { now, leaseMs: MINUTE, holder: "serve:test" });
      if (!claim) throw new Error("the page is claimed already");
      return checkPage(claim, parts);
    },
  };
}

const DEFAULT_OPTIONS = {
  schedule: { kind: "every" as const, intervalMs: 10 * MINUTE },
  retention: DEFAULT_RETENTION,
  conditions: [...DEFAULT_CONDITIONS],
  quiet: DEFAULT_QUIET,
  channels: [],
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
