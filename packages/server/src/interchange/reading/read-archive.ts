/** Checks an archive completely before anything of it is used: version, records, ids, references, bodies, times. */
import { Change, followsOf, isWhole, StoredContent } from "@tessera/model";
import { type Body, packBody } from "@tessera/store/packed";
import { z } from "zod";
import { compilePattern, MAX_PATTERNS, wordsIn } from "../../changes/pattern.ts";
import { plainJpeg } from "../../people/plain-jpeg.ts";
import { digestTimes } from "../../timing/next-digests.ts";
import { cronFault } from "../../timing/next-due.ts";
import { ARCHIVE_FORMAT, ARCHIVE_VERSION, Archive, type ArchivedBody, type ArchiveRecords } from "./archive.ts";
import { ImportRefused, parseJson } from "./import-plan.ts";

/** Clocks differ a little; what lies further ahead would stay "the latest" for ever. */
const MAX_AHEAD_MS = 3_600_000;
/** Memories are shallow; without a limit, a deep one would overflow the stack of whoever writes it. */
const MAX_DEPTH = 64;

/** Longer memories are none that a tracer made. */
const MAX_MEMORY = 4 * 1024 * 1024;

/** An archive that is complete and right, its bodies as they are stored. */
export interface CheckedArchive {
  readonly archive: ArchiveRecords;
  readonly bodies: readonly Body[];
}

export function readArchive(json: unknown, now: number): CheckedArchive {
  const head = z.looseObject({ format: z.unknown().optional(), version: z.unknown().optional() }).safeParse(json);
  if (!head.success || head.data.format !== ARCHIVE_FORMAT) {
    throw new ImportRefused(
      "unknown-format",
      "The JSON file is neither a Tessera archive nor a Distill export nor a Homarr board.",
    );
  }
  if (head.data.version !== ARCHIVE_VERSION) {
    const version = String(JSON.stringify(head.data.version)).slice(0, 30);
    throw new ImportRefused(
      "unknown-version",
      `The archive has version ${version}; this Tessera reads version ${ARCHIVE_VERSION}. Update it first.`,
    );
  }
  const parsed = Archive.safeParse(json);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw invalid(`The archive is not valid at ${issue?.path.join(".")}: ${issue?.message}.`);
  }
  const archive = parsed.data;
  checkIds(archive);
  checkReferences(archive);
  checkTimes(archive, now);
  checkRules(archive);
  checkHeaders(archive);
  for (const { id, memory, dynamics } of archive.blocks) {
    if (!isShallow(memory) || !isShallow(dynamics)) throw invalid(`The memory of block ${id} is nested too deeply.`);
    if (JSON.stringify([memory, dynamics]).length > MAX_MEMORY) throw invalid(`The memory of block ${id} is too long.`);
  }
  const { bodies, ...records } = archive;
  return { archive: records, bodies: packed(checkedBodies(records, bodies)) };
}

function invalid(message: string): ImportRefused {
  return new ImportRefused("invalid", message);
}

const KINDS = ["pages", "captures", "blocks", "follows", "observations", "corrections", "sheets", "channels"] as const;

function checkIds(archive: Archive): void {
  for (const kind of KINDS) {
    const seen = new Set<string>();
    for (const { id } of archive[kind]) {
      if (seen.has(id)) throw new ImportRefused("duplicate-id", `The archive has two ${kind} with the id ${id}.`);
      seen.add(id);
    }
  }
}

function checkReferences(archive: Archive): void {
  const by = <T extends { readonly id: string }>(records: readonly T[]) => new Map(records.map((one) => [one.id, one]));
  const [pages, captures, blocks] = [by(archive.pages), by(archive.captures), by(archive.blocks)];
  const [follows, observations] = [by(archive.follows), by(archive.observations)];
  const [sheets, channels] = [by(archive.sheets), by(archive.channels)];
  const must = (isThere: boolean, what: string): void => {
    if (!isThere) throw invalid(`The archive is not complete: ${what} is missing or another's.`);
  };
  for (const { id, pageId } of archive.captures) must(pages.has(pageId), `the page of capture ${id}`);
  for (const { id, pageId, firstCaptureId } of archive.blocks) {
    must(pages.has(pageId), `the page of block ${id}`);
    must(captures.get(firstCaptureId)?.pageId === pageId, `the first capture of block ${id}`);
  }
  for (const { id, blockId, captureId } of archive.observations) {
    const block = blocks.get(blockId);
    must(block !== undefined, `the block of observation ${id}`);
    must(captureId === null || captures.get(captureId)?.pageId === block?.pageId, `the capture of observation ${id}`);
  }
  for (const { id, blockId, channels: told, seenObservationId, toldObservationId } of archive.follows) {
    must(blocks.has(blockId), `the block of follow ${id}`);
    for (const channel of told) must(channels.has(channel), `a channel of follow ${id}`);
    for (const observation of [seenObservationId, toldObservationId]) {
      must(
        observation === null || observations.get(observation)?.blockId === blockId,
        `an observation of follow ${id}`,
      );
    }
  }
  for (const { id, followId, captureId } of archive.corrections) {
    const block = blocks.get(follows.get(followId)?.blockId ?? "");
    must(block !== undefined, `the follow of correction ${id}`);
    must(captures.get(captureId)?.pageId === block?.pageId, `the capture of correction ${id}`);
  }
  for (const tile of archive.tiles) {
    const isHere = sheets.has(tile.sheetId) && followsOf(tile).every((id) => follows.has(id));
    must(isHere && isWhole(tile), "the sheet or follow of a tile");
  }
  for (const { wish } of archive.wishes) {
    must(wish.kind !== "like" || follows.has(wish.followId), "the follow of a waiting import");
  }
}

