/** Names become addresses: the system's resolver by default, so that hosts files and mDNS names work as elsewhere. */
import { Resolver as DnsResolver, lookup } from "node:dns/promises";
import { CaptureFailure } from "./capture-failure.ts";

/** All addresses of a name; an empty answer means that it has none. */
export type Resolver = (hostname: string) => Promise<readonly string[]>;

/** `getaddrinfo` and DNS errors that are about this moment, not about the name. */
const TEMPORARY = new Set(["EAI_AGAIN", "ETIMEOUT", "ESERVFAIL", "ECONNREFUSED"]);

/** For one question to one server. */
const DNS_TIMEOUT_MS = 3_000;

export const systemResolver: Resolver = async (hostname) => {
  const answers = await lookup(hostname, { all: true, order: "verbatim" });
  return answers.map((answer) => answer.address);
};

/** Resolves, with every failure of it typed. */
export async function addressesOf(resolver: Resolver, hostname: string): Promise<readonly string[]> {
  let addresses: readonly string[];
  try {
    addresses = await resolver(hostname);
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
    const retry = TEMPORARY.has(code) ? "soon" : "later";
    throw new CaptureFailure("dns", { message: `the name ${hostname} could not be resolved`, retry, cause });
  }
  if (addresses.length === 0) throw new CaptureFailure("dns", { message: `the name ${hostname} has no address` });
  return addresses;
}

/** A resolver that asks the given servers (`127.0.0.1:53`) instead of the system; hosts files and mDNS do not apply. */
export function serversResolver(servers: readonly string[]): Resolver {
  return async (hostname) => {
    const resolver = new DnsResolver({ timeout: DNS_TIMEOUT_MS, tries: 2 });
    resolver.setServers(servers);
    const [v4, v6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const addresses = [v4, v6].flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
    if (addresses.length === 0 && v4.status === "rejected") throw v4.reason;
    return addresses;
  };
}
