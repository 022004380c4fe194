/** Who may read metrics: whoever has the token, or without one whoever asks from this machine. */
import { timingSafeEqual } from "node:crypto";

export interface Watcher {
  /** Of the `Authorization` header. */
  readonly bearer: string | null;
  readonly address: string;
}

export function mayWatch(token: string | undefined, { bearer, address }: Watcher): boolean {
  if (token === undefined) return address === "127.0.0.1" || address === "::1" || address === "::ffff:127.0.0.1";
  const [wanted, offered] = [Buffer.from(token), Buffer.from(bearer ?? "")];
  return wanted.length === offered.length && timingSafeEqual(wanted, offered);
}
