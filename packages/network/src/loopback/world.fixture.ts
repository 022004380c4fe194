/**
 * A small internet on loopback for the tests of the guard: a "public" site, a private canary that must never be
 * reached, and a name server. The guard has nothing switched off: it only takes one loopback network for public.
 */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { GuardOptions } from "../guard/guard.ts";
import { serversResolver } from "../guard/resolver.ts";
import { startNameServer } from "./name-server.fixture.ts";

/** Plays the public internet; all of 127.0.0.0/8 is local on Linux. */
const PUBLIC_NETWORK = "127.9.9.0/24";
const PUBLIC_ADDRESS = "127.9.9.9";
/** Public too, but nobody listens: the client goes on to the next answer. */
const DEAD_ADDRESS = "127.9.9.8";
const CANARY_ADDRESSES = ["127.0.0.1", "::1"];
const METADATA = "169.254.169.254";

/** What the name server says: constant answers, or by the number of times the name was asked for. */
const NAMES: Readonly<Record<string, (asked: number) => readonly string[]>> = {
  "site.test": () => [PUBLIC_ADDRESS],
  localhost: () => ["127.0.0.1"],
  "loop4.test": () => ["127.0.0.1"],
  "loop6.test": () => ["::1"],
  "mapped.test": () => ["::ffff:127.0.0.1"],
  "any.test": () => ["0.0.0.0"],
  "any6.test": () => ["::"],
  "metadata.test": () => [METADATA],
  "translated.test": () => ["64:ff9b::7f00:1"],
  "private.test": () => ["10.0.0.1"],
  "unique-local.test": () => ["fd00::1"],
  "mixed-private-first.test": () => ["127.0.0.1", PUBLIC_ADDRESS],
  "mixed-dead-first.test": () => [DEAD_ADDRESS, "127.0.0.1"],
  "mixed-families.test": () => [DEAD_ADDRESS, "::1"],
  "mixed-many.test": () => [...Array.from({ length: 10 }, (_, index) => `127.9.9.${20 + index}`), "127.0.0.1"],
  "rebind.test": (asked) => [asked % 2 === 0 ? PUBLIC_ADDRESS : "127.0.0.1"],
  "127.0.0.1.wildcard.test": () => ["127.0.0.1"],
};

export interface SsrfWorld {
  /** The port of the site, and of the canary. */
  readonly port: number;
  /** `http://site.test:port` */
  readonly site: string;
  /** For `createGuard`: the world's resolver and its public network. */
  readonly guardOptions: GuardOptions;
  /** Requests and bare connections that reached the canary since the last call. */
  takeLeaks(): readonly string[];
  close(): Promise<void>;
}

export interface SsrfWorldOptions {
  /** What the site answers where it is not `/redirect`: pages that try to get the browser out. */
  readonly pages?: Pages;
  /** What the canary answers where it is not `/redirect`: it is then a private host that has pages of its own. */
  readonly privatePages?: Pages;
}

type Pages = (path: string, world: { readonly port: number; readonly site: string }) => string | null;

export async function startSsrfWorld(options: SsrfWorldOptions = {}): Promise<SsrfWorld> {
  const leaks: string[] = [];
  const { canaries, port, site } = await listenOnOnePort(leaks, options);
  const names = await startNameServer((name, asked) => NAMES[name]?.(asked) ?? null);
  return {
    port,
    site: `http://site.test:${port}`,
    guardOptions: { resolver: serversResolver([names.address]), publicNetworks: [PUBLIC_NETWORK] },
    takeLeaks: () => leaks.splice(0),
    async close() {
      await Promise.all([...canaries, site].map(stop));
      await names.close();
    },
  };
}

interface Listening {
  readonly canaries: readonly Server[];
  readonly site: Server;
  readonly port: number;
}

/** The same port on the public and on the private addresses, so that only the address tells them apart. */
async function listenOnOnePort(leaks: string[], options: SsrfWorldOptions): Promise<Listening> {
  for (let attempt = 0; attempt < 20; attempt++) {
    const site = siteServer(options);
    const canaries = CANARY_ADDRESSES.map(() => canaryServer(leaks, options));
    const port = (await listen(site, 0, PUBLIC_ADDRESS)) ?? 0;
    const ports = await Promise.all(canaries.map((canary, index) => listen(canary, port, CANARY_ADDRESSES[index]!)));
    if (ports.every((own) => own === port)) return { canaries, site, port };
    await Promise.all([site, ...canaries].map(stop));
  }
  throw new Error("no port is free on all addresses of the test world");
}

function canaryServer(leaks: string[], { privatePages }: SsrfWorldOptions): Server {
  const server = pageServer("<title>canary</title>secret", privatePages);
  server.on("request", ({ method, url, headers }) => leaks.push(`${method} ${url} for ${headers.host}`));
  server.on("connection", (socket) => leaks.push(`connection to ${socket.localAddress}`));
  return server;
}

function siteServer({ pages }: SsrfWorldOptions): Server {
  return pageServer("<title>site</title>public", pages);
}

/** `/redirect?status=302&to=…` redirects; every other path is a page. */
function pageServer(otherwise: string, pages: Pages = () => null): Server {
  return createServer((request, response) => {
    const host = request.headers.host ?? "site.test";
    const url = new URL(request.url ?? "/", `http://${host}`);
    const to = url.searchParams.get("to");
    if (url.pathname === "/redirect" && to !== null) {
      response.writeHead(Number(url.searchParams.get("status") ?? 302), { location: to }).end();
      return;
    }
    const page = pages(url.pathname + url.search, { port: Number(url.port), site: url.origin });
    response.writeHead(200, { "content-type": typeOf(url.pathname) }).end(page ?? otherwise);
  });
}

function typeOf(path: string): string {
  if (path.endsWith(".js")) return "text/javascript";
  return path.endsWith(".css") ? "text/css" : "text/html; charset=utf-8";
}

function listen(server: Server, port: number, address: string): Promise<number | null> {
  return new Promise((settle) => {
    server.once("error", () => settle(null));
    server.listen(port, address, () => settle((server.address() as AddressInfo).port));
  });
}

async function stop(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise<void>((closed) => server.close(() => closed()));
}
