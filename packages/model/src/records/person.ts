/** People and the ways they prove who they are. Secrets are kept as hashes only. */
import { z } from "zod";
import { InvitationId, PersonId, SessionId, TokenId } from "./ids.ts";
import { SheetStyle } from "./sheet.ts";
import { Instant, TimeZone } from "./time.ts";

/** What a person types to log in: compared in lower case. */
export const LoginName = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[\p{L}\p{N}][\p{L}\p{N}._@+-]{0,63}$/u);
export type LoginName = z.infer<typeof LoginName>;

/** The owner runs the instance and invites; members have their own follows, sheets and channels. */
export const Role = z.enum(["owner", "member"]);
export type Role = z.infer<typeof Role>;

export const Person = z.strictObject({
  id: PersonId,
  name: LoginName,
  displayName: z.string().min(1).max(100),
  role: Role,
  /** BCP 47, such as `de-AT`: the language of the app and of messages, and of numbers where a page does not name its own. */
  locale: z.string().min(2).max(35),
  timeZone: TimeZone,
  /** How new sheets look, and the pages besides them; null for what everybody has. */
  sheetStyle: SheetStyle.nullable().optional(),
  createdAt: Instant,
  /** Set where the owner has shut the account; the records stay. */
  disabledAt: Instant.nullable(),
  version: z.int().min(1),
});
export type Person = z.infer<typeof Person>;

/** A logged-in browser. Lives in the database, so that a changed password or a logout ends it everywhere. */
export const Session = z.strictObject({
  id: SessionId,
  personId: PersonId,
  /** SHA-256 of the cookie's value. */
  secretHash: z.string().min(1).max(200),
  createdAt: Instant,
  lastSeenAt: Instant,
  expiresAt: Instant,
  userAgent: z.string().max(400),
  address: z.string().max(64),
});
export type Session = z.infer<typeof Session>;

/**
 * What an API token may do; each scope includes nothing of the others. `browser` is that of a paired browser: it comes by
 * pairing alone, and opens what the extension needs and nothing else.
 */
export const Scope = z.enum(["read", "write", "check", "manage", "browser"]);
export type Scope = z.infer<typeof Scope>;

export const Token = z.strictObject({
  id: TokenId,
  personId: PersonId,
  name: z.string().min(1).max(100),
  /** SHA-256 of the token, which itself is shown once and never stored. */
  secretHash: z.string().min(1).max(200),
  scopes: z.array(Scope).min(1).max(Scope.options.length),
  createdAt: Instant,
  lastUsedAt: Instant.nullable(),
  expiresAt: Instant.nullable(),
  revokedAt: Instant.nullable(),
});
export type Token = z.infer<typeof Token>;

/** Shown to a person for a few minutes, so that a browser of theirs can say whose it is. */
export const Pairing = z.strictObject({
  personId: PersonId,
  /** SHA-256 of the code. */
  codeHash: z.string().min(1).max(200),
  createdAt: Instant,
  expiresAt: Instant,
});
export type Pairing = z.infer<typeof Pairing>;

export const Invitation = z.strictObject({
  id: InvitationId,
  invitedBy: PersonId.nullable(),
  role: Role,
  secretHash: z.string().min(1).max(200),
  note: z.string().max(200),
  createdAt: Instant,
  expiresAt: Instant,
  usedAt: Instant.nullable(),
  usedBy: PersonId.nullable(),
});
export type Invitation = z.infer<typeof Invitation>;
