/** One's own account: name, password, sessions, tokens, what happened to it. */
import { Person, Scope, SessionId, TimeZone, TokenId } from "@tessera/model";
import { z } from "zod";
import { audit } from "../../people/audit.ts";
import { isPassword, Password, setPassword } from "../../people/joining.ts";
import { startSession } from "../../people/sessions.ts";
import { makeToken } from "../../people/tokens.ts";
import { ApiError } from "../api-error.ts";
import { type Route, route } from "../route.ts";
import { loginCookies } from "../session-cookie.ts";
import { AuditReply, NewTokenReply, PersonReply, SessionReply, TokenReply } from "../views/people.ts";
import { byId, changedAnswer, found, mapListing, SliceQuery, sliceOf } from "../views/slice.ts";

export const liveRoutes: readonly Route[] = [
  route({
    method: "GET",
    path: "/api/v1/events",
    summary: "My live events as server-sent events: observed, follow-changed, sheet-changed, behind",
    tag: "live",
    access: { kind: "person", scope: "read" },
    reply: { contentType: "text/event-stream", about: "A stream that stays open; `behind` means: load afresh" },
    handle: async ({ who, signal }, { live }) => {
      if (!live.hasRoomFor(who.person.id)) throw new ApiError("too-many", { detail: "Too many open connections." });
      // proxies that buffer would make live events late
      return { raw: live.stream(who.person.id, signal), headers: { "x-accel-buffering": "no" } };
    },
  }),
];

const tag = "me";

const reading = { kind: "person", scope: "read" } as const;

/** Nothing that guards the account is ever done by a token. */
const guarded = { kind: "person", scope: "manage", sessionOnly: true } as const;

const accountRoutes: readonly Route[] = [
  route({
    method: "GET",
    path: "/api/v1/me",
    summary: "Who I am",
    tag,
    access: reading,
    reply: PersonReply,
    handle: async ({ who }) => ({ body: who.person, etag: String(who.person.version) }),
  }),
  route({
    method: "PATCH",
    path: "/api/v1/me",
    summary: "Change my name, language or time zone",
    tag,
    access: guarded,
    body: z.strictObject({
      displayName: Person.shape.displayName.optional(),
      locale: Person.shape.locale.optional(),
      timeZone: TimeZone.optional(),
    }),
    reply: PersonReply,
    handle: async ({ who, body, ifVersion, now }, { store }) => {
      const changed = await store.people.change(who.person.id, defined(body), { now, ifVersion });
      return changedAnswer(changed, (person) => person);
    },
  }),
  route({
    method: "POST",
    path: "/api/v1/me/password",
    summary: "Change my password; all other sessions end, and all tokens where that is asked for",
    tag,
    access: guarded,
    body: z.strictObject({
      current: z.string().max(1_000),
      next: Password,
      revokeTokens: z.boolean().default(false).describe("Revoke all my API tokens as well"),
    }),
    handle: async ({ who, body, origin, now }, services) => {
      const { store, login, config } = services;
      // whoever is logged in is no stranger, and does not wait for those who guess elsewhere
      const guesser = { kind: "known", device: `of ${who.person.id}` } as const;
      const waitMs = login.waitMs(guesser, now);
      if (waitMs > 0) throw new ApiError("too-many", { retryAfterMs: waitMs });
      login.countFailure(guesser, now);
      const credentials = found(await store.people.credentialsOf(who.person.name));
      if (!(await isPassword(body.current, credentials.passwordHash))) {
        throw new ApiError("wrong-login", { detail: "The current password is wrong." });
      }
      login.giveBack(guesser);
      const { next: password, revokeTokens: revokesTokens } = body;
      await setPassword(store, who.person, { password, revokesTokens, address: origin.address, now });
      const { secret } = await startSession(store, who.person, origin, { idleDays: config.sessionDays, now });
      return { headers: loginCookies({ secret, mark: login.markFor(who.person) }, services) };
    },
  }),
  route({
    method: "GET",
    path: "/api/v1/me/audit",
    summary: "Logins and use of tokens of my account, latest first",
    tag,
    access: guarded,
    query: SliceQuery,
    reply: sliceOf(AuditReply),
    handle: async ({ who, query }, { store }) => ({
      body: mapListing(await store.audit.list({ ...query, person: who.person.id }), (entry) => entry),
    }),
  }),
];

const sessionRoutes: readonly Route[] = [
  route({
    method: "GET",
    path: "/api/v1/me/sessions",
    summary: "Where I am logged in",
    tag,
    access: guarded,
    reply: z.array(SessionReply),
    handle: async ({ who }, { store }) => {
      const current = who.by.kind === "session" ? who.by.session.id : null;
      const sessions = await store.sessions.of(who.person.id);
      return { body: sessions.map((session) => ({ ...session, isThisOne: session.id === current })) };
    },
  }),
  route({
    method: "DELETE",
    path: "/api/v1/me/sessions/:id",
    summary: "Log out elsewhere",
    tag,
    access: guarded,
    params: byId(SessionId),
    handle: async ({ who, params }, { store }) => {
      found(await store.sessions.end(who.person.id, params.id));
      return {};
    },
  }),
];

const tokenRoutes: readonly Route[] = [
  route({
    method: "GET",
    path: "/api/v1/me/tokens",
    summary: "My API tokens",
    tag,
    access: guarded,
    reply: z.array(TokenReply),
    handle: async ({ who }, { store }) => ({ body: [...(await store.tokens.of(who.person.id))] }),
  }),
  route({
    method: "POST",
    path: "/api/v1/me/tokens",
    summary: "Make an API token; its secret is shown this once",
    tag,
    access: guarded,
    body: z.strictObject({
      name: z.string().min(1).max(100),
      scopes: z.array(Scope).min(1),
      expiresAt: z.int().min(0).nullable().default(null),
    }),
    reply: NewTokenReply,
    status: 201,
    handle: async ({ who, body, origin, now }, { store }) => {
      if (body.expiresAt !== null && body.expiresAt <= now) {
        const message = "a token cannot end before it begins";
        throw new ApiError("invalid", { issues: [{ path: "body.expiresAt", message }], detail: message });
      }
      const { token, secret } = await makeToken(store, who.person, { ...body, now });
      const detail = { token: body.name };
      await audit(store, {
        personId: who.person.id,
        action: "token-created",
        address: origin.address,
        detail,
        at: now,
      });
      return { body: { ...token, secret } };
    },
  }),
  route({
    method: "DELETE",
    path: "/api/v1/me/tokens/:id",
    summary: "Revoke an API token",
    tag,
    access: guarded,
    params: byId(TokenId),
    handle: async ({ who, params, origin, now }, { store }) => {
      found(await store.tokens.revoke(who.person.id, params.id, now));
      await audit(store, { personId: who.person.id, action: "token-revoked", address: origin.address, at: now });
      return {};
    },
  }),
];

export const meRoutes: readonly Route[] = [...accountRoutes, ...sessionRoutes, ...tokenRoutes];

/** Without the fields that are not there: a patch says only what changes. */
export function defined<T extends object>(patch: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const entries = Object.entries(patch).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]: Exclude<T[K], undefined> };
}
