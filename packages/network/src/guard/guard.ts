/** The guard at the one way out: which URL, which name, which address and which socket may be used at all. */
import { connect, isIP, type LookupFunction, type Socket } from "node:net";
import { type NetworkInterfaceInfo, networkInterfaces } from "node:os";
import { isWithin, judgeAddress, readCidr } from "./address.ts";
import { isGranted, type PrivateGrant } from "./allow-list.ts";
import { CaptureFailure } from "./capture-failure.ts";
import { type Destination, destinationOf, normalised } from "./destination.ts";
import { addressesOf, type Resolver, systemResolver } from "./resolver.ts";
import { untilAborted } from "./until-aborted.ts";

export interface GuardOptions {
  readonly resolver?: Resolver;
  /** CIDRs refused although they are global; by default those of this machine. */
  readonly ownNetworks?: () => readonly string[];
  /** CIDRs that count as public although they are not; for tests, whose internet is on loopback. */
  readonly publicNetworks?: readonly string[];
  /** Hears where a name led that was refused: facts of the network, which are told to nobody who asked. */
  readonly onRefusal?: (refusal: AddressRefusal) => void;
}

export interface AddressRefusal extends Destination {
  readonly address: string;
  readonly range: string;
}

export interface ConnectOptions {
  /** The private host that this work may reach; without it none. */
  readonly grant?: PrivateGrant | null | undefined;
  readonly signal?: AbortSignal | undefined;
  /** For all addresses of the name together. */
  readonly timeoutMs?: number;
}

export interface Guard {
  /** Throws unless the scheme, the port and, where the host is an address, the address may be used. */
  checkUrl(url: URL, grant?: PrivateGrant | null): void;
  /** All addresses of the host, each of them checked: one forbidden answer refuses the whole name. */
  resolve(destination: Destination, options?: ConnectOptions): Promise<readonly string[]>;
  /** A TCP connection to one of exactly those addresses: the name is not looked up a second time. */
  connect(destination: Destination, options?: ConnectOptions): Promise<Socket>;
}

/** Ports of other protocols that HTTP must not be made to speak to: the list of the Fetch standard, "bad port". */
const BLOCKED_PORTS: ReadonlySet<number> = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110,
  111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532,
  540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061,
  6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);

const CONNECT_TIMEOUT_MS = 10_000;

