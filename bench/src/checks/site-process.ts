/**
 * The site of `bench checks` as a process of its own: every address of loopback is a host. What is at `/new/…` has a new
 * edition at every visit, what is at `/same/…` is as it was and says so.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { checkedPage } from "./checked-page.ts";

const visits = new Map<number, number>();

const server = createServer({ keepAliveTimeout: 5_000 }, (request, response) => {
  const [, kind, page] = /^\/(new|same)\/(\d+)$/.exec(request.url ?? "") ?? [];
  if (kind === undefined) return void response.writeHead(404).end();
  if (kind === "same") return void response.writeHead(304, { etag: '"0"' }).end();
  const number = Number(page);
  const edition = (visits.get(number) ?? 0) + 1;
  visits.set(number, edition);
  response.writeHead(200, { "content-type": "text/html; charset=utf-8", etag: `"${edition}"` });
  response.end(checkedPage(number, edition));
});
server.listen(0, "0.0.0.0", () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.on("disconnect", () => process.exit(0));
