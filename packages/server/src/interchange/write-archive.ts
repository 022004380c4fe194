/** Everything of one person as an archive, written piece by piece: bodies are read one at a time. */
import {
  type Block,
  type BlockId,
  type BodyHash,
  type Capture,
  type CaptureId,
  CHANNEL_SECRETS,
  type Channel,
  type Correction,
  contentWith,
  type ItemId,
  type Observation,
  type Page,
  type PersonId,
  type Sheet,
} from "@tessera/model";
import { type FollowView, type Listing, type Slice, type Store, StoreFailure, type TileView } from "@tessera/store";
import type { TraceWorkers } from "../workers/trace-workers.ts";
import { ARCHIVE_FORMAT, ARCHIVE_VERSION, type Archive } from "./reading/archive.ts";

export interface ArchiveOptions {
  readonly owner: PersonId;
  /** `needed`: those in which blocks were picked, taught or are in doubt; `all`: every one that is stored, for replaying. */
  readonly captures: "needed" | "all";
  readonly now: number;
  /** Bodies are unpacked and written in worker threads: some are as large as a page can be. */
  readonly workers: Pick<TraceWorkers, "writeBody">;
}

const SLICE = 200;

export async function* writeArchive(store: Store, options: ArchiveOptions): AsyncGenerator<string> {
  const { bodies, ...records } = await gather(store, options);
  const { format, version, exportedAt, ...lists } = records;
  yield `{"format":${JSON.stringify(format)},"version":${version},"exportedAt":${JSON.stringify(exportedAt)}`;
  for (const [name, list] of Object.entries(lists)) {
    yield `,\n${JSON.stringify(name)}:[`;
    for (const [at, record] of list.entries()) yield `${at === 0 ? "\n" : ",\n"}${JSON.stringify(record)}`;
    yield "]";
  }
  yield ',\n"bodies":[';
  for (const [at, hash] of bodies.entries()) {
    yield at === 0 ? "\n" : ",\n";
    yield await bodyOf(store, hash, options.workers);
  }
  yield "]}\n";
}

type Gathered = Omit<Archive, "bodies"> & { readonly bodies: readonly BodyHash[] };

async function gather(
  store: Store,
  { owner, captures: which, now }: Omit<ArchiveOptions, "workers">,
): Promise<Gathered> {
  const views = await all((slice) => store.follows.list(owner, slice));
  const channels = (await store.channels.list(owner)).filter((channel) => !hasSecrets(channel));
  const corrections = (await Promise.all(views.map(({ follow }) => store.corrections.of(owner, follow.id)))).flat();
  const blocks = await blocksOf(store, views);
  const found = await capturesOf(store, { owner, views, corrections, which });
  const pages = new Set(views.map(({ page }) => page.id));
  const captures = found.filter(({ pageId }) => pages.has(pageId));
  const isOf = capturesByPage(captures, views);
  const observations = await observationsOf(store, { owner, views, isOf });
  const sheets = await store.sheets.list(owner);
  const tiles = (await Promise.all(sheets.map(({ id }) => store.sheets.find(owner, id)))).flatMap(
    (sheet) => sheet?.tiles ?? [],
  );
  const read = await store.readItems.of(
    owner,
    views.map(({ follow }) => follow.id),
    { by: owner },
  );
  const leftOut = (await store.channels.list(owner)).filter(hasSecrets).map(({ name }) => name);
  return {
    format: ARCHIVE_FORMAT,
    version: ARCHIVE_VERSION,
    exportedAt: new Date(now).toISOString(),
    channelsLeftOut: leftOut.sort(),
    pages: byId(unique(views.map(({ page }) => page))).map(pageOf),
    captures: [...captures],
    blocks: blocks.map(blockOf),
    observations: [...observations],
    channels: byId(channels).map(channelOf),
    follows: byId(views.map(({ follow }) => follow)).map((follow) => ({
      ...followOf(follow, new Set(channels.map(({ id }) => id))),
      readItems: [...(read.get(follow.id) ?? [])].sort(compare) as ItemId[],
    })),
    corrections: byId(corrections.filter((one) => isOf(blockOfFollow(views, one), one.captureId))).map(
      ({ personId: _, blockId: __, ...correction }) => correction,
    ),
    sheets: byId(sheets).map(({ id, title, position, style, picture, createdAt }) => ({
      id,
      title,
      position,
      style,
      ...(picture ? { picture } : {}),
      createdAt,
    })),
    tiles: tiles.map(archivedTile).sort((a, b) => compare(placeKey(a), placeKey(b))),
    wishes: (await all((slice) => store.wishes.list(owner, slice)))
      .filter(({ wish }) => wish.kind !== "like" || views.some(({ follow }) => follow.id === wish.followId))
      .map(({ id: _, personId: __, attempts: ___, dueAt: ____, error: _____, ...wish }) => wish)
      .map((wish) => ({ wish, key: JSON.stringify(wish) }))
      .sort((a, b) => compare(a.key, b.key))
      .map(({ wish }) => wish),
    bodies: bodiesOf(captures, observations, sheets),
  };
}

