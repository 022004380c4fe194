/**
 * The owner's proxy, still guarded: names are resolved and checked here, and the proxy is asked for a tunnel (CONNECT)
 * to the checked address, never to the name, so that it cannot resolve it differently. The proxy itself is the owner's
 * choice and may be anywhere.
 */
import { connect, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { CaptureFailure } from "../guard/capture-failure.ts";
import { type Destination, normalised, portOf } from "../guard/destination.ts";
import type { ConnectOptions, Guard } from "../guard/guard.ts";
import type { Dial } from "./connector.ts";
import { readNoProxy } from "./no-proxy.ts";
import { askForTunnel } from "./proxy-tunnel.ts";

export interface ProxySettings {
  /** For destinations on port 80. */
  readonly plain: URL | null;
  /** For all others. */
  readonly secure: URL | null;
  readonly isDirect: (destination: Destination) => boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

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
  const socket = connectToProxy(proxy);
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

function connectToProxy(proxy: URL): Socket {
  const host = proxy.hostname.replace(/^\[(.*)\]$/, "$1");
  const port = portOf(proxy);
  return proxy.protocol === "https:" ? connectTls({ host, port, servername: host }) : connect({ host, port });
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
