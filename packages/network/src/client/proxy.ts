/**
 * The owner's proxy, still guarded: names are resolved and checked here, and the proxy is asked for a tunnel (CONNECT)
 * to the checked address, never to the name, so that it cannot resolve it differently. The proxy itself is the owner's
 * choice and may be anywhere.
 */
import { connect, isIP, isIPv6, type Socket } from "node:net";
import { type Cidr, isWithin, readCidr } from "../guard/address.ts";
import { CaptureFailure } from "../guard/capture-failure.ts";
import { type Destination, normalised, portOf } from "../guard/destination.ts";
import type { ConnectOptions, Guard } from "../guard/guard.ts";
import type { Dial } from "./connector.ts";

export interface ProxySettings {
  /** For destinations on port 80. */
  readonly plain: URL | null;
  /** For all others. */
  readonly secure: URL | null;
  readonly isDirect: (destination: Destination) => boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

const LONGEST_HEAD = 16 * 1024;
const END_OF_HEAD = "\r\n\r\n";
const PLAIN_PORT = 80;
const TIMEOUT_MS = 10_000;

/** Addresses of a name that are tried one after the other. */
const MAX_ATTEMPTS = 3;

/** HTTP_PROXY, HTTPS_PROXY, ALL_PROXY and NO_PROXY, in either case; null where no proxy is named. */
export function proxyFromEnvironment(environment: Environment): ProxySettings | null {
  const read = (name: string) => environment[name.toLowerCase()] || environment[name] || undefined;
  const all = read("ALL_PROXY");
  const plain = proxyUrl(read("HTTP_PROXY") ?? all);
  const secure = proxyUrl(read("HTTPS_PROXY") ?? all);
  return plain || secure ? { plain, secure, isDirect: readNoProxy(read("NO_PROXY") ?? "") } : null;
}

/** Opens connections through the proxy, or directly by the guard where none is set for the destination. */
export function createProxyDial(guard: Guard, settings: ProxySettings): Dial {
  return async (asked, options = {}) => {
    const destination = normalised(asked);
    const proxy = destination.port === PLAIN_PORT ? settings.plain : settings.secure;
    if (!proxy || settings.isDirect(destination)) return guard.connect(destination, options);
    const addresses = await guard.resolve(destination, options);
    let failure: unknown;
    for (const address of addresses.slice(0, MAX_ATTEMPTS)) {
      try {
        return await openTunnel(proxy, { hostname: address, port: destination.port }, options);
      } catch (error) {
        failure = error;
      }
    }
    throw failure;
  };
}

async function openTunnel(
  proxy: URL,
  to: Destination,
  { signal, timeoutMs = TIMEOUT_MS }: ConnectOptions,
): Promise<Socket> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const socket = await connectToProxy(proxy);
  try {
    const until = signal ? AbortSignal.any([signal, timeout]) : timeout;
    await askForTunnel(socket, { to, authorization: authorizationOf(proxy), signal: until });
    return socket;
  } catch (cause) {
    socket.destroy();
    if (cause instanceof CaptureFailure) throw cause;
    const code = timeout.aborted ? "timeout" : "refused";
    // Where the proxy stands is the operator's business: the cause says it to the log.
    throw new CaptureFailure(code, { message: "no connection through the proxy of this instance", cause });
  }
}

async function connectToProxy(proxy: URL): Promise<Socket> {
  const host = proxy.hostname.replace(/^\[(.*)\]$/, "$1");
  const port = portOf(proxy);
  if (proxy.protocol !== "https:") return connect({ host, port });
  // importing it reads every root certificate
  const { connect: connectTls } = await import("node:tls");
  return connectTls({ host, port, servername: host });
}

function authorizationOf({ username, password }: URL): string | null {
  if (!username && !password) return null;
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return `Basic ${Buffer.from(pair).toString("base64")}`;
}

/** Throws a RangeError on what is set but cannot be used: going out without the proxy would not be what the owner meant. */
function proxyUrl(text: string | undefined): URL | null {
  if (text === undefined) return null;
  const withScheme = text.includes("://") ? text : `http://${text}`;
  const url = URL.canParse(withScheme) ? new URL(withScheme) : null;
  if (url?.protocol === "http:" || url?.protocol === "https:") return url;
  throw new RangeError(`not an HTTP proxy: ${text.replace(/\/\/.*@/, "//…@")}`);
}

type Rule = (destination: Destination) => boolean;

/** Entries that mean nothing are passed over, as everybody does. @internal */
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

export interface TunnelRequest {
  readonly to: Destination;
  readonly authorization: string | null;
  readonly signal: AbortSignal;
}

/** Rejects with a CaptureFailure when the proxy says no, and with the socket's or signal's own error otherwise. */
async function askForTunnel(socket: Socket, { to, authorization, signal }: TunnelRequest): Promise<void> {
  const authority = `${isIPv6(to.hostname) ? `[${to.hostname}]` : to.hostname}:${to.port}`;
  const lines = [`CONNECT ${authority} HTTP/1.1`, `Host: ${authority}`];
  if (authorization) lines.push(`Proxy-Authorization: ${authorization}`);
  socket.write(lines.join("\r\n") + END_OF_HEAD);
  const status = statusOf(await readHead(socket, signal));
  if (status >= 200 && status < 300) return;
  const isWall = status === 407;
  throw new CaptureFailure(isWall ? "blocked" : "refused", {
    message: isWall
      ? "the proxy of this instance asks for a user name and password"
      : "the proxy of this instance does not connect to the site",
    ...(status > 0 ? { status } : {}),
  });
}

/** The bytes up to the empty line; what comes after them belongs to the tunnel and stays in the socket. */
function readHead(socket: Socket, signal: AbortSignal): Promise<string> {
  return new Promise((settle, reject) => {
    let received = Buffer.alloc(0);
    const finish = (act: () => void) => {
      socket.off("data", onData).off("error", onError).off("end", onEnd);
      signal.removeEventListener("abort", onAbort);
      socket.pause();
      act();
    };
    const onError = (error: Error) => finish(() => reject(error));
    const onEnd = () => finish(() => reject(new Error("the proxy hung up")));
    const onAbort = () => finish(() => reject(signal.reason));
    const onData = (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      const end = received.indexOf(END_OF_HEAD);
      if (end < 0 && received.length <= LONGEST_HEAD) return;
      finish(() => {
        const rest = received.subarray(end + END_OF_HEAD.length);
        if (end >= 0 && rest.length > 0) socket.unshift(rest);
        settle(received.toString("latin1", 0, Math.max(end, 0)));
      });
    };
    socket.on("data", onData).on("error", onError).on("end", onEnd);
    signal.addEventListener("abort", onAbort, { once: true });
    if (signal.aborted) onAbort();
  });
}

function statusOf(head: string): number {
  return Number(/^HTTP\/1\.[01] (\d{3})(?: |\r|$)/.exec(head)?.[1] ?? 0);
}
