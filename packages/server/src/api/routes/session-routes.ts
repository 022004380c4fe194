/** Coming in and going out: set-up, login, joining, logout. */
import { LoginName, Person, TimeZone } from "@tessera/model";
import { z } from "zod";
import { audit } from "../../people/audit.ts";
import { join, type Newcomer, Password } from "../../people/joining.ts";
import { startSession } from "../../people/sessions.ts";
import { ApiError } from "../api-error.ts";
import { type Answer, type Ask, type Route, route } from "../route.ts";
import type { Services } from "../services.ts";
import { endCookie, loginCookies } from "../session-cookie.ts";
import { PersonReply } from "../views/people.ts";

const tag = "session";
const isPublic = { kind: "public" } as const;

const Joining = z.strictObject({
  secret: z.string().min(20).max(200).describe("From the link"),
  name: LoginName,
  displayName: Person.shape.displayName,
  password: Password,
  locale: Person.shape.locale.default("en"),
  timeZone: TimeZone.default("UTC"),
});

export const sessionRoutes: readonly Route[] = [
  route({
    method: "GET",
    path: "/api/v1/instance",
    summary: "What anybody may know of this instance",
    tag,
    access: isPublic,
    reply: z.object({ name: z.string(), needsSetUp: z.boolean(), isLoggedIn: z.boolean() }),
    handle: async ({ who }, { store }) => ({
      body: {
        name: (await store.settings.read()).instanceName,
        needsSetUp: (await store.people.count()) === 0,
        isLoggedIn: who !== null,
      },
    }),
  }),
  route({
    method: "POST",
    path: "/api/v1/login",
    summary: "Log in with name and password",
    tag,
    access: isPublic,
    body: z.strictObject({ name: z.string().min(1).max(100), password: z.string().max(1_000) }),
    reply: PersonReply,
    handle: async ({ body, origin, client: { countedAs, deviceMark: mark } }, services) => {
      const outcome = await services.login.attempt({ ...body, origin, countedAs, mark });
      if (outcome.kind === "too-many") throw new ApiError("too-many", { retryAfterMs: outcome.waitMs });
      if (outcome.kind === "refused") throw new ApiError("wrong-login");
      return { body: outcome.person, headers: loginCookies(outcome, services) };
    },
  }),
  route({
    method: "POST",
    path: "/api/v1/join",
    summary: "Use an invitation, or the set-up link of the first start",
    tag,
    access: isPublic,
    body: Joining,
    reply: PersonReply,
    status: 201,
    handle: (ask, services) => joinWith(ask, services),
  }),
  route({
    method: "POST",
    path: "/api/v1/logout",
    summary: "End this session",
    tag,
    access: { kind: "person", scope: "read", sessionOnly: true },
    handle: async ({ who, origin, now }, services) => {
      if (who.by.kind === "session") await services.store.sessions.end(who.person.id, who.by.session.id);
      await audit(services.store, { personId: who.person.id, action: "logout", address: origin.address, at: now });
      return { headers: endCookie(services) };
    },
  }),
];

async function joinWith(
  { body, origin, client, now }: Ask<undefined, undefined, z.output<typeof Joining>, unknown>,
  services: Services,
): Promise<Answer<z.input<typeof PersonReply>>> {
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
