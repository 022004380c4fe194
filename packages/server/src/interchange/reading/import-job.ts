/** Reading a file in a worker thread, in a form that the thread which serves everybody takes up in small steps. */
import type { Body } from "@tessera/store";
import type { ArchiveRecords } from "./archive.ts";
import type { Bookmarks } from "./bookmarks.ts";
import { type ImportPlan, ImportRefused } from "./import-plan.ts";
import { type ImportLimits, type ReadImport, readImport } from "./read-import.ts";

export interface ImportJob {
  readonly file: Uint8Array;
  readonly now: number;
  readonly limits: ImportLimits;
}

/** Records as JSON texts of a handful each: they are taken up one after the other, and others are served in between. */
export type Slices = readonly string[];

export type ImportReading =
  | {
      readonly kind: "plan";
      readonly plan: Omit<ImportPlan, "follows" | "sheets">;
      readonly follows: Slices;
      readonly sheets: Slices;
    }
  | {
      readonly kind: "archive";
      readonly head: Pick<ArchiveRecords, "format" | "version" | "exportedAt" | "channelsLeftOut">;
      readonly lists: readonly (readonly [kind: string, records: Slices])[];
      readonly bodies: readonly Body[];
    }
  | ({ readonly kind: "bookmarks"; readonly folders: Slices } & Omit<Bookmarks, "folders">)
  /** Classes of errors do not cross the border between threads. */
  | { readonly kind: "refused"; readonly code: ImportRefused["code"]; readonly message: string };

/** The job of the worker thread. */
export async function readImportFile({ file, now, limits }: ImportJob): Promise<ImportReading> {
  try {
    return readingOf(await readImport(Buffer.from(file.buffer, file.byteOffset, file.byteLength), { now, limits }));
  } catch (error) {
    if (!(error instanceof ImportRefused)) throw error;
    return { kind: "refused", code: error.code, message: error.message };
  }
}

function readingOf(read: ReadImport): ImportReading {
  if (read.kind === "plan") {
    const { follows, sheets, ...plan } = read.plan;
    return { kind: "plan", plan, follows: slicesOf(follows), sheets: slicesOf(sheets) };
  }
  if (read.kind === "bookmarks") return { ...read, folders: slicesOf(read.folders) };
  const { format, version, exportedAt, channelsLeftOut, ...lists } = read.checked.archive;
  return {
    kind: "archive",
    head: { format, version, exportedAt, channelsLeftOut },
    lists: Object.entries(lists).map(([kind, records]) => [kind, slicesOf(records)]),
    // a view would be sent with all of the buffer that it looks at
    bodies: read.checked.bodies.map((body) => ({ ...body, bytes: Uint8Array.from(body.bytes) })),
  };
}

/** Characters of a slice, unless a single record has more. */
const SLICE = 100_000;

function slicesOf(records: readonly unknown[]): Slices {
  const slices: string[] = [];
  let texts: string[] = [];
  let length = 0;
  const close = (): void => {
    if (texts.length > 0) slices.push(`[${texts.join(",")}]`);
    [texts, length] = [[], 0];
  };
  for (const record of records) {
    const text = JSON.stringify(record);
    texts.push(text);
    length += text.length;
    if (length > SLICE) close();
  }
  close();
  return slices;
}
