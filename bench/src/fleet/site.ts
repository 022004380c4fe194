/** The site of the fleet bench, a process of its own: every loopback address is a host, and no visit is turned away. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A page whose tracing takes some milliseconds of processor time. */
const ITEMS = 150;

let serial = 0;

const server = createServer((request, response) => {
  const isUnchanged = request.url?.startsWith("/unchanged") === true;
  if (isUnchanged && request.headers["if-none-match"] === '"1"') {
    response.writeHead(304, { etag: '"1"' }).end();
    return;
  }
  serial += 1;
  response.setHeader("content-type", "text/html");
  if (isUnchanged) response.setHeader("etag", '"1"');
  response.end(page(isUnchanged ? 0 : serial));
});

function page(number: number): string {
  const items = Array.from(
    { length: ITEMS },
    (_, index) =>
      `<li class="item"><a href="/${index}">Item ${index}</a><p>About item ${index}, in some words.</p></li>`,
  );
  return `<!doctype html><title>Herald</title><body><header><h1>Herald</h1></header><main><section class="news">
    <h2>News</h2><p>Number ${number}</p></section><ul>${items.join("")}</ul></main>`;
}

server.listen(0, "0.0.0.0", () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.once("disconnect", () => process.exit());
