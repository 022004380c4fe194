import { expect, test } from "vitest";
import { countedAs, isForwarded, UntrustedProxies } from "./forwarding.ts";
import { mayReadMetrics } from "./metrics.ts";

const sender = (peer: string, headers: Record<string, string>, ip = peer) => ({ ip, peer, headers });

test.each([
  ["127.0.0.1", {}, "127.0.0.1"],
  ["127.0.0.1", { "x-forwarded-for": "203.0.113.7" }, "127.0.0.1 for 203.0.113.7"],
  ["::ffff:10.0.0.2", { "x-forwarded-for": "made up, 203.0.113.7" }, "::ffff:10.0.0.2 for 203.0.113.7"],
  ["172.20.0.3", { "x-real-ip": "203.0.113.7" }, "172.20.0.3 for 203.0.113.7"],
  ["fd00::2", { "x-forwarded-proto": "https" }, "fd00::2 for "],
  // from outside anybody can make it up
  ["198.51.100.1", { "x-forwarded-for": "203.0.113.7" }, "198.51.100.1"],
  ["172.32.0.1", { "x-forwarded-for": "203.0.113.7" }, "172.32.0.1"],
])("failures of %s with %j are counted as %s", (peer, headers, expected) => {
  expect(countedAs(sender(peer, headers))).toBe(expected);
});

test("behind a trusted proxy failures are counted under whom it names", () => {
  const headers = { "x-forwarded-for": "203.0.113.7" };
  expect(countedAs(sender("127.0.0.1", headers, "203.0.113.7"))).toBe("203.0.113.7");
});

test("a proxy that nobody named is noticed once, and never more of them than can be read", () => {
  const seen: string[] = [];
  const proxies = new UntrustedProxies((peer) => seen.push(peer));
  const forwarded = { "x-forwarded-for": "203.0.113.7" };
  proxies.notice(sender("127.0.0.1", {}));
  proxies.notice(sender("127.0.0.1", forwarded, "203.0.113.7"));
  expect(seen).toEqual([]);
  for (let at = 0; at < 3; at++) proxies.notice(sender("127.0.0.1", forwarded));
  expect(seen).toEqual(["127.0.0.1"]);
  for (let at = 0; at < 100; at++) proxies.notice(sender(`198.51.100.${at}`, { via: "1.1 x" }));
  expect(seen).toHaveLength(20);
});

test("metrics are for this machine itself, not for those whom a proxy on it asks for", () => {
  const watcher = { bearer: null, address: "127.0.0.1", isForwarded: false };
  expect(mayReadMetrics(undefined, watcher)).toBe(true);
  for (const header of ["forwarded", "via", "x-forwarded-for", "x-forwarded-proto", "x-real-ip"]) {
    expect(mayReadMetrics(undefined, { ...watcher, isForwarded: isForwarded({ [header]: "x" }) })).toBe(false);
  }
  const token = "a token of some length";
  expect(mayReadMetrics(token, { ...watcher, bearer: token, isForwarded: true })).toBe(true);
  expect(mayReadMetrics(token, watcher)).toBe(false);
});
