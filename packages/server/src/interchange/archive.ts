/**
 * Tessera's own archive: everything that belongs to one person, as one JSON document of the same schemas that the API
 * and the store use. Secrets are not in it: feed addresses are made anew, channels with passwords are set up again.
 */
import { Block, Capture, Change, Channel, Content, Follow, Observation, Page, Sheet, Tile } from "@tessera/model";
import { z } from "zod";
import { ImportRefused } from "./import-plan.ts";

const ARCHIVE_FORMAT = "tessera-archive";
const ARCHIVE_VERSION = 1;

/** A page as it was in one capture: enough to learn its blocks anew. */
const ArchivedCapture = Capture.omit({ html: true, layout: true, picture: true }).extend({
  /** The HTML itself. */
  html: z.string(),
});

const ArchivedObservation = Observation.omit({ content: true, diff: true, picture: true }).extend({
  content: Content.nullable(),
  /** The difference to the content before. */
  difference: Change.nullable(),
});

export const Archive = z.strictObject({
  format: z.literal(ARCHIVE_FORMAT),
  version: z.literal(ARCHIVE_VERSION),
  exportedAt: z.iso.datetime(),
  pages: z.array(Page.pick({ id: true, source: true, title: true })),
  captures: z.array(ArchivedCapture),
  blocks: z.array(Block.omit({ latestObservationId: true, latestFoundId: true, seenCaptureId: true })),
  follows: z.array(
    Follow.omit({
      personId: true,
      pageId: true,
      feedKey: true,
      seenObservationId: true,
      toldObservationId: true,
      deletedAt: true,
      version: true,
      updatedAt: true,
    }),
  ),
  observations: z.array(ArchivedObservation),
  sheets: z.array(Sheet.pick({ id: true, title: true, position: true, style: true })),
  tiles: z.array(Tile.pick({ sheetId: true, followId: true, place: true, style: true })),
  channels: z.array(
    Channel.pick({ id: true, name: true, target: true, quietHours: true, gathering: true, isDefault: true }),
  ),
  /** Names of the channels that are not in the archive because they hold secrets. */
  channelsLeftOut: z.array(z.string()),
});
export type Archive = z.infer<typeof Archive>;

/** Checks an archive completely: its version, every record, every id and every reference. */
export function readArchive(json: unknown): Archive {
  const head = z.looseObject({ format: z.unknown(), version: z.unknown() }).safeParse(json);
  if (!head.success || head.data.format !== ARCHIVE_FORMAT) {
    throw new ImportRefused("unknown-format", "The JSON file is neither a Tessera archive nor a Distill export.");
  }
  if (head.data.version !== ARCHIVE_VERSION) {
    const version = JSON.stringify(head.data.version)?.slice(0, 30);
    throw new ImportRefused(
      "unknown-version",
      `The archive has version ${version}; this Tessera reads version ${ARCHIVE_VERSION}. Update it first.`,
    );
  }
  const archive = Archive.safeParse(json);
  if (!archive.success) {
    const [issue] = archive.error.issues;
    throw new ImportRefused("invalid", `The archive is not valid at ${issue?.path.join(".")}: ${issue?.message}.`);
  }
  checkIds(archive.data);
  checkReferences(archive.data);
  return archive.data;
}

function checkIds(archive: Archive): void {
  for (const kind of ["pages", "captures", "blocks", "follows", "observations", "sheets", "channels"] as const) {
    const seen = new Set<string>();
    for (const { id } of archive[kind]) {
      if (seen.has(id)) throw new ImportRefused("duplicate-id", `The archive has two ${kind} with the id ${id}.`);
      seen.add(id);
    }
  }
}

function checkReferences(archive: Archive): void {
  const ids = (records: readonly { readonly id: string }[]): ReadonlySet<string> =>
    new Set(records.map(({ id }) => id));
  const [pages, captures, blocks, follows] = [
    ids(archive.pages),
    ids(archive.captures),
    ids(archive.blocks),
    ids(archive.follows),
  ];
  const [sheets, channels] = [ids(archive.sheets), ids(archive.channels)];
  const must = (isThere: boolean, what: string): void => {
    if (!isThere) throw new ImportRefused("invalid", `The archive is not complete: ${what} is missing.`);
  };
  for (const capture of archive.captures) must(pages.has(capture.pageId), `the page of capture ${capture.id}`);
  for (const block of archive.blocks) {
    must(pages.has(block.pageId), `the page of block ${block.id}`);
    must(captures.has(block.firstCaptureId), `the first capture of block ${block.id}`);
  }
  for (const follow of archive.follows) {
    must(blocks.has(follow.blockId), `the block of follow ${follow.id}`);
    for (const channel of follow.channels) must(channels.has(channel), `a channel of follow ${follow.id}`);
  }
  for (const observation of archive.observations) must(blocks.has(observation.blockId), `a block of the history`);
  for (const tile of archive.tiles) {
    must(sheets.has(tile.sheetId) && follows.has(tile.followId), "the sheet or follow of a tile");
  }
}
