/** Serves the demo sites on loopback, each from a port of its own: to Tessera they are strangers. */
import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { DemoClock } from "./clock.ts";
import { DEMO_SITES } from "./demo-sites.ts";
import type { Answer, DemoSite } from "./site.ts";

export interface RunningSites {
  /** Address of the start page by the name of the site. */
  readonly urls: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

const HOST = "127.0.0.1";

/** `firstPort` is that of the first site, the others follow; 0 takes any that are free. */
export async function serveSites(
  clock: DemoClock,
  firstPort = 0,
  sites: readonly DemoSite[] = DEMO_SITES,
): Promise<RunningSites> {
  const servers: Server[] = [];
  const urls: Record<string, string> = {};
  for (const [order, site] of sites.entries()) {
    const server = createServer((request, response) => {
      const { path, copy } = placeOf(request.url ?? "/");
      respond(site.answer(path, clock.momentOf(site.name, copy)), { request, response });
    });
    servers.push(server);
    await new Promise<void>((ready, failed) => {
      server.once("error", failed);
      server.listen(firstPort === 0 ? 0 : firstPort + order, HOST, ready);
    });
    urls[site.name] = `http://${HOST}:${(server.address() as AddressInfo).port}/`;
  }
  return { urls, close: () => closeAll(servers) };
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** The start page and the feed of a site are also below `/copies/NAME/`: others to whoever follows them, with a time of their own. */
const COPY = /^\/copies\/([\w-]+)(\/(?:feed\.xml)?)$/;

function placeOf(url: string): { readonly path: string; readonly copy: string } {
  const path = new URL(url, "http://demo.test").pathname;
  const [, copy = "", copied = path] = COPY.exec(path) ?? [];
  return { path: copied, copy };
}

/** The address of a copy of a site. */
export function copyOf(siteUrl: string, copy: string): string {
  return new URL(`/copies/${copy}/`, siteUrl).href;
}

function respond(answer: Answer | null, { request, response }: Exchange): void {
  if (!answer) {
    response.writeHead(404, { "content-type": "text/plain; charset=utf-8" }).end("There is nothing here.\n");
    return;
  }
  const etag = `"${createHash("sha256").update(answer.body).digest("hex").slice(0, 16)}"`;
  const headers = { "content-type": answer.contentType, etag, "cache-control": "no-cache" };
  if (request.headers["if-none-match"] === etag) response.writeHead(304, headers).end();
  else response.writeHead(200, headers).end(request.method === "HEAD" ? undefined : answer.body);
}

async function closeAll(servers: readonly Server[]): Promise<void> {
  await Promise.all(
    servers.map((server) => {
      server.closeAllConnections();
      return new Promise<void>((closed) => server.close(() => closed()));
    }),
  );
}
