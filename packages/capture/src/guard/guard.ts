/** The guard at the one way out: which URL, which name, which address and which socket may be used at all. */
import { isIP, type Socket } from "node:net";
import { CaptureFailure } from "../capture-failure.ts";
import { untilAborted } from "../until-aborted.ts";
import { judgeAddress } from "./address.ts";
import { type AllowListSettings, createAllowList } from "./allow-list.ts";
import { isBlockedPort } from "./blocked-ports.ts";
import { isWithin, readCidr } from "./cidr.ts";
import { type Destination, normalised, portOf } from "./destination.ts";
import { ownNetworks } from "./own-networks.ts";
import { addressesOf, type Resolver, systemResolver } from "./resolver.ts";
import { connectToOneOf } from "./tcp.ts";

export interface GuardOptions extends AllowListSettings {
  readonly resolver?: Resolver;
  /** CIDRs refused although they are global; by default those of this machine. */
  readonly ownNetworks?: () => readonly string[];
}

export interface ConnectOptions {
  readonly signal?: AbortSignal | undefined;
  /** For all addresses of the name together. */
  readonly timeoutMs?: number;
}

export interface Guard {
  /** Throws unless the scheme, the port and, where the host is an address, the address may be used. */
  checkUrl(url: URL): void;
  /** All addresses of the host, each of them checked: one forbidden answer refuses the whole name. */
  resolve(destination: Destination, options?: ConnectOptions): Promise<readonly string[]>;
  /** A TCP connection to one of exactly those addresses: the name is not looked up a second time. */
  connect(destination: Destination, options?: ConnectOptions): Promise<Socket>;
}

const CONNECT_TIMEOUT_MS = 10_000;

export function createGuard(options: GuardOptions = {}): Guard {
  const allowList = createAllowList(options);
  const resolver = options.resolver ?? systemResolver;
  const listOwnNetworks = options.ownNetworks ?? ownNetworks;

  function checkAddress(address: string, { hostname, port }: Destination): void {
    if (allowList.allowsHost(hostname, port) || allowList.allowsAddress(address)) return;
    const verdict = judgeAddress(address);
    if (verdict.kind === "special") {
      throw forbidden(
        `${hostname} leads to ${address} (${verdict.range}), which is not one of the private hosts allowed`,
      );
    }
    const isOurs = listOwnNetworks().some((cidr) => isWithin(address, readCidr(cidr)));
    if (isOurs) throw forbidden(`${hostname} leads to this machine or its network`);
  }

  function checkPort({ hostname, port }: Destination): void {
    if (isBlockedPort(port) && !allowList.allowsHost(hostname, port)) {
      throw forbidden(`port ${port} belongs to another protocol`);
    }
  }

  async function resolve(destination: Destination, options: ConnectOptions = {}): Promise<readonly string[]> {
    const host = normalised(destination);
    checkPort(host);
    const isLiteral = isIP(host.hostname) !== 0;
    const addresses = isLiteral ? [host.hostname] : await addressesInTime(resolver, host.hostname, options);
    for (const address of addresses) checkAddress(address, host);
    return addresses;
  }

  return {
    checkUrl(url) {
      if (url.protocol !== "http:" && url.protocol !== "https:") {
        throw new CaptureFailure("bad-url", { message: `only http and https URLs are fetched, not ${url.protocol}` });
      }
      if (url.username || url.password) {
        throw new CaptureFailure("bad-url", {
          message: `a URL with a user name or password is not fetched: ${url.host}`,
        });
      }
      const host = normalised({ hostname: url.hostname, port: portOf(url) });
      checkPort(host);
      if (isIP(host.hostname)) checkAddress(host.hostname, host);
    },
    resolve,
    async connect(destination, { signal, timeoutMs = CONNECT_TIMEOUT_MS } = {}) {
      const host = normalised(destination);
      const addresses = await resolve(host, { signal, timeoutMs });
      const socket = await connectToOneOf(addresses, host, { signal, timeoutMs });
      try {
        if (!socket.remoteAddress) throw new CaptureFailure("reset", { message: `${host.hostname} hung up at once` });
        // The kernel has the last word on whom we talk to; nothing has been sent yet.
        checkAddress(socket.remoteAddress, host);
      } catch (failure) {
        socket.destroy();
        throw failure;
      }
      return socket;
    },
  };
}

/** A name server that does not answer must not hold anything up for ever. */
async function addressesInTime(
  resolver: Resolver,
  hostname: string,
  { signal, timeoutMs = CONNECT_TIMEOUT_MS }: ConnectOptions,
): Promise<readonly string[]> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    return await untilAborted(addressesOf(resolver, hostname), signal ? AbortSignal.any([signal, timeout]) : timeout);
  } catch (cause) {
    if (!timeout.aborted || cause instanceof CaptureFailure) throw cause;
    throw new CaptureFailure("dns", { message: `the name ${hostname} was not resolved in time`, retry: "soon", cause });
  }
}

function forbidden(message: string): CaptureFailure {
  return new CaptureFailure("forbidden-address", { message });
}
