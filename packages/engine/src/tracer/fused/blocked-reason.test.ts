import fc from "fast-check";
import { expect, test } from "vitest";
import { parseHtml } from "../../html/parse-html.ts";
import { interstitialOf } from "./blocked-reason.ts";

test.each([
  ["captcha", "<title>Just a moment...</title><h1>Checking your browser before you enter</h1>"],
  ["captcha", "<h1>Please verify that you are human</h1>"],
  ["error", "<title>404 Not Found</title><h1>Not Found</h1><p>nginx"],
  ["error", "<title>Zugriff verweigert</title><p>Wenden Sie sich an den Betreiber."],
  ["error", "<h1>503 Service Unavailable</h1>"],
  ["consent", "<title>Before you continue</title><p>We use cookies"],
  ["login", "<h1>Sign in</h1><form><input name=user><input type=password></form>"],
  ["login", "<form><input type=PASSWORD></form>"],
] as const)("%s: %s", (reason, html) => {
  expect(interstitialOf(parseHtml(html))).toBe(reason);
});

test("a page that merely speaks of such things is a page", () => {
  const article = `<h1>Why every site shows a captcha</h1>${"<p>Ten words of an article about walls on the web.</p>".repeat(60)}`;
  expect(interstitialOf(parseHtml(article))).toBeNull();
  expect(interstitialOf(parseHtml("<title>Weather</title><h1>Sunny</h1><p>21 degrees"))).toBeNull();
  expect(interstitialOf(parseHtml("<title>Harbour</title><a href=/login>Log in</a><p>Tide tables"))).toBeNull();
  expect(interstitialOf(parseHtml(""))).toBeNull();
});

test("any markup gets an answer", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 300 }), (html) => {
      expect(() => interstitialOf(parseHtml(html))).not.toThrow();
    }),
  );
});
