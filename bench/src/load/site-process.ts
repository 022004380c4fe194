/** The site of the load test as a process of its own: every address of loopback is a host, every host has one page. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { loadedPage } from "./loaded-page.ts";

const server = createServer({ keepAliveTimeout: 5_000 }, (request, response) => {
  const isRobots = request.url === "/robots.txt";
  response.writeHead(isRobots ? 404 : 200, { "content-type": "text/html; charset=utf-8" });
  response.end(isRobots ? "" : loadedPage(Number(request.url?.slice(1)) || 0, Date.now()));
});
server.listen(0, "0.0.0.0", () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.on("disconnect", () => process.exit(0));
