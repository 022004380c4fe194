import fc from "fast-check";
import { expect, test } from "vitest";
import { safeHref } from "./safe-href.ts";

test("pages and mail addresses are opened", () => {
  expect(safeHref("https://example.com/a?b#c")).toBe("https://example.com/a?b#c");
  expect(safeHref("mailto:a@example.com")).toBe("mailto:a@example.com");
});

test.each([
  "javascript:alert(1)",
  " javascript:alert(1)",
  "java\nscript:alert(1)",
  "JAVASCRIPT:alert(1)",
  "data:text/html,x",
  "vbscript:x",
  "blob:https://a/b",
  "file:///etc/passwd",
  "/relative",
  "",
])("%j is not", (href) => {
  expect(safeHref(href)).toBeNull();
});

test("nothing but web pages and mail comes out, whatever goes in", () => {
  fc.assert(
    fc.property(fc.constantFrom("", "https:", "javascript:", "data:"), fc.string(), (scheme, rest) => {
      const safe = safeHref(scheme + rest);
      return safe === null || /^(https?|mailto):/.test(safe);
    }),
  );
});
