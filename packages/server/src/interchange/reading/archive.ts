/**
 * Tessera's own archive: everything that belongs to one person, as one JSON document of the same schemas that the API
 * and the store use. Secrets are not in it: feed addresses are made anew, channels with passwords,
 * or with an address that is one, are set up again.
 */
import {
  Block,
  BodyHash,
  Capture,
  Channel,
  Correction,
  Follow,
  ItemId,
  Observation,
  Page,
  PendingFollow,
  Sheet,
  Tile,
  type TileContent,
} from "@tessera/model";
import type { ArchiveCounts } from "@tessera/model/api";
import { z } from "zod";

export const ARCHIVE_FORMAT = "tessera-archive";
export const ARCHIVE_VERSION = 1;

/** Bytes by their hash, each once: text as it is, anything else in base64. */
const ArchivedBody = z.union([
  z.strictObject({ hash: BodyHash, text: z.string() }),
  z.strictObject({ hash: BodyHash, base64: z.base64() }),
]);
export type ArchivedBody = z.infer<typeof ArchivedBody>;

export const Archive = z.strictObject({
  format: z.literal(ARCHIVE_FORMAT),
  version: z.literal(ARCHIVE_VERSION),
  exportedAt: z.iso.datetime(),
  /** Names of the channels that are not in the archive because they hold secrets. */
  channelsLeftOut: z.array(Channel.shape.name).max(10_000),
  pages: z.array(Page.pick({ id: true, source: true, title: true, createdAt: true })),
  captures: z.array(Capture),
  /** What follows from the observations is not said twice. */
  blocks: z.array(Block.omit({ latestObservationId: true, latestFoundId: true, seenCaptureId: true })),
  observations: z.array(Observation),
  channels: z.array(
    Channel.pick({
      id: true,
      name: true,
      target: true,
      quietHours: true,
      gathering: true,
      isDefault: true,
      pausedAt: true,
      createdAt: true,
    }).extend({ form: Channel.shape.form.default(null) }),
  ),
  follows: z.array(
    Follow.omit({
      personId: true,
      pageId: true,
      feedKey: true,
      deletedAt: true,
      version: true,
      updatedAt: true,
    }).extend({
      layout: Follow.shape.layout.default(null),
      /** What was read of it, where it is a feed. */
      readItems: z.array(ItemId).max(10_000).default([]),
      tags: Follow.shape.tags.default([]),
    }),
  ),
  corrections: z.array(Correction.omit({ personId: true, blockId: true })),
  sheets: z.array(Sheet.pick({ id: true, title: true, position: true, style: true, picture: true, createdAt: true })),
  /** Those from before tiles could show several say nothing of their content. */
  tiles: z.array(Tile.pick({ sheetId: true, followId: true, content: true, place: true, screens: true, style: true })),
  /** Imports that still wait for the first look at their page. */
  wishes: z.array(PendingFollow.omit({ id: true, personId: true, attempts: true, dueAt: true, error: true })),
  bodies: z.array(ArchivedBody),
});
export type Archive = z.infer<typeof Archive>;

/** What an archive says but for the bytes of its bodies. */
export type ArchiveRecords = Omit<Archive, "bodies">;

export function countsOf(archive: ArchiveRecords): ArchiveCounts {
  return {
    follows: archive.follows.length,
    sheets: archive.sheets.length,
    tiles: archive.tiles.length,
    observations: archive.observations.length,
    corrections: archive.corrections.length,
    channels: archive.channels.length,
    pages: archive.pages.length,
    blocks: archive.blocks.length,
    captures: archive.captures.length,
    ...ownCounts(archive.tiles.map(({ content }) => content)),
    feeds: feedsIn(archive),
    tags: new Set(archive.follows.flatMap(({ tags }) => tags)).size,
  };
}

/** How much of what people write is on these tiles. */
export function ownCounts(contents: readonly TileContent[]): Pick<ArchiveCounts, "links" | "notes"> {
  const groups = contents.flatMap((content) => (content.kind === "links" ? content.groups : []));
  const links = groups.reduce((sum, group) => sum + group.links.length, 0);
  return { links, notes: contents.filter(({ kind }) => kind === "note").length };
}

/** Follows whose block was picked in a feed. */
function feedsIn({ follows, blocks, captures }: ArchiveRecords): number {
  const ofFeeds = new Set(captures.filter(({ feed }) => feed).map(({ id }) => id));
  const inFeeds = new Set(blocks.filter(({ firstCaptureId }) => ofFeeds.has(firstCaptureId)).map(({ id }) => id));
  return follows.filter(({ blockId }) => inFeeds.has(blockId)).length;
}
