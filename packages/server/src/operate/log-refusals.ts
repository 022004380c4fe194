/** What the guard refused and where it led, for the operator: whoever asked for it hears less. */
import type { AddressRefusal } from "@tessera/network";
import type { Logger } from "pino";

const AGAIN_AFTER_MS = 60 * 60_000;
/** Hosts that are remembered; a page that makes up more names than this is logged again. */
const MAX_HOSTS = 1_000;

/** Logs each host once an hour: pages ask for the same again and again. */
export function logRefusals(
  logger: Pick<Logger, "info">,
  clock: () => number = Date.now,
): (refusal: AddressRefusal) => void {
  const loggedAt = new Map<string, number>();
  return (refusal) => {
    const key = `${refusal.hostname}:${refusal.port} ${refusal.address}`;
    const before = loggedAt.get(key);
    if (before !== undefined && clock() - before < AGAIN_AFTER_MS) return;
    if (loggedAt.size >= MAX_HOSTS) loggedAt.clear();
    loggedAt.set(key, clock());
    logger.info({ refusal }, "a private address was asked for and refused");
  };
}
