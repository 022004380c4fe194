/** Logging in and out, and one's own account: name, password, sessions, tokens, what happened to it. */
import type { meApi, PersonReply, sessionApi } from "@tessera/model/api";
import { audit } from "../../people/audit.ts";
import { isPassword, join, type Newcomer, setPassword } from "../../people/joining.ts";
import { startSession } from "../../people/sessions.ts";
import { makeToken } from "../../people/tokens.ts";
import { ApiError } from "../api-error.ts";
import { changedAnswer, defined, found, mapListing } from "../replies.ts";
import type { Answer, Handler, Handlers } from "../route.ts";
import type { Services } from "../services.ts";
import { endCookie, loginCookies } from "../session-cookie.ts";

export const sessionHandlers: Handlers<typeof sessionApi> = {
  "GET /instance": async ({ who }, { store, hasBrowser, livePages, proxies }) => ({
    body: {
      name: (await store.settings.read()).instanceName,
      needsSetUp: (await store.people.count()) === 0,
      isLoggedIn: who !== null,
      hasBrowser,
      canRecord: livePages !== null,
      proxies: who ? [...proxies] : [],
    },
  }),
  "POST /login": async ({ body, origin, client: { countedAs, deviceMark: mark } }, services) => {
    const outcome = await services.login.attempt({ ...body, origin, countedAs, mark });
    if (outcome.kind === "too-many") throw new ApiError("too-many", { retryAfterMs: outcome.waitMs });
    if (outcome.kind === "refused") throw new ApiError("wrong-login");
    return { body: outcome.person, headers: loginCookies(outcome, services) };
  },
  "POST /join": (ask, services) => joinWith(ask, services),
  "POST /logout": async ({ who, origin, now }, services) => {
    if (who.by.kind === "session") await services.store.sessions.end(who.person.id, who.by.session.id);
    await audit(services.store, { personId: who.person.id, action: "logout", address: origin.address, at: now });
    return { headers: endCookie(services) };
  },
};

async function joinWith(
  { body, origin, client, now }: Parameters<Handler<(typeof sessionApi)["POST /join"]>>[0],
  services: Services,
): Promise<Answer<PersonReply>> {
  const { secret, ...newcomer }: { readonly secret: string } & Newcomer = body;
  const { address } = origin;
  // guessing a link is hopeless, but it costs a password hash each time
  const guesser = { kind: "newcomer", address: client.countedAs } as const;
  const waitMs = services.login.waitMs(guesser, now);
  if (waitMs > 0) throw new ApiError("too-many", { retryAfterMs: waitMs });
  const joined = await join(services.store, secret, newcomer, { address, now });
  if (joined.kind === "name-taken")
    throw new ApiError("conflict", { reason: "name-taken", detail: "Somebody has this name already." });
  if (joined.kind === "no-invitation") {
    services.login.countFailure(guesser, now);
    throw new ApiError("not-found", {
      reason: "link-used",
      detail: "The link has been used, has expired or was never made.",
    });
  }
  const options = { idleDays: services.config.sessionDays, now };
  const started = await startSession(services.store, joined.person, origin, options);
  const mark = services.login.markFor(joined.person);
  return { body: joined.person, headers: loginCookies({ ...started, mark }, services) };
}

export const meHandlers: Handlers<typeof meApi> = {
  "GET /me": async ({ who }) => ({ body: who.person, etag: String(who.person.version) }),
  "PATCH /me": async ({ who, body, ifVersion, now }, { store }) => {
    const changed = await store.people.change(who.person.id, defined(body), { now, ifVersion });
    return changedAnswer(changed, (person) => person);
  },
  "POST /me/password": async ({ who, body, origin, now }, services) => {
    const { store, login, config } = services;
    // whoever is logged in is no stranger, and does not wait for those who guess elsewhere
    const guesser = { kind: "known", device: `of ${who.person.id}` } as const;
    const waitMs = login.waitMs(guesser, now);
    if (waitMs > 0) throw new ApiError("too-many", { retryAfterMs: waitMs });
    login.countFailure(guesser, now);
    const credentials = found(await store.people.credentialsOf(who.person.name));
    if (!(await isPassword(body.current, credentials.passwordHash))) {
      throw new ApiError("wrong-login", { reason: "current-password", detail: "The current password is wrong." });
    }
    login.giveBack(guesser);
    const { next: password, revokeTokens: revokesTokens } = body;
    await setPassword(store, who.person, { password, revokesTokens, address: origin.address, now });
    const { secret } = await startSession(store, who.person, origin, { idleDays: config.sessionDays, now });
    return { headers: loginCookies({ secret, mark: login.markFor(who.person) }, services) };
  },
  "GET /me/audit": async ({ who, query }, { store }) => ({
    body: mapListing(await store.audit.list({ ...query, person: who.person.id }), (entry) => entry),
  }),
  "GET /me/sessions": async ({ who }, { store }) => {
    const current = who.by.kind === "session" ? who.by.session.id : null;
    const sessions = await store.sessions.of(who.person.id);
    return { body: sessions.map((session) => ({ ...session, isThisOne: session.id === current })) };
  },
  "DELETE /me/sessions/:id": async ({ who, params }, { store }) => {
    found(await store.sessions.end(who.person.id, params.id));
    return {};
  },
  "GET /me/tokens": async ({ who }, { store }) => ({ body: [...(await store.tokens.of(who.person.id))] }),
  "POST /me/tokens": async ({ who, body, origin, now }, { store }) => {
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
  "DELETE /me/tokens/:id": async ({ who, params, origin, now }, { store }) => {
    found(await store.tokens.revoke(who.person.id, params.id, now));
    await audit(store, { personId: who.person.id, action: "token-revoked", address: origin.address, at: now });
    return {};
  },
};

/** Nothing that guards the account is ever done by a token. */
