/** Foreign bytes read where they are: for tests, measurements, and programs that serve nobody else meanwhile. */
import { ParseLimitError } from "@tessera/engine";
import { readTimeMap } from "../archive/read-time-map.ts";
import { readSnapshot } from "../browser/read-snapshot.ts";
import { CaptureFailure } from "../capture-failure.ts";
import { cleanAsset } from "../page-proxy/asset/clean-asset.ts";
import { splitImports } from "../page-proxy/css/split-imports.ts";
import type { ForeignReader } from "./foreign-reader.ts";
import { readPage } from "./read-page.ts";

export const readOnTheSpot: ForeignReader = {
  readPage: typed(readPage),
  readSnapshot: typed(readSnapshot),
  readTimeMap: typed(readTimeMap),
  cleanAsset: typed(cleanAsset),
  splitImports: typed(splitImports),
};

function typed<Job, Result>(read: (job: Job) => Result): (job: Job) => Promise<Result> {
  return async (job) => {
    try {
      return read(job);
    } catch (failure) {
      if (!(failure instanceof ParseLimitError)) throw failure;
      throw new CaptureFailure("too-large", { message: failure.message, cause: failure });
    }
  };
}