async function all<T>(list: (slice: Slice) => Promise<Listing<T>>): Promise<readonly T[]> {
  const items: T[] = [];
  for (let after: string | undefined; ; ) {
    const slice = await list({ limit: SLICE, after });
    items.push(...slice.items);
    if (slice.next === null) return items;
    after = slice.next;
  }
}

async function blocksOf(store: Store, views: readonly FollowView[]): Promise<readonly Block[]> {
  const blocks: Block[] = [];
  for (const { id } of byId(unique(views.map(({ block }) => block)))) {
    const block = await store.checks.block(id);
    if (block) blocks.push(block);
  }
  return blocks;
}

async function capturesOf(
  store: Store,
  from: {
    readonly owner: PersonId;
    readonly views: readonly FollowView[];
    readonly corrections: readonly Correction[];
    readonly which: ArchiveOptions["captures"];
  },
): Promise<readonly Capture[]> {
  const { owner, views, corrections, which } = from;
  const found: Capture[] = [];
  if (which === "all") {
    for (const { id } of unique(views.map(({ page }) => page))) {
      found.push(...(await all((slice) => store.captures.of(owner, id, slice))));
    }
    return byId(found);
  }
  const needed = [
    ...views.map(({ block }) => block.firstCaptureId),
    ...corrections.map(({ captureId }) => captureId),
    ...views.map(askedAbout),
  ];
  for (const id of new Set(needed)) {
    const capture = id && (await store.captures.find(owner, id));
    if (capture) found.push(capture);
  }
  return byId(found);
}

/** Whether a capture is one of the page that a block is on: a follow that was moved has a past on another page. */
type IsOfPage = (block: BlockId | undefined, capture: CaptureId) => boolean;

function capturesByPage(captures: readonly Capture[], views: readonly FollowView[]): IsOfPage {
  const pageOfCapture = new Map(captures.map(({ id, pageId }) => [id, pageId]));
  const pageOfBlock = new Map(views.map(({ block }) => [block.id, block.pageId]));
  return (block, capture) => block !== undefined && pageOfCapture.get(capture) === pageOfBlock.get(block);
}

function blockOfFollow(views: readonly FollowView[], { followId }: Correction): BlockId | undefined {
  return views.find(({ follow }) => follow.id === followId)?.follow.blockId;
}

/** The capture that the repair card shows. */
function askedAbout({ latest }: FollowView): CaptureId | null {
  return latest?.verdict.kind === "unsure" || latest?.verdict.kind === "gone" ? latest.captureId : null;
}

async function observationsOf(
  store: Store,
  from: { readonly owner: PersonId; readonly views: readonly FollowView[]; readonly isOf: IsOfPage },
): Promise<readonly Observation[]> {
  const { owner, views, isOf } = from;
  const found: Observation[] = [];
  // several follows of one person may share a block: its history is told once
  const follows = new Map(views.map(({ follow }) => [follow.blockId, follow.id]));
  for (const follow of follows.values()) {
    found.push(...(await all((slice) => store.observations.of(owner, follow, slice))));
  }
  return byId(found).map((one) => (one.captureId && !isOf(one.blockId, one.captureId) ? withoutCapture(one) : one));
}

