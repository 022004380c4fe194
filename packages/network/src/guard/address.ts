/** Which IP addresses are globally routable unicast, judged on the address and on every IPv4 address inside it. */
import { isIP } from "node:net";
import ipaddr, { type IPv4, type IPv6 } from "ipaddr.js";

export type AddressVerdict =
  | { readonly kind: "global" }
  /** `range` names the special-purpose registry entry, for the message. */
  | { readonly kind: "special"; readonly range: string };

const GLOBAL: AddressVerdict = { kind: "global" };

/** RFC 4291 section 2.4: today's global unicast space; all other prefixes are special or not yet given out. */
const GLOBAL_UNICAST_V6 = ipaddr.IPv6.parseCIDR("2000::/3");

/** RFC 6052: packets to these arrive at the embedded IPv4 address through a translator. */
const NAT64 = ipaddr.IPv6.parseCIDR("64:ff9b::/96");

/** RFC 5214 section 6.1: the interface identifier of an ISATAP address ends in an IPv4 address. */
const ISATAP_IDENTIFIERS: readonly (readonly [number, number])[] = [
  [0x0000, 0x5efe],
  [0x0200, 0x5efe],
];

/** Judges one address in any standard form; what is not an address is never global. */
export function judgeAddress(address: string): AddressVerdict {
  const parsed = parseAddress(address);
  if (!parsed) return { kind: "special", range: "not an address" };
  return isV4(parsed) ? judgeV4(parsed) : judgeV6(parsed);
}

/** Whether an address is written in this URL that is not of the public internet; what a name leads to is not asked. */
export function hasPrivateAddress(url: URL): boolean {
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  return isIP(host) !== 0 && judgeAddress(host).kind === "special";
}

/** The address that the kernel really talks to: an IPv4-mapped IPv6 address is that IPv4 address. */
function canonicalAddress(address: string): IPv4 | IPv6 | null {
  const parsed = parseAddress(address);
  return parsed && !isV4(parsed) && parsed.isIPv4MappedAddress() ? parsed.toIPv4Address() : parsed;
}

/**
 * The URL parser reads the text, not ipaddr.js: that one takes octal and hexadecimal IPv4 and reads `::8.8.8.8` as
 * the mapped address. Scoped addresses (`fe80::1%eth0`) do not pass.
 */
function parseAddress(address: string): IPv4 | IPv6 | null {
  const family = isIP(address);
  if (family === 4) return ipaddr.IPv4.parse(address);
  const text = `http://[${address}]/`;
  return family === 6 && URL.canParse(text) ? ipaddr.IPv6.parse(new URL(text).hostname.slice(1, -1)) : null;
}

function judgeV4(address: IPv4): AddressVerdict {
  const range = address.range();
  return range === "unicast" ? GLOBAL : { kind: "special", range };
}

function judgeV6(address: IPv6): AddressVerdict {
  if (address.isIPv4MappedAddress()) return judgeV4(address.toIPv4Address());
  if (address.match(NAT64)) return judgeV4(lastFourBytes(address));
  const range = address.range();
  if (range !== "unicast") return { kind: "special", range };
  if (!address.match(GLOBAL_UNICAST_V6)) return { kind: "special", range: "unassigned" };
  const isIsatap = ISATAP_IDENTIFIERS.some(([high, low]) => address.parts[4] === high && address.parts[5] === low);
  return isIsatap ? judgeV4(lastFourBytes(address)) : GLOBAL;
}

function lastFourBytes(address: IPv6): IPv4 {
  return new ipaddr.IPv4(address.toByteArray().slice(-4));
}

function isV4(address: IPv4 | IPv6): address is IPv4 {
  return address.kind() === "ipv4";
}

export interface Cidr {
  readonly network: IPv4 | IPv6;
  readonly bits: number;
}

/** Throws a RangeError that names the text when it is neither an address nor a CIDR. */
export function readCidr(text: string): Cidr {
  const [address = "", length, ...rest] = text.split("/");
  const network = canonicalAddress(address);
  const longest = network?.kind() === "ipv4" ? 32 : 128;
  const bits = length === undefined ? longest : /^\d{1,3}$/.test(length) ? Number(length) : Number.NaN;
  // A prefix length of a mapped address counts from the IPv6 start; nobody means that.
  const isMapped = isIP(address) === 6 && longest === 32 && length !== undefined;
  if (!network || isMapped || rest.length > 0 || !(bits <= longest)) {
    throw new RangeError(`not an address or CIDR: ${text}`);
  }
  return { network, bits };
}

/** An IPv4-mapped IPv6 address is within the IPv4 network that it is mapped from. */
export function isWithin(address: string, { network, bits }: Cidr): boolean {
  const parsed = canonicalAddress(address);
  return parsed !== null && parsed.kind() === network.kind() && parsed.match(network as typeof parsed, bits);
}
