/** Small real records for the conformance suite, and the way to a followed page. */
import {
  type Block,
  BlockId,
  type BodyHash,
  type Capture,
  CaptureId,
  type Channel,
  ChannelId,
  type Delivery,
  DeliveryId,
  type Follow,
  FollowId,
  NO_CHANGE_RATE,
  newId,
  type Observation,
  ObservationId,
  type Page,
  PageSource,
  type PendingFollow,
  PendingFollowId,
  type Person,
  PersonId,
  Settings,
  type Sheet,
  SheetId,
  type StoredContent,
  type Tile,
  TileId,
  usualOptions,
} from "@tessera/model";
import { type Body, packBody } from "../contract/body.ts";
import type { CheckRecord, Claim } from "../contract/check-records.ts";
import type { FollowView } from "../contract/follow-records.ts";
import type { Store } from "../contract/store.ts";

/** An instant well after all defaults have effect. */
export const NOON = Date.UTC(2026, 0, 15, 12);
export const MINUTE = 60_000;
export const DAY = 24 * 60 * MINUTE;

let counter = 0;

/** A name that no other record has. */
export function unique(word: string): string {
  counter += 1;
  return `${word}-${counter}-${Math.floor(performance.now() * 1_000)}`;
}

export function aPerson(change: Partial<Person> = {}): Person {
  return {
    id: newId(PersonId, NOON),
    name: unique("ada"),
    displayName: "Ada",
    role: "member",
    locale: "en",
    timeZone: "UTC",
    createdAt: NOON,
    disabledAt: null,
    version: 1,
    ...change,
  };
}

export async function addPerson(store: Store, change: Partial<Person> = {}): Promise<Person> {
  const person = aPerson(change);
  await store.people.add(person, "hash");
  return person;
}

export function aSource(url = `https://${unique("host")}.example/`): PageSource {
  return PageSource.parse({ url });
}

export function aCapture(page: Page, html: BodyHash, at = NOON): Capture {
  return {
    id: newId(CaptureId, at),
    pageId: page.id,
    at,
    fetcher: "http",
    finalUrl: page.source.url,
    status: 200,
    headers: { etag: '"1"' },
    sourceHash: html,
    html,
    layout: null,
    picture: null,
    images: null,
    drawings: null,
    transferBytes: 100,
    loaded: { images: 9_000, imageCount: 3, styles: 400, fonts: 0, scripts: 12_000, other: 7 },
    tookMs: 5,
    feed: { format: "atom", home: "https://news.example/", icon: null, minIntervalMs: 60_000 },
    change: { kind: "update", similarity: 0.97 },
    isOfPrivateHost: false,
  };
}

export function aBlock(page: Page, capture: Capture, change: Partial<Block> = {}): Block {
  const path = change.pick?.path ?? "html[1]/body[1]/p[1]";
  return {
    id: newId(BlockId, capture.at),
    pageId: page.id,
    pick: { path, intent: "auto", extent: "one", cuts: [], ignored: [] },
    firstCaptureId: capture.id,
    memory: { tracer: "direct-path", version: 1, path },
    lessons: 0,
    dynamics: null,
    rate: NO_CHANGE_RATE,
    path,
    seenCaptureId: capture.id,
    verdict: "found",
    latestObservationId: null,
    latestFoundId: null,
    createdAt: capture.at,
    ...change,
  };
}

export function aContent(text: string): StoredContent {
  return { text, html: `<p>${text}</p>`, items: null, pictures: [], steady: null };
}

export function anObservation(
  block: Pick<Block, "id" | "path">,
  capture: Capture | null,
  change: Partial<Observation> = {},
): Observation {
  const at = change.at ?? capture?.at ?? NOON;
  return {
    id: newId(ObservationId, at),
    blockId: block.id,
    captureId: capture?.id ?? null,
    at,
    lastAt: at,
    looks: 1,
    quietLooks: 0,
    verdict: { kind: "found", path: block.path, confidence: 0.9, margin: 0.5, candidates: [] },
    change: "changed",
    content: null,
    meaning: null,
    excerpt: "",
    numbers: [],
    diff: null,
    picture: null,
    redesign: null,
    ...change,
  };
}

export function aFollow(person: Person, page: Page, change: Partial<Follow> = {}): Omit<Follow, "blockId"> {
  const at = change.createdAt ?? NOON;
  return {
    id: newId(FollowId, at),
    personId: person.id,
    pageId: page.id,
    title: "News",
    ...usualOptions(Settings.parse({}), []),
    schedule: { kind: "every", intervalMs: 5 * MINUTE },
    feedKey: unique("feed-key-feed-key"),
    seenObservationId: null,
    toldObservationId: null,
    pausedAt: null,
    createdAt: at,
    updatedAt: at,
    deletedAt: null,
    version: 1,
    ...change,
  };
}

