/** The owner's exceptions for private networks, and what one capture or one message gets of them: its own host, or nothing. */
import { isIP } from "node:net";
import type { PrivateHost } from "@tessera/model";
import { isWithin, readCidr } from "./address.ts";
import { type Destination, destinationOf } from "./destination.ts";

/** The one private host that a piece of work may reach; everything else it reaches must be public. */
export interface PrivateGrant {
  readonly hostname: string;
  readonly ports: readonly number[];
}

export interface Asker {
  /** `everybody` where it is not for one person alone: then only what everybody may reach is granted. */
  readonly for: PrivateHost["for"];
  readonly use: PrivateHost["use"];
}

export interface AllowList {
  /** What work on this URL may reach; null where its host is not allowed, or not for this. */
  grantFor(url: URL, asker: Asker): PrivateGrant | null;
}

type Rule = PrivateHost & { readonly matches: (hostname: string) => boolean; readonly ports: readonly number[] };

/** A server that sends visitors from one to the other is still the same. */
const USUAL_PORTS: readonly number[] = [80, 443];

/** Throws a RangeError that names the entry when one cannot be read: a typing error must not open or close a door silently. */
export function createAllowList(hosts: readonly PrivateHost[]): AllowList {
  const rules: readonly Rule[] = hosts.map((entry) => ({
    ...entry,
    matches: matcherOf(entry.host),
    ports: entry.port === null ? USUAL_PORTS : [entry.port],
  }));
  return {
    grantFor(url, asker) {
      const { hostname, port } = destinationOf(url);
      const ports = rules
        .filter((rule) => rule.use === asker.use && (rule.for === "everybody" || asker.for === "owner"))
        .filter((rule) => rule.ports.includes(port) && rule.matches(hostname))
        .flatMap((rule) => rule.ports);
      return ports.length > 0 ? { hostname, ports: [...new Set(ports)] } : null;
    },
  };
}

/** For a server that the operator has named, such as that of the object store: this host and port. */
export function grantOf(url: URL): PrivateGrant {
  const { hostname, port } = destinationOf(url);
  return { hostname, ports: [port] };
}

/** Whether the grant covers a normalised destination. */
export function isGranted(grant: PrivateGrant | null | undefined, { hostname, port }: Destination): boolean {
  return grant != null && grant.hostname === hostname && grant.ports.includes(port);
}

/** Whoever has left the private host, even for a moment, does not come back: the next redirect is somebody else's. */
export function grantAt(url: URL, grant: PrivateGrant | null | undefined): PrivateGrant | null {
  return grant && isGranted(grant, destinationOf(url)) ? grant : null;
}

/** An address opens what has that address written in it; names that lead there are names, and not opened by it. */
function matcherOf(host: string): (hostname: string) => boolean {
  if (!host.includes("/") && isIP(host) === 0) return (hostname) => hostname === host;
  const cidr = readCidr(host);
  return (hostname) => isIP(hostname) !== 0 && isWithin(hostname, cidr);
}
