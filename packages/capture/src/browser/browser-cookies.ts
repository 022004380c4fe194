/** The cookies of a page in the two forms that its fetchers keep them in: one text for both, so that a page can change between them. */
import type { Cookie as BrowserCookie } from "playwright-core";
import { Cookie, CookieJar, MemoryCookieStore } from "tough-cookie";
import { withoutGiven } from "../http/cookies.ts";
import type { OwnCookie } from "../http/visitor.ts";

const SAME_SITE = { strict: "Strict", lax: "Lax", none: "None" } as const;

/** `saved` is what a capture before returned; text that cannot be read any more is as good as none. */
export function cookiesForBrowser(saved: string): BrowserCookie[] {
  return readJar(saved).flatMap((cookie) => {
    if (!cookie.domain) return [];
    const expires = cookie.expires instanceof Date ? cookie.expires.getTime() / 1000 : -1;
    return [
      {
        name: cookie.key,
        value: cookie.value,
        // A leading dot is how the browser is told that subdomains see the cookie too.
        domain: cookie.hostOnly ? cookie.domain : `.${cookie.domain}`,
        path: cookie.path ?? "/",
        expires,
        httpOnly: cookie.httpOnly,
        secure: cookie.secure,
        sameSite: SAME_SITE[cookie.sameSite as keyof typeof SAME_SITE] ?? "Lax",
      },
    ];
  });
}

/** `given` are those that a person gave the page: they are kept elsewhere. */
export function cookiesFromBrowser(cookies: readonly BrowserCookie[], given: readonly OwnCookie[] = []): string {
  const jar = new CookieJar(new MemoryCookieStore(), { looseMode: true });
  for (const cookie of cookies) {
    const host = cookie.domain.replace(/^\./, "");
    const kept = new Cookie({
      key: cookie.name,
      value: cookie.value,
      ...(cookie.domain.startsWith(".") ? { domain: host } : {}),
      path: cookie.path,
      expires: cookie.expires < 0 ? "Infinity" : new Date(cookie.expires * 1000),
      httpOnly: cookie.httpOnly,
      secure: cookie.secure,
      sameSite: cookie.sameSite.toLowerCase(),
    });
    jar.setCookieSync(kept, `${cookie.secure ? "https" : "http"}://${host}${cookie.path}`, { ignoreError: true });
  }
  return JSON.stringify(withoutGiven(jar, given).serializeSync());
}

function readJar(saved: string): Cookie[] {
  try {
    const { cookies } = CookieJar.deserializeSync(saved).serializeSync() ?? { cookies: [] };
    return cookies.flatMap((cookie) => Cookie.fromJSON(cookie) ?? []);
  } catch {
    return [];
  }
}
