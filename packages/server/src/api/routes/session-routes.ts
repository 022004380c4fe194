import type { PersonReply, sessionApi } from "@tessera/model/api";
import { audit } from "../../people/audit.ts";
import { join, type Newcomer } from "../../people/joining.ts";
import { startSession } from "../../people/sessions.ts";
import { ApiError } from "../api-error.ts";
import type { Answer, Handler, Handlers } from "../route.ts";
import type { Services } from "../services.ts";
import { endCookie, loginCookies } from "../session-cookie.ts";

export const sessionHandlers: Handlers<typeof sessionApi> = {
  "GET /instance": async ({ who }, { store }) => ({
    body: {
      name: (await store.settings.read()).instanceName,
      needsSetUp: (await store.people.count()) === 0,
      isLoggedIn: who !== null,
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
  if (joined.kind === "name-taken") throw new ApiError("conflict", { detail: "Somebody has this name already." });
  if (joined.kind === "no-invitation") {
    services.login.countFailure(guesser, now);
    throw new ApiError("not-found", { detail: "The link has been used, has expired or was never made." });
  }
  const options = { idleDays: services.config.sessionDays, now };
  const started = await startSession(services.store, joined.person, origin, options);
  const mark = services.login.markFor(joined.person);
  return { body: joined.person, headers: loginCookies({ ...started, mark }, services) };
}
