/** A host and a port to connect to, in the one spelling that the URL parser gives. */
import { isIP } from "node:net";
import { CaptureFailure } from "./capture-failure.ts";

export interface Destination {
  /** As in `URL.hostname`: a name, an IPv4 address, or an IPv6 address with or without brackets. */
  readonly hostname: string;
  readonly port: number;
}

/** A port, path, credentials or backslash smuggled into a host; the colons of an IPv6 address are none of these. */
const HAS_MORE_THAN_A_HOST = /[/?#@\\]|^[^[:]*:[^:]*$|\]:/;

export function portOf(url: URL): number {
  return url.port ? Number(url.port) : url.protocol === "https:" ? 443 : 80;
}

export function destinationOf(url: URL): Destination {
  return normalised({ hostname: url.hostname, port: portOf(url) });
}

/** One spelling for a host, made by the one URL parser: `0x7f.1`, `[::1]` and full-width digits become plain addresses. */
export function normalised({ hostname, port }: Destination): Destination {
  const text = `http://${isIP(hostname) === 6 ? `[${hostname}]` : hostname}/`;
  const url = HAS_MORE_THAN_A_HOST.test(hostname) || !URL.canParse(text) ? null : new URL(text);
  if (!url || !Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new CaptureFailure("bad-url", { message: `not a host and port: ${hostname}:${port}` });
  }
  return { hostname: withoutTrailingDot(url.hostname).replace(/^\[(.*)\]$/, "$1"), port };
}

/** `nas.local.` and `nas.local` are the same name; the dot only says that it is complete. */
function withoutTrailingDot(hostname: string): string {
  return hostname.endsWith(".") ? hostname.slice(0, -1) : hostname;
}
