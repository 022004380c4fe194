/** Sessions: made at login, kept in the database, alive as long as they are used, ended by logout and new passwords. */
import { newId, type Person, type Session, SessionId } from "@tessera/model";
import type { Records } from "@tessera/store";
import { ignoreStoreFailure } from "./audit.ts";
import { hashSecret, newSecret } from "./tokens.ts";

const DAY_MS = 24 * 3_600_000;

/** Using a session writes it down at most this often. */
const TOUCH_MS = 10 * 60_000;
const MAX_USER_AGENT = 400;

/** Where a request came from, for the person's own list of sessions. */
export interface Origin {
  readonly address: string;
  readonly userAgent: string;
}

export interface SessionOptions {
  readonly idleDays: number;
  readonly now: number;
}

/** A new session; the secret goes into the cookie and is nowhere else. */
export async function startSession(
  records: Pick<Records, "sessions">,
  person: Person,
  origin: Origin,
  options: SessionOptions,
): Promise<{ readonly session: Session; readonly secret: string }> {
  const secret = newSecret();
  const session: Session = {
    id: newId(SessionId, options.now),
    personId: person.id,
    secretHash: hashSecret(secret),
    createdAt: options.now,
    lastSeenAt: options.now,
    expiresAt: options.now + options.idleDays * DAY_MS,
    userAgent: origin.userAgent.slice(0, MAX_USER_AGENT),
    address: origin.address,
  };
  await records.sessions.add(session);
  return { session, secret };
}

/** The session behind a cookie, prolonged by being used; null where it has ended. */
export async function useSession(
  records: Pick<Records, "sessions">,
  secret: string,
  options: SessionOptions,
): Promise<{ readonly session: Session; readonly person: Person } | null> {
  const found = await records.sessions.findBySecret(hashSecret(secret), options.now);
  if (found && options.now - found.session.lastSeenAt > TOUCH_MS) {
    const seen = { lastSeenAt: options.now, expiresAt: options.now + options.idleDays * DAY_MS };
    await ignoreStoreFailure(records.sessions.touch(found.session.id, seen));
  }
  return found;
}
