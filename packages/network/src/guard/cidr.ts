/** Networks as an owner writes them: `192.168.1.0/24`, `fd00::/8`, or one address. */
import { isIP } from "node:net";
import type { IPv4, IPv6 } from "ipaddr.js";
import { canonicalAddress } from "./address.ts";

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
