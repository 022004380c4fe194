/** Follows with a history each, written straight into a store: texts of words that are as common as words are (Zipf's law). */
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
  PageId,
  PageSource,
  type PersonId,
  Settings,
  usualOptions,
} from "@tessera/model";
import { type Body, packBody, type Store } from "@tessera/store";
import { Progress } from "../progress.ts";
import { seededRandom } from "../seeded-random.ts";

export interface CorpusSize {
  readonly follows: number;
  /** Of each follow. */
  readonly observations: number;
}

const VOCABULARY = 30_000;
const LINES = 10;
const WORDS_A_LINE = 7;
const SYLLABLES = "ka ro mi ten sa lu ber no vi dra el pos gan tu rei mo".split(" ");
const HOUR_MS = 3_600_000;
const FOLLOWS_AT_ONCE = 20;
const PATH = "html[1]/body[1]/main[1]";

/** Words by rank: the first is the commonest. */
export class Language {
  readonly #random: () => number;

  constructor(seed: number) {
    this.#random = seededRandom(seed);
  }

  below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }

  /** The word of a rank; no two are the same. */
  word(rank: number): string {
    let [rest, word] = [rank, ""];
    do {
      word += SYLLABLES[rest % SYLLABLES.length];
      rest = Math.floor(rest / SYLLABLES.length);
    } while (rest > 0);
    return `${word}${rank % 7 === 0 ? "n" : ""}`;
  }

  /** Of a rank with a probability of about one to the rank. */
  drawn(): string {
    return this.word(Math.floor(VOCABULARY ** this.#random()) - 1);
  }

  line(): string {
    return Array.from({ length: WORDS_A_LINE }, () => this.drawn()).join(" ");
  }
}

/** Fills the store; each observation has one line that the one before had not. */
export async function fillCorpus(store: Store, owner: PersonId, { follows, observations }: CorpusSize): Promise<void> {
  const language = new Language(1);
  const end = Date.now();
  const progress = new Progress("corpus", follows);
  for (let first = 0; first < follows; first += FOLLOWS_AT_ONCE) {
    const some = Array.from({ length: Math.min(FOLLOWS_AT_ONCE, follows - first) }, (_, at) =>
      followed(owner, { number: first + at, language, count: observations, end }),
    );
    await store.archives.restore(
      {
        bodies: some.flatMap((each) => each.bodies),
        pages: some.flatMap((each) => each.pages),
        captures: some.flatMap((each) => each.captures),
        blocks: some.flatMap((each) => each.blocks),
        observations: some.flatMap((each) => each.observations),
        follows: some.flatMap((each) => each.follows),
        ...{ channels: [], corrections: [], sheets: [], tiles: [] },
      },
      end,
    );
    for (const _ of some) progress.step();
  }
  progress.done();
}

interface Written {
  readonly bodies: readonly Body[];
  readonly pages: readonly Page[];
  readonly captures: readonly Capture[];
  readonly blocks: readonly Block[];
  readonly observations: readonly Observation[];
  readonly follows: readonly Follow[];
}

interface Following {
  readonly number: number;
  readonly language: Language;
  readonly count: number;
  readonly end: number;
}

function followed(owner: PersonId, { number, language, count, end }: Following): Written {
  // histories end at different times: the order of the follows is not that of their making
  const latest = end - language.below(24) * HOUR_MS - number;
  const start = latest - count * HOUR_MS;
  const html = packBody(`<main>${number}</main>`);
  const page = pageOf(owner, number, start);
  const capture = captureOf(page, html, start);
  const blockId = newId(BlockId, start);
  const lines = Array.from({ length: LINES }, () => language.line());
  const bodies: Body[] = [html];
  const observations: Observation[] = [];
  for (let look = 1; look <= count; look++) {
    lines[language.below(LINES)] = language.line();
    const { body, observation } = said(lines.join("\n"), {
      blockId,
      captureId: capture.id,
      at: start + look * HOUR_MS,
    });
    bodies.push(body);
    observations.push(observation);
  }
  const block = blockOf({ id: blockId, page, capture, latest: observations.at(-1)! });
  return {
    bodies,
    observations,
    pages: [page],
    captures: [capture],
    blocks: [block],
    follows: [followOf(owner, block, `Follow ${number}`)],
  };
}

/** What a block says at an instant. */
export function said(
  text: string,
  { blockId, captureId, at }: { readonly blockId: BlockId; readonly captureId: CaptureId; readonly at: number },
): { readonly body: Body; readonly observation: Observation } {
  const content = { text, html: `<main>${text}</main>`, items: null, pictures: [], steady: null };
  const body = packBody(JSON.stringify(content));
  const observation: Observation = {
    id: newId(ObservationId, at),
    ...{ blockId, captureId, at, lastAt: at, looks: 1, quietLooks: 0 },
    verdict: { kind: "found", path: PATH, confidence: 1, margin: 1, candidates: [] },
    change: "changed",
    content: body.hash,
    meaning: null,
    excerpt: text.slice(0, 100),
    numbers: [],
    diff: null,
    picture: null,
    redesign: null,
  };
  return { body, observation };
}

function pageOf(owner: PersonId, number: number, now: number): Page {
  return {
    id: newId(PageId, now),
    source: PageSource.parse({ url: `https://site${number}.example/` }),
    host: `site${number}.example`,
    privateTo: owner,
    title: `Page ${number}`,
    fetcher: { fetcher: "http", reason: "first-try", decidedAt: now, probeAt: null },
    createdAt: now,
    dueAt: null,
    lastCheckedAt: now,
    latestCaptureId: null,
    failures: 0,
    trouble: null,
    redesign: null,
  };
}

function captureOf(page: Page, html: Body, at: number): Capture {
  return {
    id: newId(CaptureId, at),
    pageId: page.id,
    at,
    fetcher: "http",
    finalUrl: page.source.url,
    status: 200,
    headers: {},
    sourceHash: html.hash,
    html: html.hash,
    ...{ layout: null, picture: null, images: null, drawings: null, loaded: null, feed: null, change: null },
    transferBytes: html.sizeBytes,
    tookMs: 1,
    isOfPrivateHost: false,
  };
}

interface BlockParts {
  readonly id: BlockId;
  readonly page: Page;
  readonly capture: Capture;
  readonly latest: Observation;
}

function blockOf({ id, page, capture, latest }: BlockParts): Block {
  return {
    id,
    pageId: page.id,
    pick: { path: PATH, intent: "auto", extent: "one", cuts: [], ignored: [] },
    firstCaptureId: capture.id,
    memory: { tracer: "direct-path", version: 1, path: PATH },
    lessons: 0,
    dynamics: null,
    rate: NO_CHANGE_RATE,
    path: PATH,
    seenCaptureId: capture.id,
    verdict: "found",
    latestObservationId: latest.id,
    latestFoundId: latest.id,
    createdAt: capture.at,
  };
}

function followOf(owner: PersonId, block: Block, title: string): Follow {
  return {
    id: newId(FollowId, block.createdAt),
    personId: owner,
    pageId: block.pageId,
    blockId: block.id,
    title,
    ...usualOptions(Settings.parse({}), []),
    feedKey: crypto.randomUUID(),
    ...{ seenObservationId: null, toldObservationId: null, pausedAt: null, deletedAt: null },
    createdAt: block.createdAt,
    updatedAt: block.createdAt,
    version: 1,
  };
}
