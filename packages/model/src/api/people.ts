/** Who comes in, their account, and the owner's part. Never a hash, and a secret only the one time that it is made. */
import { z } from "zod";
import { InvitationId, PersonId, SessionId, TokenId } from "../records/ids.ts";
import { AuditEntry, Settings, SettingsPatch } from "../records/instance.ts";
import { Invitation, LoginName, Person, Role, Scope, Session, Token } from "../records/person.ts";
import { PrivateHost } from "../records/private-host.ts";
import { TimeZone } from "../records/time.ts";
import {
  byId,
  type Contracts,
  GUARDED,
  OWNING,
  OWNING_GUARDED,
  PUBLIC,
  READING,
  SliceQuery,
  sliceOf,
} from "./contract.ts";

export const PersonReply = Person.pick({
  id: true,
  name: true,
  displayName: true,
  role: true,
  locale: true,
  timeZone: true,
  sheetStyle: true,
  createdAt: true,
  disabledAt: true,
  version: true,
})
  .strip()
  .meta({ id: "Person" });
export type PersonReply = z.output<typeof PersonReply>;

export const SessionReply = Session.pick({
  id: true,
  createdAt: true,
  lastSeenAt: true,
  expiresAt: true,
  userAgent: true,
  address: true,
})
  .extend({ isThisOne: z.boolean() })
  .strip()
  .meta({ id: "Session" });
export type SessionReply = z.output<typeof SessionReply>;

export const TokenReply = Token.pick({
  id: true,
  name: true,
  scopes: true,
  createdAt: true,
  lastUsedAt: true,
  expiresAt: true,
  revokedAt: true,
})
  .strip()
  .meta({ id: "Token" });
export type TokenReply = z.output<typeof TokenReply>;

/** The one time that the secret is shown. */
export const NewTokenReply = TokenReply.extend({ secret: z.string() }).strip().meta({ id: "NewToken" });
export type NewTokenReply = z.output<typeof NewTokenReply>;

export const InvitationReply = Invitation.pick({
  id: true,
  role: true,
  note: true,
  createdAt: true,
  expiresAt: true,
  usedAt: true,
  usedBy: true,
})
  .strip()
  .meta({ id: "Invitation" });
export type InvitationReply = z.output<typeof InvitationReply>;

/** The one time that the link is shown. */
export const NewInvitationReply = InvitationReply.extend({ link: z.string() }).strip().meta({ id: "NewInvitation" });
export type NewInvitationReply = z.output<typeof NewInvitationReply>;

/** Length is what protects; rules about characters are not. */
export const Password = z.string().min(8).max(1_000);

const Joining = z.strictObject({
  secret: z.string().min(20).max(200).describe("From the link"),
  name: LoginName,
  displayName: Person.shape.displayName,
  password: Password,
  locale: Person.shape.locale.default("en"),
  timeZone: TimeZone.default("UTC"),
});

export const sessionApi = {
  "GET /instance": {
    summary: "What anybody may know about this instance",
    access: PUBLIC,
    reply: z.object({
      name: z.string(),
      needsSetUp: z.boolean(),
      isLoggedIn: z.boolean(),
      hasBrowser: z.boolean().describe("Pages can be rendered"),
      canRecord: z.boolean().describe("Steps can be shown in a page that this server has open"),
      proxies: z
        .array(z.string())
        .describe("Names of proxies that a page can be fetched through, for who is logged in"),
    }),
  },
  "POST /login": {
    summary: "Log in with name and password",
    access: PUBLIC,
    body: z.strictObject({ name: z.string().min(1).max(100), password: z.string().max(1_000) }),
    reply: PersonReply,
    fails: ["wrong-login", "too-many"],
  },
  "POST /join": {
    summary: "Use an invitation, or the set-up link of the first start",
    access: PUBLIC,
    body: Joining,
    reply: PersonReply,
    status: 201,
    fails: ["not-found", "conflict", "too-many"],
  },
  "POST /logout": {
    summary: "End this session",
    access: { ...READING, sessionOnly: true },
  },
} as const satisfies Contracts;

