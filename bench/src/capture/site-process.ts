/** The loopback server of `bench capture`, in a process of its own so that its work is not counted as ours. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { samplePage } from "./sample-page.ts";

const ETAG = '"edition-1"';
/** Prepared before the measurement; after this many requests they come again, to other hosts. */
const VERSIONS = 100;

const pages = Array.from({ length: VERSIONS }, (_, version) => Buffer.from(samplePage(version)));
const zipped = pages.map((page) => gzipSync(page));
let requests = 0;

const server = createServer((request, response) => {
  const version = requests++ % VERSIONS;
  const html = { "content-type": "text/html; charset=utf-8" };
  if (request.url === "/unchanged" && request.headers["if-none-match"] === ETAG)
    response.writeHead(304, { etag: ETAG }).end();
  else if (request.url === "/unchanged") response.writeHead(200, { ...html, etag: ETAG }).end(pages[0]);
  else if (request.url === "/changed") response.writeHead(200, html).end(pages[version]);
  else if (request.url === "/changed-gzip")
    response.writeHead(200, { ...html, "content-encoding": "gzip" }).end(zipped[version]);
  else response.writeHead(404).end();
});
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => {
  process.send?.({ port: (server.address() as AddressInfo).port, pageBytes: pages[0]!.length });
});
process.on("disconnect", () => process.exit());
