/** Names become addresses: the system's resolver by default, so that hosts files and mDNS names work as elsewhere. */
import { lookup } from "node:dns/promises";
import { CaptureFailure } from "../capture-failure.ts";

/** All addresses of a name; an empty answer means that it has none. */
export type Resolver = (hostname: string) => Promise<readonly string[]>;

/** `getaddrinfo` and DNS errors that are about this moment, not about the name. */
const TEMPORARY = new Set(["EAI_AGAIN", "ETIMEOUT", "ESERVFAIL", "ECONNREFUSED"]);

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