function checkTimes(archive: ArchiveRecords, now: number): void {
  const times = [
    ...archive.captures.map(({ at }) => at),
    ...archive.observations.flatMap(({ at, lastAt }) => [at, lastAt]),
    ...[archive.pages, archive.blocks, archive.follows, archive.channels, archive.sheets].flatMap((records) =>
      records.map(({ createdAt }) => createdAt),
    ),
    ...archive.corrections.map(({ at }) => at),
    ...archive.wishes.map(({ createdAt }) => createdAt),
  ];
  for (const time of times) if (time > now + MAX_AHEAD_MS) throw invalid("The archive speaks of times to come.");
  for (const { id, at, lastAt } of archive.observations) {
    if (lastAt < at) throw invalid(`Observation ${id} ends before it begins.`);
  }
}

/** Schedules and patterns that the API would not take either. */
function checkRules({ follows, wishes, channels }: ArchiveRecords): void {
  const rules = [
    ...follows.map(({ title, schedule, conditions, quiet }) => ({ title, schedule, conditions, lines: quiet.lines })),
    ...wishes.map(({ title, schedule, conditions, quietLines }) => ({
      title,
      schedule,
      conditions,
      lines: quietLines,
    })),
  ];
  for (const { title, schedule, conditions, lines } of rules) {
    if (schedule?.kind === "cron") checkCron(title, schedule);
    checkPatterns(title, wordsIn({ conditions, lines }));
  }
  for (const { name, gathering } of channels) {
    const isNone = gathering.kind === "digest" && digestTimes(gathering, { after: 0, count: 1 }) === null;
    if (isNone) throw invalid(`The times of the digests of "${name}" are none.`);
  }
}

/** They are sent with the next request for the page: what is no header there would fail every time. */
function checkHeaders({ captures }: ArchiveRecords): void {
  for (const { id, headers } of captures) {
    const isWrong = Object.values(headers).some((value) => !/^[\t\x20-\x7e\x80-\xff]*$/.test(value));
    if (isWrong) throw invalid(`A header of capture ${id} is none.`);
  }
}

function checkCron(name: string, schedule: Parameters<typeof cronFault>[0]): void {
  const fault = cronFault(schedule);
  if (fault) throw invalid(`The schedule of "${name}" is not valid: ${fault}.`);
}

function checkPatterns(name: string, words: ReturnType<typeof wordsIn>): void {
  const patterns = words.filter((each) => each.words.as === "pattern");
  if (patterns.length > MAX_PATTERNS) throw invalid(`"${name}" has more than ${MAX_PATTERNS} patterns.`);
  for (const { words: pattern } of patterns) {
    const compiled = compilePattern(pattern.text);
    if (compiled.kind === "invalid") throw invalid(`A pattern of "${name}" is not valid: ${compiled.message}.`);
  }
}

function isShallow(value: unknown): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; depth < MAX_DEPTH; depth++) {
    level = level.flatMap((each) => (typeof each === "object" && each !== null ? Object.values(each) : []));
    if (level.length === 0) return true;
  }
  return false;
}

/** Every body that is named, and none that is not; each is what its name makes of it. */
function checkedBodies(archive: ArchiveRecords, archived: readonly ArchivedBody[]): ReadonlyMap<string, Buffer> {
  const bodies = new Map<string, Buffer>();
  for (const body of archived) {
    if (bodies.has(body.hash)) throw new ImportRefused("duplicate-id", `The archive has two bodies ${body.hash}.`);
    bodies.set(body.hash, bytesOf(body));
  }
  const named = new Set<string>();
  const read = (hash: string | null): Buffer | null => {
    if (hash === null) return null;
    named.add(hash);
    const bytes = bodies.get(hash);
    if (!bytes) throw invalid(`The archive is not complete: the body ${hash} is missing.`);
    return bytes;
  };
  for (const { html, layout, picture, images, drawings } of archive.captures) {
    for (const hash of [html, layout, picture, images, drawings]) read(hash);
  }
  for (const { id, content, diff, picture } of archive.observations) {
    checkJson(read(content), StoredContent, `the content of observation ${id}`);
    checkJson(read(diff), Change, `the difference of observation ${id}`);
    read(picture);
  }
  for (const { id, picture } of archive.sheets) {
    const bytes = read(picture ?? null);
    if (bytes && !plainJpeg(bytes)) throw invalid(`The picture of sheet ${id} is no JPEG.`);
  }
  for (const hash of bodies.keys()) if (!named.has(hash)) throw invalid(`Nothing refers to the body ${hash}.`);
  return bodies;
}

/** Each is what its hash says. */
function packed(bodies: ReadonlyMap<string, Buffer>): readonly Body[] {
  return [...bodies].map(([hash, bytes]) => {
    const body = packBody(bytes);
    if (body.hash !== hash) throw invalid(`The body ${hash} is not what its hash says.`);
    return body;
  });
}

function bytesOf(body: ArchivedBody): Buffer {
  return "text" in body ? Buffer.from(body.text, "utf8") : Buffer.from(body.base64, "base64");
}

function checkJson(bytes: Buffer | null, schema: z.ZodType, what: string): void {
  if (bytes === null) return;
  try {
    if (schema.safeParse(parseJson(bytes.toString("utf8"))).success) return;
  } catch (cause) {
    if (cause instanceof ImportRefused) throw cause;
    throw new ImportRefused("invalid", `The archive is not valid: ${what} cannot be read.`, cause);
  }
  throw invalid(`The archive is not valid: ${what} is something else.`);
}
