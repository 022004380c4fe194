/** What of an archive its person may bring in: the rules that the API has for the same records, and the room that is left. */
import { type ChannelId, type ChannelTarget, contentWith, followsOf, isOwn, type PageSource } from "@tessera/model";
import type { CapRecords, SealedSecret } from "@tessera/store";
import { hasScope, mayIgnoreRobots, type Principal } from "../people/principal.ts";
import type { ArchiveRecords } from "./reading/archive.ts";
import { type ImportNote, noteOf } from "./reading/import-note.ts";

export interface Allowed {
  readonly archive: ArchiveRecords;
  /** What was left out or changed, and why. */
  readonly notes: readonly ImportNote[];
}

/** As if this person had made each record over the API. */
export function allowedTo(who: Principal, archive: ArchiveRecords): Allowed {
  const robots = withRobots(who, archive);
  const channels = withChannels(who, robots.archive);
  const secrets = archive.channelsLeftOut.map((name) => noteOf(name, "channel-left-out"));
  return { archive: channels.archive, notes: [...secrets, ...robots.notes, ...channels.notes] };
}

/**
 * Secrets that pages of the archive name and that their person has not stored here: no archive holds any. A secret that is
 * typed belongs to the page of its field, which only its steps know: one of that name will do, for whatever address.
 */
export function missingSecrets(
  { pages, wishes }: Pick<ArchiveRecords, "pages" | "wishes">,
  stored: readonly Pick<SealedSecret, "origin" | "name">[],
): readonly ImportNote[] {
  const missing = new Set<string>();
  for (const { source } of [...pages, ...wishes]) {
    const { origin } = new URL(source.url);
    for (const value of [...(source.headers ?? []), ...(source.cookies ?? [])]) {
      const isStored = "value" in value || stored.some((one) => one.origin === origin && one.name === value.secret);
      if (!isStored) missing.add(`${value.secret} (${origin})`);
    }
    for (const step of source.steps) {
      const isStored = step.kind !== "typeSecret" || stored.some(({ name }) => name === step.secret);
      if (!isStored) missing.add(`${step.secret} (${origin})`);
    }
  }
  return [...missing].map((name) => noteOf(name, "secret-missing"));
}

/** Only the owner may leave robots.txt aside, on pages that are followed and on those that wait. */
function withRobots({ person }: Principal, archive: ArchiveRecords): Allowed {
  if (mayIgnoreRobots(person)) return { archive, notes: [] };
  const notes: ImportNote[] = [];
  const bound = <T extends { readonly source: PageSource }>(record: T): T => {
    if (record.source.respectRobots) return record;
    notes.push(noteOf(record.source.url, "robots-respected"));
    return { ...record, source: { ...record.source, respectRobots: true } };
  };
  return { archive: { ...archive, pages: archive.pages.map(bound), wishes: archive.wishes.map(bound) }, notes };
}

/** A token that may not manage channels makes none by an archive either. */
function withChannels(who: Principal, archive: ArchiveRecords): Allowed {
  if (hasScope(who, "manage")) return { archive, notes: [] };
  const notes = archive.channels.map(({ name }) => noteOf(name, "no-scope"));
  return { archive: keepChannels(archive, new Set()), notes };
}

/** As much of the archive as there is room for, the first of each kind first. */
export function withinRoom(archive: ArchiveRecords, room: Awaited<ReturnType<CapRecords["room"]>>): Allowed {
  const notes: ImportNote[] = [];
  const first = <T>(records: readonly T[], most: number, nameOf: (record: T) => string): T[] => {
    for (const record of records.slice(most)) notes.push(noteOf(nameOf(record), "no-room"));
    return records.slice(0, most);
  };
  const channels = first(archive.channels, room.channels, ({ name }) => name);
  const follows = first(archive.follows, room.follows, ({ title }) => title);
  const sheets = first(archive.sheets, room.sheets, ({ title }) => title);
  const wishes = first(archive.wishes, room.wishes, ({ title }) => title);
  const kept = keepFollows(keepChannels({ ...archive, sheets, wishes }, idsOf(channels)), idsOf(follows));
  const bySheet = Map.groupBy(kept.tiles, ({ sheetId }) => sheetId);
  const tiles = sheets.flatMap(({ id, title }) => {
    const some = bySheet.get(id) ?? [];
    if (some.length > room.tiles) notes.push(noteOf(title, "tiles-no-room", { count: some.length - room.tiles }));
    return some.slice(0, room.tiles);
  });
  return { archive: { ...kept, tiles }, notes };
}

/**
 * Whoever wrote a file chose where its channels lead, and that need not be the person who imports it: each is told of with
 * its place, and hears of nothing before that person has turned it on.
 */
export function withChannelsOff(archive: ArchiveRecords, now: number): Allowed {
  const channels = archive.channels.map((channel) => ({
    ...channel,
    isDefault: false,
    pausedAt: channel.pausedAt ?? now,
  }));
  const notes = channels.map(({ name, target }) => noteOf(name, "channel-off", { what: placeOf(target) }));
  return { archive: { ...archive, channels }, notes };
}

/** The host that a channel sends to, or the address of a mail. */
function placeOf(target: ChannelTarget): string {
  switch (target.kind) {
    case "email":
      return target.to;
    case "web-push":
      return new URL(target.endpoint).host;
    case "discord":
    case "slack":
      return new URL(target.webhookUrl).host;
    case "telegram":
      return new URL(target.apiUrl).host;
    case "matrix":
      return new URL(target.homeserver).host;
    default:
      return new URL(target.url).host;
  }
}

function keepChannels(archive: ArchiveRecords, kept: ReadonlySet<string>): ArchiveRecords {
  return {
    ...archive,
    channels: archive.channels.filter(({ id }) => kept.has(id)),
    follows: archive.follows.map((follow) => ({
      ...follow,
      channels: follow.channels.filter((id: ChannelId) => kept.has(id)),
    })),
  };
}

/** Only these follows, and nothing that belongs to none of them. */
function keepFollows(archive: ArchiveRecords, kept: ReadonlySet<string>): ArchiveRecords {
  const follows = archive.follows.filter(({ id }) => kept.has(id));
  const blockIds = new Set<string>(follows.map(({ blockId }) => blockId));
  const blocks = archive.blocks.filter(({ id }) => blockIds.has(id));
  const pageIds = new Set<string>(blocks.map(({ pageId }) => pageId));
  return {
    ...archive,
    follows,
    blocks,
    pages: archive.pages.filter(({ id }) => pageIds.has(id)),
    captures: archive.captures.filter(({ pageId }) => pageIds.has(pageId)),
    observations: archive.observations.filter(({ blockId }) => blockIds.has(blockId)),
    corrections: archive.corrections.filter(({ followId }) => kept.has(followId)),
    tiles: archive.tiles.flatMap((tile) => tileOfThese(tile, kept)),
    wishes: archive.wishes.filter(({ wish }) => wish.kind !== "like" || kept.has(wish.followId)),
  };
}

/** What is left of a tile of several; nothing where none of its follows is. What the person wrote stays. */
function tileOfThese(tile: ArchiveRecords["tiles"][number], kept: ReadonlySet<string>): ArchiveRecords["tiles"] {
  if (isOwn(tile.content)) return [tile];
  const followIds = followsOf(tile).filter((id) => kept.has(id));
  const [followId] = followIds;
  if (!followId) return [];
  return [{ ...tile, followId, content: contentWith(tile.content, followIds) }];
}

function idsOf(records: readonly { readonly id: string }[]): ReadonlySet<string> {
  return new Set(records.map(({ id }) => id));
}
