/** The session cookie: not readable by scripts, not sent from other sites, over HTTPS only where there is HTTPS. */
import type { Services } from "./services.ts";

const DAY_SECONDS = 24 * 3_600;

type CookieServices = Pick<Services, "config" | "cookieName">;

/** With its prefix browsers refuse the cookie from anything but this very host over HTTPS. */
export function cookieNameFor(isSecure: boolean): string {
  return isSecure ? "__Host-tessera" : "tessera_session";
}

export function sessionCookie(secret: string, services: CookieServices): Readonly<Record<string, string>> {
  return cookie(secret, services.config.sessionDays * DAY_SECONDS, services);
}

export function endCookie(services: CookieServices): Readonly<Record<string, string>> {
  return cookie("", 0, services);
}

/** Secrets are base64url, which a cookie carries as it is. */
function cookie(value: string, maxAge: number, { cookieName }: CookieServices): Readonly<Record<string, string>> {
  const secure = cookieName.startsWith("__Host-") ? "; Secure" : "";
  return { "set-cookie": `${cookieName}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}` };
}

/** The value of a cookie in a request's header, or null. */
export function cookieOf(header: string | undefined, name: string): string | null {
  for (const pair of (header ?? "").split(";")) {
    const at = pair.indexOf("=");
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim() || null;
  }
  return null;
}
