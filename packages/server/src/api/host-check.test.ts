import fc from "fast-check";
import { expect, test } from "vitest";
import { isKnownHost } from "./http-server.ts";

const known = { baseUrl: "https://tessera.example:8443", allowedHosts: ["home.example", "nas:8420"] };

test.each([
  "127.0.0.1:8420",
  "192.168.1.5",
  "[::1]:8420",
  "localhost",
  "LOCALHOST:8420",
  "nas.local",
  "tessera.example",
  "tessera.example.:443",
  "home.example:9",
  "nas",
])("%s is known", (host) => {
  expect(isKnownHost(host, known)).toBe(true);
});

test.each([
  undefined,
  "",
  "evil.example",
  "tessera.example.evil.example",
  "localhost.evil.example",
  "evil.example/localhost",
  "localhost@evil.example",
  "evil.example#.local",
  "evil.example\\.local",
  "not a host",
])("%s is not", (host) => {
  expect(isKnownHost(host, known)).toBe(false);
});

test("a name is never known because of what stands beside it", () => {
  const odd = fc.constantFrom(
    "/",
    "@",
    "#",
    "?",
    "\\",
    " ",
    ":",
    "localhost",
    ".local",
    "evil.example",
    "127.0.0.1",
    "[",
    "]",
  );
  fc.assert(
    fc.property(fc.array(odd, { minLength: 1, maxLength: 5 }), (parts) => {
      const host = `evil.example${parts.join("")}`;
      if (isKnownHost(host, known)) expect(new URL(`http://${host}`).hostname).toMatch(/\.local$|localhost$/);
    }),
  );
});
