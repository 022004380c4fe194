/** The owner's exceptions for private networks: host names (with or without a port) and CIDRs. */
import { isIP } from "node:net";
import { isWithin, readCidr } from "./cidr.ts";

export interface AllowListSettings {
  /** Entries of both kinds in one list, as people write them: what reads as an address or CIDR is one. */
  readonly privateHosts?: readonly string[];
  /** `nas.local` or `nas.local:8080`: this name may lead to any address. */
  readonly allowHosts?: readonly string[];
  /** `192.168.1.0/24` or a single address: these addresses may be reached under any name. */
  readonly allowCidrs?: readonly string[];
}

export interface AllowList {
  allowsHost(hostname: string, port: number): boolean;
  allowsAddress(address: string): boolean;
}

/** Throws a RangeError that names the entry when one cannot be read: a typing error must not open or close a door silently. */
export function createAllowList(settings: AllowListSettings): AllowList {
  const { privateHosts = [], allowHosts = [], allowCidrs = [] } = settings;
  const hosts = new Set([...allowHosts, ...privateHosts.filter((entry) => !isNetwork(entry))].map(readHost));
  const cidrs = [...allowCidrs, ...privateHosts.filter(isNetwork)].map(readCidr);
  return {
    allowsHost: (hostname, port) => {
      const name = withoutTrailingDot(hostname.toLowerCase());
      return hosts.has(name) || hosts.has(`${name}:${port}`);
    },
    allowsAddress: (address) => cidrs.some((cidr) => isWithin(address, cidr)),
  };
}

/** `nas.local.` and `nas.local` are the same name; the dot only says that it is complete. */
export function withoutTrailingDot(hostname: string): string {
  return hostname.endsWith(".") ? hostname.slice(0, -1) : hostname;
}

/** With a slash, or an address without a port: `10.0.0.0/8`, `10.0.0.1`, `fd00::1`; not `10.0.0.1:80`, `[fd00::1]:80`. */
function isNetwork(entry: string): boolean {
  return entry.includes("/") || isIP(entry) !== 0;
}

function readHost(entry: string): string {
  const url = URL.canParse(`http://${entry}`) ? new URL(`http://${entry}`) : null;
  const isHostOnly = url && url.pathname === "/" && !url.search && !url.hash && !url.username && !/[/?#@]/.test(entry);
  if (!isHostOnly) throw new RangeError(`not a host name in the allow-list: ${entry}`);
  const port = /:(\d+)$/.exec(entry)?.[1];
  const name = withoutTrailingDot(url.hostname).replace(/^\[(.*)\]$/, "$1");
  return port === undefined ? name : `${name}:${Number(port)}`;
}