/** The paths of candidates mean nothing without the capture that they are of. */
function withoutCapture(observation: Observation): Observation {
  const { verdict } = observation;
  const bare = "candidates" in verdict ? { ...verdict, candidates: [] } : verdict;
  return { ...observation, captureId: null, verdict: bare };
}

/**
 * Where nothing is signed and no token is asked for, the address itself is the password: whoever knows a webhook of
 * Home Assistant or n8n, or the topic of an ntfy server, can send there.
 */
const ADDRESS_IS_SECRET: ReadonlySet<string> = new Set<Channel["target"]["kind"]>(["webhook", "ntfy"]);

function hasSecrets({ target }: Channel): boolean {
  if (ADDRESS_IS_SECRET.has(target.kind)) return true;
  const fields: Readonly<Record<string, unknown>> = target;
  return CHANNEL_SECRETS.some((field) => fields[field] !== undefined && fields[field] !== null);
}

function pageOf({ id, source, title, createdAt }: Page): Archive["pages"][number] {
  return { id, source, title, createdAt };
}

function blockOf(block: Block): Archive["blocks"][number] {
  const { latestObservationId: _, latestFoundId: __, seenCaptureId: ___, ...rest } = block;
  return rest;
}

function channelOf(channel: Channel): Archive["channels"][number] {
  const { id, name, target, quietHours, gathering, form, isDefault, pausedAt, createdAt } = channel;
  return { id, name, target, quietHours, gathering, form, isDefault, pausedAt, createdAt };
}

function followOf(
  follow: FollowView["follow"],
  channels: ReadonlySet<string>,
): Omit<Archive["follows"][number], "readItems"> {
  const { personId: _, pageId: __, feedKey: ___, deletedAt: ____, version: _____, updatedAt: ______, ...rest } = follow;
  return { ...rest, channels: rest.channels.filter((id) => channels.has(id)) };
}

/** In the order in which they are first named, so that equal instances give equal archives. */
function bodiesOf(
  captures: readonly Capture[],
  observations: readonly Observation[],
  sheets: readonly Sheet[],
): readonly BodyHash[] {
  const named = [
    ...captures.flatMap(({ html, layout, picture, images, drawings }) => [html, layout, picture, images, drawings]),
    ...observations.flatMap(({ content, diff, picture }) => [content, diff, picture]),
    ...sheets.map(({ picture }) => picture ?? null),
  ];
  return [...new Set(named.filter((hash) => hash !== null))].sort(compare);
}

async function bodyOf(store: Store, hash: BodyHash, workers: ArchiveOptions["workers"]): Promise<string> {
  const body = await store.bodies.readPacked(hash);
  const text = body && (await workers.writeBody(body));
  if (text === null) throw new StoreFailure("damaged", `the body ${hash} is not stored: run \`tessera doctor\``, null);
  return text;
}

function unique<T extends { readonly id: string }>(records: readonly T[]): readonly T[] {
  return [...new Map(records.map((record) => [record.id, record])).values()];
}

function byId<T extends { readonly id: string }>(records: readonly T[]): T[] {
  return [...records].sort((a, b) => compare(a.id, b.id));
}

/** Without what can still be brought back: no deleted follow is in an archive. */
function archivedTile({ tile, view, views }: TileView): Archive["tiles"][number] {
  const { sheetId, place, screens, style } = tile;
  const followIds = views.map(({ follow }) => follow.id);
  const content = contentWith(tile.content, followIds);
  return { sheetId, followId: view?.follow.id ?? null, content, place, ...(screens ? { screens } : {}), style };
}

function placeKey({ sheetId, followId, content, place }: Archive["tiles"][number]): string {
  const { x, y, width, height } = place;
  const at = [String(y).padStart(9, "0"), String(x).padStart(3, "0"), width, height];
  return JSON.stringify([sheetId, ...at, followId, followId === null ? content : null]);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
