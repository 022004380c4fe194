/** People, sessions, tokens and invitations as they are sent: never a hash, never a secret. */
import { AuditEntry, Invitation, Person, Session, Token } from "@tessera/model";
import { z } from "zod";

export const PersonReply = Person.pick({
  id: true,
  name: true,
  displayName: true,
  role: true,
  locale: true,
  timeZone: true,
  createdAt: true,
  disabledAt: true,
  version: true,
}).strip();

export const SessionReply = Session.pick({
  id: true,
  createdAt: true,
  lastSeenAt: true,
  expiresAt: true,
  userAgent: true,
  address: true,
})
  .extend({ isThisOne: z.boolean() })
  .strip();

export const TokenReply = Token.pick({
  id: true,
  name: true,
  scopes: true,
  createdAt: true,
  lastUsedAt: true,
  expiresAt: true,
  revokedAt: true,
}).strip();

/** The one time that the secret is shown. */
export const NewTokenReply = TokenReply.extend({ secret: z.string() }).strip();

export const InvitationReply = Invitation.pick({
  id: true,
  role: true,
  note: true,
  createdAt: true,
  expiresAt: true,
  usedAt: true,
  usedBy: true,
}).strip();

/** The one time that the link is shown. */
export const NewInvitationReply = InvitationReply.extend({ link: z.string() }).strip();

export const AuditReply = AuditEntry;
