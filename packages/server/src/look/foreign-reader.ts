/** Worker threads as the reader of what captures and assets are made of. */
import type { PageReader } from "@tessera/capture";
import { CaptureFailure } from "@tessera/network";
import type { AssetReader } from "@tessera/show";
import { LookFailure, type Looks } from "./look-pool.ts";

export type ForeignReader = PageReader & AssetReader;

/** In the lane of whoever waits, or in that of what is due. */
export function readersOver(looks: Looks): (holder: string | undefined) => ForeignReader {
  return (holder) => readerOver(holder === undefined ? looks : looks.forPerson(holder));
}

/** What is more than a thread takes is a failure of that page or asset like any other. */
function readerOver(looks: Looks): ForeignReader {
  return {
    readPage: (job) => typed(looks.readPage(job)),
    readSnapshot: (job) => typed(looks.readSnapshot(job)),
    readTimeMap: (job) => typed(looks.readTimeMap(job)),
    cleanAsset: (job) => typed(looks.cleanAsset(job)),
    splitImports: (job) => typed(looks.splitImports(job)),
  };
}

async function typed<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (cause) {
    if (!(cause instanceof LookFailure)) throw cause;
    throw new CaptureFailure(cause.code, { message: cause.message, retry: "later", cause });
  }
}
