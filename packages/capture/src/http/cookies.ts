/** The cookies of one page, over all requests of its way and from one capture to the next. */
import { headerOf, type ResponseHeaders } from "@tessera/network";
import { CookieJar, MemoryCookieStore } from "tough-cookie";

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

/** `saved` comes from `save`; text that cannot be read any more is as good as none: the site sets its cookies again. */
export function openCookies(saved?: string): Cookies {
  let jar = saved === undefined ? null : restore(saved);
  let learned = 0;
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
    save: () => JSON.stringify((jar ?? emptyJar()).serializeSync()),
  };
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
