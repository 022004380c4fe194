import { type PrivateHost, readPrivateHost } from "@tessera/model";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Asker, createAllowList, grantAt, isGranted } from "./allow-list.ts";

const listOf = (...texts: string[]) => createAllowList(texts.map((text) => readPrivateHost(text, "pages")!));
const OWNER = { for: "owner", use: "pages" } as const;
const EVERYBODY = { for: "everybody", use: "pages" } as const;

function granted(list: ReturnType<typeof listOf>, url: string, asker: Asker = OWNER): string | null {
  const grant = list.grantFor(new URL(url), asker);
  return grant && `${grant.hostname} ${grant.ports.join(",")}`;
}

test("a name opens URLs with that name on the usual ports, or on the one that is named", () => {
  const list = listOf("nas.local", "tv.local:8080");
  expect(granted(list, "http://nas.local/x")).toBe("nas.local 80,443");
  expect(granted(list, "https://NAS.local./")).toBe("nas.local 80,443");
  expect(granted(list, "http://nas.local:5000/")).toBeNull();
  expect(granted(list, "http://x.nas.local/")).toBeNull();
  expect(granted(list, "http://tv.local:8080/")).toBe("tv.local 8080");
  expect(granted(list, "http://tv.local/")).toBeNull();
});

test("an address or a network opens URLs in which such an address is written, one of them at a time", () => {
  const list = listOf("192.168.1.10:8080", "10.0.0.0/8", "fd00::5");
  expect(granted(list, "http://192.168.1.10:8080/")).toBe("192.168.1.10 8080");
  expect(granted(list, "http://192.168.1.10/")).toBeNull();
  expect(granted(list, "http://10.1.2.3/")).toBe("10.1.2.3 80,443");
  expect(granted(list, "http://0x0a.1.2.3/")).toBe("10.1.2.3 80,443");
  expect(granted(list, "http://10.1.2.3:81/")).toBeNull();
  expect(granted(list, "http://[fd00:0::5]/")).toBe("fd00::5 80,443");
  expect(granted(list, "http://leads-to-10.test/")).toBeNull();
});

test("what is for the owner is not for everybody, and what is for pages is not for channels", () => {
  const list = listOf("nas.local", "everybody@wiki.lan");
  expect(granted(list, "http://nas.local/", EVERYBODY)).toBeNull();
  expect(granted(list, "http://wiki.lan/", EVERYBODY)).toBe("wiki.lan 80,443");
  expect(granted(list, "http://wiki.lan/")).toBe("wiki.lan 80,443");
  expect(list.grantFor(new URL("http://wiki.lan/"), { for: "owner", use: "channels" })).toBeNull();
});

test("one host on two ports is open on both for a page on either only where one entry says so", () => {
  expect(granted(listOf("nas.local", "nas.local:5000"), "http://nas.local:5000/")).toBe("nas.local 5000");
  expect(granted(listOf("nas.local", "nas.local:443"), "https://nas.local/")).toBe("nas.local 80,443");
});

test("a grant ends where its host is left", () => {
  const grant = { hostname: "nas.local", ports: [80, 443] };
  expect(grantAt(new URL("https://nas.local/x"), grant)).toBe(grant);
  expect(grantAt(new URL("http://nas.local:8080/"), grant)).toBeNull();
  expect(grantAt(new URL("http://other.local/"), grant)).toBeNull();
  expect(grantAt(new URL("http://nas.local/"), null)).toBeNull();
});

test("whatever is allowed, a grant is for the URL's own host and covers the URL", () => {
  const host = fc.constantFrom(
    "nas.local",
    "10.0.0.1",
    "10.0.0.0/8",
    "fd00::1",
    "fd00::/8",
    "192.168.0.0/16:81",
    "a:81",
  );
  const url = fc
    .tuple(
      fc.constantFrom("http", "https"),
      fc.constantFrom("nas.local", "10.0.0.1", "[fd00::1]", "a", "b"),
      fc.constantFrom("", ":81"),
    )
    .map(([scheme, name, port]) => new URL(`${scheme}://${name}${port}/`));
  fc.assert(
    fc.property(fc.array(host), url, (texts, at) => {
      const entries: readonly PrivateHost[] = texts.map((text) => readPrivateHost(text, "pages")!);
      const grant = createAllowList(entries).grantFor(at, OWNER);
      if (!grant) return;
      const port = Number(at.port || (at.protocol === "https:" ? 443 : 80));
      expect(isGranted(grant, { hostname: at.hostname.replace(/^\[|\]$/g, ""), port })).toBe(true);
    }),
  );
});