export const meApi = {
  "GET /me": {
    summary: "Who I am",
    access: READING,
    reply: PersonReply,
  },
  "PATCH /me": {
    summary: "Change my name, language, time zone, or how new sheets look",
    access: GUARDED,
    body: z.strictObject({
      displayName: Person.shape.displayName.optional(),
      locale: Person.shape.locale.optional(),
      timeZone: TimeZone.optional(),
      sheetStyle: Person.shape.sheetStyle,
    }),
    reply: PersonReply,
  },
  "POST /me/password": {
    summary: "Change my password; all other sessions end, and all tokens on request",
    access: GUARDED,
    body: z.strictObject({
      current: z.string().max(1_000),
      next: Password,
      revokeTokens: z.boolean().default(false).describe("Revoke all my API tokens as well"),
    }),
    fails: ["wrong-login", "too-many"],
  },
  "GET /me/audit": {
    summary: "Logins and use of tokens of my account, latest first",
    access: GUARDED,
    query: SliceQuery,
    reply: sliceOf(AuditEntry),
  },
  "GET /me/sessions": {
    summary: "Where I am logged in",
    access: GUARDED,
    reply: z.array(SessionReply),
  },
  "DELETE /me/sessions/:id": {
    summary: "Log out elsewhere",
    access: GUARDED,
    params: byId(SessionId),
  },
  "GET /me/tokens": {
    summary: "My API tokens",
    access: GUARDED,
    reply: z.array(TokenReply),
  },
  "POST /me/tokens": {
    summary: "Create an API token; its secret is shown only once",
    access: GUARDED,
    body: z.strictObject({
      name: z.string().min(1).max(100),
      scopes: z.array(Scope.exclude(["browser"])).min(1),
      expiresAt: z.int().min(0).nullable().default(null),
    }),
    reply: NewTokenReply,
    status: 201,
    fails: ["cap-reached"],
  },
  "DELETE /me/tokens/:id": {
    summary: "Revoke an API token",
    access: GUARDED,
    params: byId(TokenId),
  },
} as const satisfies Contracts;

export const SettingsReply = Settings.extend({
  atStart: z
    .object({ privateHosts: z.array(PrivateHost) })
    .describe("What its environment allows besides; not changed here"),
}).meta({ id: "Settings" });
export type SettingsReply = z.output<typeof SettingsReply>;

export const instanceApi = {
  "GET /people": {
    summary: "Everybody on this instance",
    access: OWNING,
    query: SliceQuery,
    reply: sliceOf(PersonReply),
  },
  "PATCH /people/:id": {
    summary: "Change a person's role, disable an account or enable it again",
    access: OWNING_GUARDED,
    params: byId(PersonId),
    body: z.strictObject({ role: Role.optional(), isDisabled: z.boolean().optional() }),
    reply: PersonReply,
    fails: ["conflict"],
  },
  "DELETE /people/:id": {
    summary: "Remove a person and everything that belongs to them",
    access: OWNING_GUARDED,
    params: byId(PersonId),
    fails: ["conflict"],
  },
  "GET /invitations": {
    summary: "Invitations, used and open",
    access: OWNING,
    reply: z.array(InvitationReply),
  },
  "POST /invitations": {
    summary: "Invite somebody; the link is shown only once",
    access: OWNING_GUARDED,
    body: z.strictObject({ role: Role.default("member"), note: z.string().max(200).default("") }),
    reply: NewInvitationReply,
    status: 201,
  },
  "DELETE /invitations/:id": {
    summary: "Withdraw an invitation",
    access: OWNING_GUARDED,
    params: byId(InvitationId),
  },
  "GET /settings": {
    summary: "Settings of this instance",
    access: OWNING,
    reply: SettingsReply,
  },
  "PATCH /settings": {
    summary: "Change settings of this instance",
    access: OWNING_GUARDED,
    body: SettingsPatch,
    reply: SettingsReply,
  },
  "GET /audit": {
    summary: "What happened to all accounts, latest first",
    access: OWNING_GUARDED,
    query: SliceQuery,
    reply: sliceOf(AuditEntry),
  },
} as const satisfies Contracts;
