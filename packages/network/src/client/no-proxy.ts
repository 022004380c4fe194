/** Which hosts are reached without the proxy: the NO_PROXY variable as curl and Go read it. */
import { isIP } from "node:net";
import { type Cidr, isWithin, readCidr } from "../guard/cidr.ts";
import type { Destination } from "../guard/destination.ts";

type Rule = (destination: Destination) => boolean;

/** Entries that mean nothing are passed over, as everybody does. */
export function readNoProxy(text: string): Rule {
  const rules = text
    .split(/[\s,]+/)
    .filter((entry) => entry !== "")
    .map(readEntry);
  return (destination) => rules.some((rule) => rule(destination));
}

/** `*`, `example.org` with its subdomains, `.example.org`, `*.example.org`, any of them with a port, an address or a CIDR. */
function readEntry(entry: string): Rule {
  if (entry === "*") return () => true;
  const cidr = cidrOf(entry);
  if (cidr) return ({ hostname }) => isIP(hostname) !== 0 && isWithin(hostname, cidr);
  const [, host = "", port] = /^(.*?)(?::(\d+))?$/.exec(entry.toLowerCase()) ?? [];
  const suffix = host.replace(/^\*?\./, "");
  return (destination) => {
    const name = destination.hostname.toLowerCase();
    if (port !== undefined && Number(port) !== destination.port) return false;
    return suffix !== "" && (name === suffix || name.endsWith(`.${suffix}`));
  };
}

function cidrOf(entry: string): Cidr | null {
  try {
    return readCidr(entry.replace(/^\[(.*)\]$/, "$1"));
  } catch {
    return null;
  }
}
