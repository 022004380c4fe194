/** Deny by default: nobody gets past here without a reason. */
import type { Person } from "@tessera/model";
import type { Access } from "@tessera/model/api";
import type { FastifyRequest } from "fastify";
import { hasScope, type Principal } from "../people/principal.ts";
import { useSession } from "../people/sessions.ts";
import { useToken } from "../people/tokens.ts";
import { ApiError } from "./api-error.ts";
import type { Services } from "./services.ts";
import { cookieOf } from "./session-cookie.ts";

const READING_METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

/** Who asks, as far as the request proves it; null where it proves nothing. */
export async function identify(request: FastifyRequest, services: Services): Promise<Principal | null> {
  const { store, clock, config } = services;
  const authorization = request.headers.authorization;
  if (authorization !== undefined) {
    const [, secret = ""] = /^Bearer ([\w-]{20,200})$/.exec(authorization) ?? [];
    const found = secret ? await useToken(store, secret, { address: request.ip, now: clock() }) : null;
    return found ? { person: found.person, by: { kind: "token", token: found.token } } : null;
  }
  const secret = cookieOf(request.headers.cookie, services.cookieName);
  if (!secret) return null;
  const found = await useSession(store, secret, { idleDays: config.sessionDays, now: clock() });
  return found ? { person: found.person, by: { kind: "session", session: found.session } } : null;
}

/** Throws unless the route may be used: by anybody, or by this person with this session or token. */
export function checkAccess(access: Access, principal: Principal | null): void {
  if (access.kind === "public") return;
  if (!principal) throw new ApiError("login-needed");
  if (!hasScope(principal, access.scope) && !(access.byBrowser && hasScope(principal, "browser"))) {
    throw new ApiError("scope-missing", { detail: `The token lacks the scope "${access.scope}".` });
  }
  if (access.sessionOnly && principal.by.kind === "token") {
    throw new ApiError("scope-missing", { detail: "Tokens may not do this: log in." });
  }
  if (access.ownerOnly && !isOwner(principal.person)) throw new ApiError("owner-only");
}

function isOwner(person: Person): boolean {
  return person.role === "owner";
}

/**
 * Requests that change something must come from our own pages. Browsers say where a request comes from; programs that
 * use a token have no cookie that another site could borrow.
 */
export function checkSameSite(request: FastifyRequest, principal: Principal | null): void {
  if (READING_METHODS.has(request.method) || principal?.by.kind === "token") return;
  const { origin } = request.headers;
  // an extension that comes without anybody's session takes nothing that another site could borrow
  if (principal === null && request.routeOptions.config.access?.byBrowser && isExtension(origin)) return;
  const site = request.headers["sec-fetch-site"];
  const isOurs =
    origin === undefined
      ? site === undefined || site === "same-origin" || site === "none"
      : URL.canParse(origin) && new URL(origin).host === request.host;
  if (!isOurs) throw new ApiError("cross-site");
}

/** Extensions have origins of their own, which no web page can have. */
const EXTENSION_ORIGIN = /^(?:chrome|moz|safari-web)-extension:\/\/[\w-]{1,100}$/;

function isExtension(origin: string | undefined): origin is string {
  return origin !== undefined && EXTENSION_ORIGIN.test(origin);
}

/**
 * What lets an extension read the answer, on the routes for paired browsers and on no other. Never with credentials: a
 * cookie that a browser sends along by itself is worth nothing there, and no web page is let in at all.
 */
export function corsHeaders(access: Access | undefined, origin: string | undefined): Readonly<Record<string, string>> {
  if (!access?.byBrowser || !isExtension(origin)) return {};
  return { "access-control-allow-origin": origin, vary: "origin" };
}

export const PREFLIGHT_HEADERS = {
  "access-control-allow-headers": "authorization, content-type, if-match",
  "access-control-max-age": "600",
} as const;
