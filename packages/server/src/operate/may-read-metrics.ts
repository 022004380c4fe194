/** Who may read metrics: whoever has the token, or without one whoever asks from this machine and for nobody else. */
import { timingSafeEqual } from "node:crypto";

export interface Watcher {
  /** Of the `Authorization` header. */
  readonly bearer: string | null;
  readonly address: string;
  /** A proxy on this machine asks on behalf of the whole world. */
  readonly isForwarded: boolean;
}

const THIS_MACHINE: ReadonlySet<string> = new Set(["127.0.0.1", "::1", "::ffff:127.0.0.1"]);

export function mayReadMetrics(token: string | undefined, { bearer, address, isForwarded }: Watcher): boolean {
  if (token === undefined) return !isForwarded && THIS_MACHINE.has(address);
  const [wanted, offered] = [Buffer.from(token), Buffer.from(bearer ?? "")];
  return wanted.length === offered.length && timingSafeEqual(wanted, offered);
}