export function aSheet(person: Person, change: Partial<Sheet> = {}): Sheet {
  return {
    id: newId(SheetId, NOON),
    personId: person.id,
    title: "Home",
    position: 0,
    style: { theme: "system", density: "cosy", reader: false, accent: null },
    feedKey: unique("sheet-key-sheet-key"),
    createdAt: NOON,
    updatedAt: NOON,
    deletedAt: null,
    version: 1,
    ...change,
  };
}

/** Of one follow, or of several that are joined. */
export function aTile(sheet: Sheet, follow: Pick<Follow, "id">, ...more: readonly Pick<Follow, "id">[]): Tile {
  const followIds = [follow, ...more].map(({ id }) => id);
  return {
    id: newId(TileId, NOON),
    sheetId: sheet.id,
    followId: follow.id,
    content: more.length > 0 ? { kind: "joined", followIds } : { kind: "follow" },
    place: { x: 0, y: 0, width: 4, height: 3 },
    style: {
      title: null,
      background: null,
      foreground: null,
      density: null,
      reader: null,
      way: null,
      height: null,
      overflow: null,
      showTitle: true,
    },
    version: 1,
  };
}

export function aPendingFollow(person: Person, change: Partial<PendingFollow> = {}): PendingFollow {
  return {
    id: newId(PendingFollowId, NOON),
    personId: person.id,
    source: aSource(),
    wish: { kind: "css", selector: ".price" },
    title: "Price",
    schedule: null,
    conditions: [],
    quietLines: [],
    isPaused: false,
    sheets: ["Home"],
    attempts: 0,
    dueAt: NOON,
    error: null,
    createdAt: NOON,
    ...change,
  };
}

export function aChannel(person: Person): Channel {
  return {
    id: newId(ChannelId, NOON),
    personId: person.id,
    name: "Mail",
    target: { kind: "email", to: "ada@example.org" },
    quietHours: null,
    gathering: { kind: "each" },
    form: null,
    isDefault: false,
    pausedAt: null,
    createdAt: NOON,
    updatedAt: NOON,
    version: 1,
  };
}

export function aDelivery(channel: Channel, change: Partial<Delivery> = {}): Delivery {
  return {
    id: newId(DeliveryId, NOON),
    channelId: channel.id,
    personId: channel.personId,
    followId: null,
    observationId: null,
    message: {
      title: "News changed",
      reason: "any-change",
      before: "old",
      after: "new",
      link: "/history",
      sourceUrl: "https://example.org/",
      picture: null,
      at: NOON,
    },
    state: "waiting",
    attempts: 0,
    dueAt: NOON,
    lastError: null,
    createdAt: NOON,
    sentAt: null,
    ...change,
  };
}

/** A check that found nothing new. */
export function aCheck(page: Page, change: Partial<CheckRecord> = {}): CheckRecord {
  return {
    now: NOON,
    capture: null,
    trouble: null,
    fetcher: page.fetcher,
    bodies: [],
    looks: [],
    unchanged: [],
    told: [],
    deliveries: [],
    dueAt: NOON + 5 * MINUTE,
    events: [],
    ...change,
  };
}

export const HOLDER = { leaseMs: MINUTE, holder: "serve:test" };

/** Claims a page or says why the test is wrong. */
export async function claimNow(store: Store, page: Pick<Page, "id">, now = NOON): Promise<Claim> {
  const claim = await store.checks.claimPage(page.id, { ...HOLDER, now });
  if (!claim) throw new Error(`page ${page.id} is claimed already`);
  return claim;
}

export interface Followed {
  readonly page: Page;
  readonly capture: Capture;
  readonly view: FollowView;
  readonly content: Body;
}

/** A page with one capture on which this person follows one paragraph. */
export async function followSomething(
  store: Store,
  person: Person,
  options: { readonly source?: PageSource; readonly now?: number; readonly follow?: Partial<Follow> } = {},
): Promise<Followed> {
  const { source = aSource(), now = NOON } = options;
  const page = await store.pages.ensure(source, person.id, now);
  const html = packBody(`<p>first ${page.id}</p>`);
  const capture = aCapture(page, html.hash, now);
  const claim = await claimNow(store, page, now);
  await store.checks.record(claim, aCheck(page, { now, capture, bodies: [html], dueAt: null }));
  const content = packBody(JSON.stringify(aContent(`first ${page.id}`)));
  await store.bodies.put(content, now);
  const block = aBlock(page, capture);
  const observation = anObservation(block, capture, { content: content.hash, change: "first", excerpt: "first" });
  const { view } = await store.follows.start({
    follow: aFollow(person, page, { createdAt: now, ...options.follow }),
    block: { ...block, latestObservationId: observation.id, latestFoundId: observation.id },
    observation,
    dueAt: now,
  });
  return { page, capture, view, content };
}
