/** The cookies of one page, over all requests of its way and from one capture to the next. */
import { headerOf, type ResponseHeaders } from "@tessera/network";
import { Cookie, CookieJar, MemoryCookieStore } from "tough-cookie";
import type { OwnCookie } from "./visitor.ts";

/** RFC 6265 section 6.1: what a browser keeps at least, in bytes; and more cookies than any site sets for a visitor. */
const LONGEST_COOKIE = 4_096;
const MAX_COOKIES = 150;

export interface Cookies {
  /** The Cookie header for a URL; empty where none apply. */
  headersFor(url: URL): Readonly<Record<string, string>>;
  learn(url: URL, headers: ResponseHeaders): void;
  /** All that is to be kept, as text. */
  save(): string;
}

/** Cookies that a person has given a page: of the host of this URL alone. */
export interface GivenCookies {
  readonly url: URL;
  readonly cookies: readonly OwnCookie[];
}

/** `saved` comes from `save`; text that cannot be read any more is as good as none: the site sets its cookies again. */
export function openCookies(saved?: string, given?: GivenCookies): Cookies {
  let jar = saved === undefined ? null : restore(saved);
  let learned = 0;
  if (given && given.cookies.length > 0) {
    jar ??= emptyJar();
    give(jar, given);
  }
  return {
    headersFor(url) {
      const cookie = jar?.getCookieStringSync(url.href) ?? "";
      return cookie === "" ? {} : { cookie };
    },
    learn(url, headers) {
      if (headerOf(headers, "set-cookie") === undefined) return;
      jar ??= emptyJar();
      for (const cookie of [headers["set-cookie"] ?? []].flat()) {
        if (cookie.length > LONGEST_COOKIE || learned++ >= MAX_COOKIES) continue;
        jar.setCookieSync(cookie, url.href, { ignoreError: true });
      }
    },
    save: () => JSON.stringify(withoutGiven(jar ?? emptyJar(), given?.cookies ?? []).serializeSync()),
  };
}

/** Without a domain, so that no other host is sent them, and no script of the page reads them. */
function give(jar: CookieJar, { url, cookies }: GivenCookies): void {
  for (const { name: key, value } of cookies) {
    const cookie = new Cookie({ key, value, path: "/", secure: url.protocol === "https:", httpOnly: true });
    jar.setCookieSync(cookie, url.href, { ignoreError: true });
  }
}

/** Given cookies are kept with the page's settings, sealed; a value that the site has changed since is its own. */
export function withoutGiven(jar: CookieJar, given: readonly OwnCookie[]): CookieJar {
  if (given.length === 0) return jar;
  const values = new Map(given.map(({ name, value }) => [name, value]));
  const kept = emptyJar();
  for (const each of jar.serializeSync()?.cookies ?? []) {
    const cookie = Cookie.fromJSON(each);
    if (!cookie?.domain || values.get(cookie.key) === cookie.value) continue;
    const url = `${cookie.secure ? "https" : "http"}://${cookie.domain}${cookie.path ?? "/"}`;
    if (cookie.hostOnly) cookie.domain = null;
    kept.setCookieSync(cookie, url, { ignoreError: true });
  }
  return kept;
}

function emptyJar(): CookieJar {
  return new CookieJar(new MemoryCookieStore(), { looseMode: true });
}

function restore(saved: string): CookieJar | null {
  try {
    return CookieJar.deserializeSync(saved);
  } catch {
    return null;
  }
}
