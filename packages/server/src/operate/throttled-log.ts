/** Failures of the store in the background: every part meets the same one again and again, and the log says it once a while. */
import { StoreFailure, type StoreFailureCode } from "@tessera/store";

const WHILE_MS = 60_000;

interface Said {
  at: number;
  /** Since it was last said. */
  times: number;
}

/** Passes errors on with how often they came since the last time: failures of the store once a minute, others always. */
export function throttledLog(
  log: (error: unknown, times: number) => void,
  clock: () => number,
): (error: unknown) => void {
  const said = new Map<StoreFailureCode, Said>();
  return (error) => {
    if (!(error instanceof StoreFailure)) return log(error, 1);
    const before = said.get(error.code);
    const times = (before?.times ?? 0) + 1;
    const isDue = !before || clock() - before.at >= WHILE_MS;
    if (isDue) log(error, times);
    said.set(error.code, isDue ? { at: clock(), times: 0 } : { at: before.at, times });
  };
}
