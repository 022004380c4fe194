/** A web site on loopback for the tests, under the name `site.test`, which is their public internet. */
import { createServer, type RequestListener } from "node:http";
import { createSecureServer } from "node:http2";
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from "node:net";
import { HttpClient } from "../client/http-client.ts";
import { grantOf } from "../guard/allow-list.ts";
import type { Destination } from "../guard/destination.ts";
import { createGuard, type Guard } from "../guard/guard.ts";
import { TEST_CERTIFICATE, TEST_KEY } from "./certificate.fixture.ts";

export interface LoopbackSite {
  /** `http://site.test:port`; other names under it work as well. */
  readonly origin: string;
  readonly port: number;
  readonly guard: Guard;
  readonly httpClient: HttpClient;
  close(): Promise<void>;
}

/** A site that speaks HTTP as it should. */
export function startSite(listener: RequestListener): Promise<LoopbackSite> {
  return open(createServer({ keepAliveTimeout: 30_000 }, listener), "http");
}

/** The same over TLS, with HTTP/2 offered; the site's certificate is trusted by its own way out only. */
export function startSecureSite(listener: RequestListener): Promise<LoopbackSite> {
  const server = createSecureServer({ key: TEST_KEY, cert: TEST_CERTIFICATE, allowHTTP1: true });
  server.on("request", listener as never);
  return open(server, "https");
}

/** A site that does with its connections whatever it likes. */
export function startRawSite(onConnection: (socket: Socket) => void): Promise<LoopbackSite> {
  return open(
    createTcpServer((socket) => {
      // The client hangs up on hostile sites; that is no error of the test.
      socket.on("error", () => socket.destroy());
      onConnection(socket);
    }),
    "http",
  );
}

/** The real guard, for which every name leads to loopback, and those given are public all the same. */
export function loopbackGuard(publicNames: readonly string[]): Guard {
  const guard = createGuard({ resolver: async () => ["127.0.0.1"] });
  const grantTo = ({ hostname, port }: Destination) =>
    publicNames.includes(hostname) ? { hostname, ports: [port] } : null;
  return {
    checkUrl: (url, grant) => guard.checkUrl(url, publicNames.includes(url.hostname) ? grantOf(url) : grant),
    resolve: (to, options) => guard.resolve(to, { ...options, grant: grantTo(to) ?? options?.grant }),
    connect: (to, options) => guard.connect(to, { ...options, grant: grantTo(to) ?? options?.grant }),
  };
}

async function open(server: Server, scheme: "http" | "https"): Promise<LoopbackSite> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const { port } = server.address() as AddressInfo;
  const guard = loopbackGuard(["site.test", "other.site.test"]);
  const httpClient = new HttpClient({ guard, tls: { ca: TEST_CERTIFICATE } });
  return {
    origin: `${scheme}://site.test:${port}`,
    port,
    guard,
    httpClient,
    async close() {
      await httpClient.close();
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((closed) => server.close(() => closed()));
    },
  };
}
