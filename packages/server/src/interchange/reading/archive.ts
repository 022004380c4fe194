/**
 * Tessera's own archive: everything that belongs to one person, as one JSON document of the same schemas that the API
 * and the store use. Secrets are not in it: feed addresses are made anew, channels with passwords are set up again.
 */
import {
  Block,
  BodyHash,
  Capture,
  Channel,
  Correction,
  Follow,
  Observation,
  Page,
  PendingFollow,
  Sheet,
  Tile,
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
    }),
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
    }),
  ),
  corrections: z.array(Correction.omit({ personId: true, blockId: true })),
  sheets: z.array(Sheet.pick({ id: true, title: true, position: true, style: true, createdAt: true })),
  /** Those from before tiles could show several say nothing of their content. */
  tiles: z.array(Tile.pick({ sheetId: true, followId: true, content: true, place: true, style: true })),
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
  };
}
