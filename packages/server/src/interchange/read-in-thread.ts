/** A file that somebody hands in, as a worker thread has read it. */
import { TraceFailure, type TraceWorkers } from "../workers/trace-workers.ts";
import type { ArchiveRecords } from "./reading/archive.ts";
import type { ImportJob, Slices } from "./reading/import-job.ts";
import { ImportRefused } from "./reading/import-plan.ts";
import type { ReadImport } from "./reading/read-import.ts";

/** Throws an ImportRefused where the file is none, or more than a thread can take. */
export async function readInThread(job: ImportJob, workers: Pick<TraceWorkers, "readImportFile">): Promise<ReadImport> {
  const reading = await workers.readImportFile(job).catch((failure: unknown) => {
    if (!(failure instanceof TraceFailure)) throw failure;
    const much = failure.code === "timeout" ? "takes too long" : "takes too much memory";
    throw new ImportRefused("too-large", `The file ${much} to read. Split it.`, failure);
  });
  switch (reading.kind) {
    case "refused":
      throw new ImportRefused(reading.code, reading.message);
    case "plan":
      return {
        kind: "plan",
        plan: {
          ...reading.plan,
          follows: await recordsIn(reading.follows),
          sheets: await recordsIn(reading.sheets),
        },
      };
    case "bookmarks":
      return { ...reading, folders: await recordsIn(reading.folders) };
    case "archive": {
      const { head, bodies } = reading;
      const lists: [kind: string, records: unknown[]][] = [];
      for (const [kind, slices] of reading.lists) lists.push([kind, await recordsIn(slices)]);
      // the thread that read it has checked it
      const archive = { ...head, ...Object.fromEntries(lists) } as ArchiveRecords;
      return { kind: "archive", checked: { archive, bodies } };
    }
  }
}

async function recordsIn<T>(slices: Slices): Promise<T[]> {
  const records: T[] = [];
  for (const slice of slices) {
    for (const record of JSON.parse(slice) as T[]) records.push(record);
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
  return records;
}
