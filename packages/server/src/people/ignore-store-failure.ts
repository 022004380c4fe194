/** What is written beside a request that only reads: the next one writes it where a full disk lets this one not. */
import { StoreFailure } from "@tessera/store";

export async function ignoreStoreFailure(write: Promise<unknown>): Promise<void> {
  try {
    await write;
  } catch (failure) {
    if (!(failure instanceof StoreFailure)) throw failure;
  }
}
