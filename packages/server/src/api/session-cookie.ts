/** The session cookie: not readable by scripts, not sent from other sites, over HTTPS only where there is HTTPS. */
import type { Services } from "./services.ts";

const DAY_SECONDS = 24 * 3_600;

type CookieServices = Pick<Services, "config" | "cookieName">;

/** With its prefix browsers refuse the cookie from anything but this very host over HTTPS. */
export function cookieNameFor(isSecure: boolean): string {
  return isSecure ? "__Host-tessera" : "tessera_session";
}

/** Tells a later login that this browser is no stranger; the login itself ends with the session. */
export const DEVICE_COOKIE = "tessera_device";
const DEVICE_DAYS = 400;

type CookieHeader = Readonly<{ "set-cookie": string[] }>;

/** For a browser in which somebody has just proved who they are. */
export function loginCookies(login: { secret: string; mark: string }, services: CookieServices): CookieHeader {
  const secure = secureOf(services);
  const device = `Path=/api/v1/login; Max-Age=${DEVICE_DAYS * DAY_SECONDS}; HttpOnly; SameSite=Strict${secure}`;
  const session = cookie(login.secret, services.config.sessionDays * DAY_SECONDS, services);
  return { "set-cookie": [session, `${DEVICE_COOKIE}=${login.mark}; ${device}`] };
}

export function endCookie(services: CookieServices): CookieHeader {
  return { "set-cookie": [cookie("", 0, services)] };
}

/** Secrets are base64url, which a cookie carries as it is. */
function cookie(value: string, maxAge: number, services: CookieServices): string {
  const { cookieName } = services;
  return `${cookieName}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secureOf(services)}`;
}

function secureOf({ cookieName }: CookieServices): string {
  return cookieName.startsWith("__Host-") ? "; Secure" : "";
}

/** The value of a cookie in a request's header, or null. */
export function cookieOf(header: string | undefined, name: string): string | null {
  for (const pair of (header ?? "").split(";")) {
    const at = pair.indexOf("=");
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim() || null;
  }
  return null;
}
