/** The end of the program, for whatever reason it is told to: what is under way is finished or given back, within a time. */
import type { Logger } from "pino";

export interface Ending {
  /** Finishes what is under way and lets go of everything. */
  readonly stop: () => Promise<void>;
  readonly logger: Logger;
}

/** A closed terminal is one of them: nothing would stop the program in order otherwise. */
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
/** What we give systemd and Docker kills after 45 seconds. */
const MAX_STOP_MS = 42_000;
/** For what is still being closed; a process that never ends keeps its port, and whoever restarts it, waiting. */
const MAX_LEFT_MS = 3_000;

/** A second signal of a kind ends the program at once. */
export function endOnSignal({ stop, logger }: Ending): void {
  const end = async (): Promise<void> => {
    exitAfter(MAX_STOP_MS, { logger, code: 1 });
    await stop();
    exitAfter(MAX_LEFT_MS, { logger, code: 0 });
  };
  for (const signal of SIGNALS) process.once(signal, () => void end());
}

/** Unless nothing is left that keeps the process alive: then it has ended by itself. */
function exitAfter(patienceMs: number, { logger, code }: { readonly logger: Logger; readonly code: number }): void {
  const exit = (): void => {
    logger.error({ left: process.getActiveResourcesInfo() }, "the program was ended with something still under way");
    process.exit(code);
  };
  setTimeout(exit, patienceMs).unref();
}