export function createGuard(options: GuardOptions = {}): Guard {
  const resolver = options.resolver ?? systemResolver;
  const listOwnNetworks = options.ownNetworks ?? ownNetworks;
  const publicNetworks = (options.publicNetworks ?? []).map(readCidr);

  function rangeOf(address: string): string | null {
    if (publicNetworks.some((cidr) => isWithin(address, cidr))) return null;
    const verdict = judgeAddress(address);
    if (verdict.kind === "special") return verdict.range;
    return listOwnNetworks().some((cidr) => isWithin(address, readCidr(cidr))) ? "this machine or its network" : null;
  }

  function checkAddress(address: string, host: Destination, grant: ConnectOptions["grant"]): void {
    if (isGranted(grant, host)) return;
    const range = rangeOf(address);
    if (range === null) return;
    options.onRefusal?.({ ...host, address, range });
    // The address and its range are nobody's business who does not know them already.
    throw forbidden(
      `${host.hostname}:${host.port} is not on the public internet, and not a private host allowed for this`,
    );
  }

  function checkPort(host: Destination, grant: ConnectOptions["grant"]): void {
    if (isBlockedPort(host.port) && !isGranted(grant, host)) {
      throw forbidden(`port ${host.port} belongs to another protocol`);
    }
  }

  async function resolve(destination: Destination, options: ConnectOptions = {}): Promise<readonly string[]> {
    const host = normalised(destination);
    checkPort(host, options.grant);
    const isLiteral = isIP(host.hostname) !== 0;
    const addresses = isLiteral ? [host.hostname] : await addressesInTime(resolver, host.hostname, options);
    for (const address of addresses) checkAddress(address, host, options.grant);
    return addresses;
  }

  return {
    checkUrl(url, grant) {
      if (url.protocol !== "http:" && url.protocol !== "https:") {
        throw new CaptureFailure("bad-url", { message: `only http and https URLs are fetched, not ${url.protocol}` });
      }
      if (url.username || url.password) {
        throw new CaptureFailure("bad-url", {
          message: `a URL with a user name or password is not fetched: ${url.host}`,
        });
      }
      const host = destinationOf(url);
      checkPort(host, grant);
      if (isIP(host.hostname)) checkAddress(host.hostname, host, grant);
    },
    resolve,
    async connect(destination, { signal, timeoutMs = CONNECT_TIMEOUT_MS, grant } = {}) {
      const host = normalised(destination);
      const addresses = await resolve(host, { signal, timeoutMs, grant });
      const socket = await connectToOneOf(addresses, host, { signal, timeoutMs });
      try {
        if (!socket.remoteAddress) throw new CaptureFailure("reset", { message: `${host.hostname} hung up at once` });
        // The kernel has the last word on whom we talk to; nothing has been sent yet.
        checkAddress(socket.remoteAddress, host, grant);
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

function isBlockedPort(port: number): boolean {
  return BLOCKED_PORTS.has(port);
}

/**
 * CIDRs of this machine: its own IPv4 addresses, and for IPv6 the whole network on the link, because there the
 * neighbours at home (a NAS, a printer) have globally routable addresses as well.
 */
function ownNetworks(interfaces: NodeJS.Dict<NetworkInterfaceInfo[]> = networkInterfaces()): readonly string[] {
  const cidrs: string[] = [];
  for (const addresses of Object.values(interfaces)) {
    for (const { family, address, cidr } of addresses ?? []) {
      cidrs.push(family === "IPv6" && cidr ? cidr : `${address}/${family === "IPv6" ? 128 : 32}`);
    }
  }
  return cidrs;
}

interface TcpOptions {
  readonly signal: AbortSignal | undefined;
  readonly timeoutMs: number;
}

/** Node tries the addresses in turn (RFC 8305); the lookup it is given can only answer with the checked ones. */
function connectToOneOf(addresses: readonly string[], host: Destination, options: TcpOptions): Promise<Socket> {
  const answers = addresses.map((address) => ({ address, family: isIP(address) }));
  const pinned: LookupFunction = (_hostname, { all }, done) => {
    if (all) done(null, answers);
    else done(null, answers[0]!.address, answers[0]!.family);
  };
  return new Promise((settle, reject) => {
    options.signal?.throwIfAborted();
    const socket = connect({ host: host.hostname, port: host.port, lookup: pinned, noDelay: true });
    const stop = (failure: unknown) => {
      cleanUp();
      socket.destroy();
      reject(failure);
    };
    const onAbort = () => stop(options.signal?.reason);
    const onError = (cause: Error) => stop(connectFailure(host, cause));
    const timer = setTimeout(() => {
      stop(new CaptureFailure("timeout", { message: `no connection to ${host.hostname} in ${options.timeoutMs} ms` }));
    }, options.timeoutMs);
    const cleanUp = () => {
      clearTimeout(timer);
      options.signal?.removeEventListener("abort", onAbort);
      socket.off("error", onError);
    };
    options.signal?.addEventListener("abort", onAbort, { once: true });
    socket.once("error", onError);
    socket.once("connect", () => {
      cleanUp();
      settle(socket);
    });
  });
}

function connectFailure(host: Destination, cause: Error): CaptureFailure {
  const code = "code" in cause ? cause.code : undefined;
  const message = `no connection to ${host.hostname}:${host.port}`;
  return new CaptureFailure(code === "ETIMEDOUT" ? "timeout" : "refused", { message, cause });
}
