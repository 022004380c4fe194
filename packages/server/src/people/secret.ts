/** Secrets that are handed out once and kept as hashes: sessions, tokens, invitations, feed addresses. */
import { createHash, randomBytes } from "node:crypto";

const SECRET_BYTES = 32;
const FEED_KEY_BYTES = 24;

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
