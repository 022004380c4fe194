import fc from "fast-check";
import ipaddr from "ipaddr.js";
import { expect, test } from "vitest";
import { hasPrivateAddress, judgeAddress } from "./address.ts";

/**
 * The IANA special-purpose address registries (IPv4: RFC 6890 and successors; IPv6 likewise), multicast (RFC 5771,
 * RFC 4291) and site-local (RFC 3879). Entries that the registry calls globally reachable but that carry no web
 * pages (AS112, AMT, anycast of protocols, ORCHIDv2, drone tags) are refused as well.
 */
const SPECIAL_V4 = [
  "0.0.0.0/8 this network",
  "0.0.0.0/32 this host",
  "10.0.0.0/8 private use",
  "100.64.0.0/10 shared address space",
  "127.0.0.0/8 loopback",
  "169.254.0.0/16 link local",
  "172.16.0.0/12 private use",
  "192.0.0.0/24 IETF protocol assignments",
  "192.0.0.0/29 IPv4 service continuity",
  "192.0.0.8/32 dummy address",
  "192.0.0.9/32 port control protocol anycast",
  "192.0.0.10/32 TURN anycast",
  "192.0.0.170/31 NAT64 discovery",
  "192.0.2.0/24 TEST-NET-1",
  "192.31.196.0/24 AS112-v4",
  "192.52.193.0/24 AMT",
  "192.88.99.0/24 deprecated 6to4 relay",
  "192.168.0.0/16 private use",
  "192.175.48.0/24 direct delegation AS112",
  "198.18.0.0/15 benchmarking",
  "198.51.100.0/24 TEST-NET-2",
  "203.0.113.0/24 TEST-NET-3",
  "224.0.0.0/4 multicast",
  "240.0.0.0/4 reserved",
  "255.255.255.255/32 limited broadcast",
];

const SPECIAL_V6 = [
  "::/128 unspecified",
  "::1/128 loopback",
  "::/96 IPv4-compatible",
  "::ffff:0:0:0/96 IPv4-translated",
  "64:ff9b:1::/48 local-use NAT64",
  "100::/64 discard only",
  "100:0:0:1::/64 dummy prefix",
  "2001::/23 IETF protocol assignments",
  "2001::/32 Teredo",
  "2001:1::1/128 port control protocol anycast",
  "2001:1::2/128 TURN anycast",
  "2001:1::3/128 DNS-SD anycast",
  "2001:2::/48 benchmarking",
  "2001:3::/32 AMT",
  "2001:4:112::/48 AS112-v6",
  "2001:10::/28 deprecated ORCHID",
  "2001:20::/28 ORCHIDv2",
  "2001:30::/28 drone remote id",
  "2001:db8::/32 documentation",
  "2002::/16 6to4",
  "2620:4f:8000::/48 direct delegation AS112",
  "3fff::/20 documentation",
  "5f00::/16 segment routing",
  "fc00::/7 unique local",
  "fe80::/10 link local",
  "fec0::/10 site local",
  "ff00::/8 multicast",
  "4000::/3 unassigned",
  "e000::/4 unassigned",
];

const GLOBAL = ["1.1.1.1", "8.8.8.8", "93.184.216.34", "172.15.255.255", "172.32.0.0", "100.63.255.255", "100.128.0.0"];
const GLOBAL_V6 = ["2606:4700:4700::1111", "2a00:1450:4001:81b::200e", "2001:4860:4860::8888", "2400:cb00::1"];

test.each([...SPECIAL_V4, ...SPECIAL_V6])("%s is refused from its first to its last address", (entry) => {
  const [network, bits] = ipaddr.parseCIDR(entry.split(" ")[0]!);
  const bytes = network.toByteArray();
  fc.assert(
    fc.property(fc.uint8Array({ minLength: bytes.length, maxLength: bytes.length }), (random) => {
      expect(judgeAddress(addressIn(bytes, bits, random)).kind).toBe("special");
    }),
    {
      examples: [[new Uint8Array(bytes.length)], [new Uint8Array(bytes.length).fill(255)]],
    },
  );
});

test.each([...GLOBAL, ...GLOBAL_V6])("%s is global", (address) => {
  expect(judgeAddress(address)).toEqual({ kind: "global" });
});

test("an IPv4 address inside an IPv6 address is judged as itself", () => {
  const v4 = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.nat(255)).map((bytes) => bytes.join("."));
  fc.assert(
    fc.property(
      v4,
      fc.constantFrom("::ffff:", "64:ff9b::", "2a00:1450::5efe:", "2a00:1450::200:5efe:"),
      (inner, prefix) => {
        expect(judgeAddress(prefix + inner).kind).toBe(judgeAddress(inner).kind);
      },
    ),
  );
});

test("6to4, Teredo and IPv4-compatible forms of a public address are refused too: nobody serves pages there", () => {
  for (const address of ["2002:808:808::1", "2001:0:4136:e378:8000:63bf:f7f7:f7f7", "::8.8.8.8"]) {
    expect(judgeAddress(address).kind).toBe("special");
  }
});

test("what is not an address is never global", () => {
  for (const text of ["", "nowhere", "1.2.3.4.5", "8.8.8.8/8", "::1%lo", "2606:4700::1%eth0", "[::1]", "8.8.8.8 "]) {
    expect(judgeAddress(text).kind).toBe("special");
  }
  fc.assert(fc.property(fc.string(), (text) => void judgeAddress(text)));
});

/** The network's first `bits` bits, the rest from `random`. */
function addressIn(network: readonly number[], bits: number, random: Uint8Array): string {
  const bytes = network.map((byte, index) => {
    const fixed = Math.max(0, Math.min(8, bits - index * 8));
    const mask = (0xff << (8 - fixed)) & 0xff;
    return (byte & mask) | (random[index]! & ~mask & 0xff);
  });
  return ipaddr.fromByteArray(bytes).toString();
}

test.each([
  ["http://192.168.1.10:8080/x", true],
  ["http://0x7f.1/", true],
  ["https://[fd00::1]/", true],
  ["https://[::ffff:10.0.0.1]/", true],
  ["https://8.8.8.8/", false],
  ["https://[2001:4860:4860::8888]/", false],
  ["https://nas.local/", false],
  ["https://10.0.0.1.example/", false],
])("%s has a private address: %s", (url, isPrivate) => {
  expect(hasPrivateAddress(new URL(url))).toBe(isPrivate);
});
