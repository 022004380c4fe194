/** Worker threads as the reader of what captures and assets are made of. */
import type { PageReader } from "@tessera/capture";
import { CaptureFailure } from "@tessera/network";
import type { AssetReader } from "@tessera/show";
import { TraceFailure, type TraceWorkers } from "./trace-workers.ts";

export type ForeignReader = PageReader & AssetReader;

/** In the lane of whoever waits, or in that of what is due. */
export function readersOver(workers: TraceWorkers): (holder: string | undefined) => ForeignReader {
  return (holder) => readerOver(holder === undefined ? workers : workers.forPerson(holder));
}

/** What is more than a thread takes is a failure of that page or asset like any other. */
function readerOver(workers: TraceWorkers): ForeignReader {
  return {
    readPage: (job) => typed(workers.readPage(job)),
    readSnapshot: (job) => typed(workers.readSnapshot(job)),
    readTimeMap: (job) => typed(workers.readTimeMap(job)),
    cleanAsset: (job) => typed(workers.cleanAsset(job)),
    splitImports: (job) => typed(workers.splitImports(job)),
  };
}

async function typed<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (cause) {
    if (!(cause instanceof TraceFailure)) throw cause;
    throw new CaptureFailure(cause.code, { message: cause.message, retry: "later", cause });
  }
}
