/** A data directory as it is after some time of use: pages with a capture each, follows with an observation each. */
import {
  type Block,
  BlockId,
  type Capture,
  CaptureId,
  type Follow,
  FollowId,
  NO_CHANGE_RATE,
  newId,
  type Observation,
  ObservationId,
  type Page,
  PageSource,
  type PersonId,
  Settings,
  usualOptions,
} from "@tessera/model";
import { addPerson, TraceWorkerPool } from "@tessera/server";
import { type Body, openSqlite, packBody, type Records } from "@tessera/store";

/** What the pages are and what is followed on them. */
export interface FilledPages {
  /** As the page is at an instant. */
  readonly html: (page: number, now: number) => string;
  /** Of the blocks that are followed on each. */
  readonly paths: readonly string[];
  /** The path of the address of a page. */
  readonly addressOf: (page: number) => string;
  /** Of the answer that was stored. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface Filling extends FilledPages {
  readonly directory: string;
  readonly pages: number;
  /** The port of the site. */
  readonly port: number;
  /** Pages come round in this time. */
  readonly intervalMs: number;
  readonly password: string;
}

const PAGES_AT_ONCE = 100;
const PAGES_A_NETWORK = 250;
/** The first check after the start; until then the server is up. */
const GRACE_MS = 5_000;

/** One host a page, so that politeness does not hold the schedule back. */
function urlOf(page: number, { port, addressOf }: Filling): string {
  const network = 1 + Math.floor(page / PAGES_A_NETWORK);
  return `http://127.0.${network}.${1 + (page % PAGES_A_NETWORK)}:${port}${addressOf(page)}`;
}

/** Returns the ids of the follows. */
export async function fillStore(filling: Filling): Promise<readonly FollowId[]> {
  const now = Date.now();
  const store = await openSqlite({ directory: filling.directory, now });
  try {
    const added = await addPerson(store, { name: "owner", displayName: "Owner", password: filling.password }, now);
    if (added.kind !== "added") throw new Error("the directory is not empty");
    const learned = await learnBlocks(filling, now);
    const follows: FollowId[] = [];
    for (let first = 0; first < filling.pages; first += PAGES_AT_ONCE) {
      const numbers = Array.from({ length: Math.min(PAGES_AT_ONCE, filling.pages - first) }, (_, at) => first + at);
      await store.atOnce(async (records) => {
        for (const number of numbers) {
          const context = { number, now, owner: added.person.id, filling, learned };
          follows.push(...(await fillPage(records, context)));
        }
      });
    }
    return follows;
  } finally {
    await store.close();
  }
}

interface LearnedBlock {
  readonly block: Pick<Block, "pick" | "memory">;
  readonly content: { readonly body: Body } & Pick<Observation, "meaning" | "excerpt" | "numbers">;
}

/** Pages are alike: what is learned on the first holds for all. */
async function learnBlocks({ html, paths }: FilledPages, now: number): Promise<readonly LearnedBlock[]> {
  const threads = new TraceWorkerPool({ threads: 1 });
  try {
    const learned: LearnedBlock[] = [];
    for (const path of paths) {
      const outcome = await threads.workers.learnBlock({
        html: html(0, now),
        layout: null,
        finalUrl: "http://127.0.1.1/0",
        wish: { kind: "path", path },
        pick: { intent: "auto", extent: "one" },
        cutPaths: [],
      });
      if (outcome.kind !== "learned") throw new Error(`${path} cannot be learned: ${JSON.stringify(outcome)}`);
      const { pick, memory, content } = outcome;
      learned.push({ block: { pick, memory }, content: { ...content, numbers: [...content.numbers] } });
    }
    return learned;
  } finally {
    await threads.stop();
  }
}

interface PageContext {
  readonly number: number;
  readonly now: number;
  readonly owner: PersonId;
  readonly filling: Filling;
  readonly learned: readonly LearnedBlock[];
}

async function fillPage(records: Records, context: PageContext): Promise<readonly FollowId[]> {
  const { number, now, owner, filling, learned } = context;
  const source = PageSource.parse({ url: urlOf(number, filling), fetcher: "http" });
  const page = await records.pages.ensure(source, owner, now);
  // as it is now, so that the first look finds it unchanged unless it has changed meanwhile
  const html = packBody(filling.html(number, now));
  const capture = captureOf(page, html, { now, headers: filling.headers });
  const claim = await records.checks.claimPage(page.id, { now, leaseMs: 60_000, holder: "bench" });
  if (!claim) throw new Error("the page is claimed already");
  await records.checks.record(claim, {
    now,
    capture,
    title: `Page ${number}`,
    trouble: null,
    fetcher: page.fetcher,
    bodies: [html],
    looks: [],
    unchanged: [],
    told: [],
    deliveries: [],
    dueAt: null,
    events: [],
  });
  const dueAt = now + GRACE_MS + Math.floor((number / filling.pages) * filling.intervalMs);
  const follows: FollowId[] = [];
  for (const [at, one] of learned.entries()) {
    const { block, observation } = recordsOf(one, capture, now);
    await records.bodies.put(one.content.body, now);
    const follow = followOf(context, page, at);
    await records.follows.start({ follow, block, observation, dueAt });
    follows.push(follow.id);
  }
  return follows;
}

function captureOf(
  page: Page,
  html: Body,
  { now, headers }: { readonly now: number; readonly headers: FilledPages["headers"] },
): Capture {
  return {
    id: newId(CaptureId, now),
    pageId: page.id,
    at: now,
    fetcher: "http",
    finalUrl: page.source.url,
    status: 200,
    headers: { ...headers },
    sourceHash: html.hash,
    html: html.hash,
    layout: null,
    picture: null,
    images: null,
    drawings: null,
    transferBytes: html.sizeBytes,
    loaded: null,
    feed: null,
    tookMs: 1,
    change: null,
    isOfPrivateHost: false,
  };
}

function recordsOf({ block, content }: LearnedBlock, capture: Capture, now: number) {
  const { body, meaning, excerpt, numbers } = content;
  const id = newId(BlockId, now);
  const observation: Observation = {
    id: newId(ObservationId, now),
    blockId: id,
    captureId: capture.id,
    at: now,
    lastAt: now,
    looks: 1,
    quietLooks: 0,
    verdict: { kind: "found", path: block.pick.path, confidence: 1, margin: 1, candidates: [] },
    change: "first",
    content: body.hash,
    meaning,
    excerpt,
    numbers,
    diff: null,
    picture: null,
    redesign: null,
  };
  const followed: Block = {
    ...block,
    id,
    pageId: capture.pageId,
    firstCaptureId: capture.id,
    lessons: 0,
    dynamics: null,
    rate: NO_CHANGE_RATE,
    path: block.pick.path,
    seenCaptureId: capture.id,
    verdict: "found",
    latestObservationId: observation.id,
    latestFoundId: observation.id,
    createdAt: now,
  };
  return { block: followed, observation };
}

function followOf({ number, now, owner, filling }: PageContext, page: Page, at: number): Omit<Follow, "blockId"> {
  return {
    id: newId(FollowId, now),
    personId: owner,
    pageId: page.id,
    title: `Block ${at} of page ${number}`,
    ...usualOptions(Settings.parse({}), []),
    schedule: { kind: "every", intervalMs: filling.intervalMs },
    feedKey: crypto.randomUUID(),
    seenObservationId: null,
    toldObservationId: null,
    pausedAt: null,
    createdAt: now,
    updatedAt: now,
    deletedAt: null,
    version: 1,
  };
}
