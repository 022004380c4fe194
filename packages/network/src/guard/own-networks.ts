/** The addresses this machine itself answers on: public ones too must not be a way around its firewall. */
import { type NetworkInterfaceInfo, networkInterfaces } from "node:os";

/**
 * CIDRs of this machine: its own IPv4 addresses, and for IPv6 the whole network on the link, because there the
 * neighbours at home (a NAS, a printer) have globally routable addresses as well.
 */
export function ownNetworks(interfaces: NodeJS.Dict<NetworkInterfaceInfo[]> = networkInterfaces()): readonly string[] {
  const cidrs: string[] = [];
  for (const addresses of Object.values(interfaces)) {
    for (const { family, address, cidr } of addresses ?? []) {
      cidrs.push(family === "IPv6" && cidr ? cidr : `${address}/${family === "IPv6" ? 128 : 32}`);
    }
  }
  return cidrs;
}
