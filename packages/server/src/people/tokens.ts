/** API tokens: for programs, with no more scopes than they need, shown once. */
import { createHash, randomBytes } from "node:crypto";
import { newId, type Person, type Scope, type Token, TokenId } from "@tessera/model";
import type { Records } from "@tessera/store";
import { audit, ignoreStoreFailure } from "./audit.ts";

const SECRET_BYTES = 32;
const FEED_KEY_BYTES = 24;

/** Lets people and secret scanners see at a glance what it is. */
const TOKEN_PREFIX = "tessera_";

/** Use of a token is written down at most this often. */
const TOUCH_MS = 60 * 60_000;

export interface NewToken {
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly expiresAt: number | null;
  readonly now: number;
}

/** A new token; the secret is in this answer and nowhere else. */
export async function makeToken(
  records: Pick<Records, "tokens">,
  person: Person,
  wanted: NewToken,
): Promise<{ readonly token: Token; readonly secret: string }> {
  const secret = newSecret(TOKEN_PREFIX);
  const token: Token = {
    id: newId(TokenId, wanted.now),
    personId: person.id,
    name: wanted.name,
    secretHash: hashSecret(secret),
    scopes: [...new Set(wanted.scopes)],
    createdAt: wanted.now,
    lastUsedAt: null,
    expiresAt: wanted.expiresAt,
    revokedAt: null,
  };
  await records.tokens.add(token);
  return { token, secret };
}

/** The token behind a secret and whose it is, its use written down; null where it is none any more. */
export async function useToken(
  records: Pick<Records, "tokens" | "audit">,
  secret: string,
  { address, now }: { readonly address: string; readonly now: number },
): Promise<{ readonly token: Token; readonly person: Person } | null> {
  const found = await records.tokens.findBySecret(hashSecret(secret), now);
  if (found && now - (found.token.lastUsedAt ?? 0) > TOUCH_MS) {
    await ignoreStoreFailure(writeDown(records, found, { address, now }));
  }
  return found;
}

async function writeDown(
  records: Pick<Records, "tokens" | "audit">,
  { token, person }: { readonly token: Token; readonly person: Person },
  { address, now }: { readonly address: string; readonly now: number },
): Promise<void> {
  const detail = { token: token.name };
  await audit(records, { personId: person.id, action: "token-used", address, detail, at: now });
  // last, because it says that the use was written down
  await records.tokens.touch(token.id, now);
}

/** 256 bits, safe in URLs and headers. */
export function newSecret(prefix = ""): string {
  return `${prefix}${randomBytes(SECRET_BYTES).toString("base64url")}`;
}

/** Secrets of 256 bits need no slow hash: there is nothing to guess. */
export function hashSecret(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}

/** The secret part of a feed's address; kept as it is, because the person must be able to read it again. */
export function newFeedKey(): string {
  return randomBytes(FEED_KEY_BYTES).toString("base64url");
}
