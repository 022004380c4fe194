import fc from "fast-check";
import { expect, test } from "vitest";
import { historyPath, pickPath, placeOf, repairPath, safeHref, sheetPath, tileHistoryPath, typedUrl } from "./place.ts";

test("addresses name their page", () => {
  expect(placeOf("/")).toEqual({ page: "home" });
  expect(placeOf("/sheets/a")).toEqual({ page: "sheet", id: "a" });
  expect(placeOf("/settings")).toEqual({ page: "settings", section: "account" });
  expect(placeOf("/follows/x/elsewhere")).toEqual({ page: "nowhere" });
  expect(placeOf("/settings/account/further")).toEqual({ page: "nowhere" });
});

test("what the app links to, it finds again", () => {
  fc.assert(
    fc.property(fc.uuid(), (id) => {
      expect(placeOf(sheetPath(id))).toEqual({ page: "sheet", id });
      expect(placeOf(historyPath(id))).toEqual({ page: "history", followId: id });
      expect(placeOf(tileHistoryPath(id))).toEqual({ page: "tile-history", tileId: id });
      expect(placeOf(repairPath(id))).toEqual({ page: "repair", followId: id });
    }),
  );
});

test("any address is some page", () => {
  fc.assert(fc.property(fc.string(), (path) => placeOf(`/${path}`).page.length > 0));
});

test("the picker is told only what is known", () => {
  expect(pickPath({ url: "https://a.example/?b=c&d", sheet: "" })).toBe(
    "/pick?url=https%3A%2F%2Fa.example%2F%3Fb%3Dc%26d",
  );
});

test("a typed address gets its scheme, and only web pages are taken", () => {
  expect(typedUrl(" example.com/news ")).toBe("https://example.com/news");
  expect(typedUrl("http://localhost:8080")).toBe("http://localhost:8080/");
  for (const home of ["localhost:8080/a", "192.168.1.5/a", "[::1]:81/a", "nas/a", "printer.local/a"])
    expect(typedUrl(home)).toBe(`http://${home}`);
  expect(typedUrl("192.168.1.5:443/a")).toBe("https://192.168.1.5/a");
  expect(typedUrl("1.example.com:8443/a")).toBe("https://1.example.com:8443/a");
  for (const feed of ["feed://example.com/f", "feed:http://example.com/f", "FEED://http://example.com/f"])
    expect(typedUrl(feed)).toBe("http://example.com/f");
  expect(typedUrl("feed:https://example.com/f")).toBe("https://example.com/f");
  expect(typedUrl("feed:8080/a")).toBe("http://feed:8080/a");
  expect(typedUrl("feed:javascript:alert(1)")).toBeNull();
  expect(typedUrl("ftp://example.com")).toBeNull();
  expect(typedUrl("")).toBeNull();
  expect(typedUrl("two words")).toBeNull();
});

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
