/**
 * The site of the fleet bench, a process of its own: every loopback address is a host, and no visit is turned away. Its
 * log says whether two visits of one host, or of one page, were ever under way at the same time.
 */
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What the log says, as sent to whoever asks. */
export interface SiteLog {
  readonly visits: number;
  readonly mostOfAHost: number;
  readonly mostOfAPage: number;
}

/** Three elements each: how much there is to parse and to trace. */
const ITEMS = Number(process.argv[2] ?? 500);
const LIST = Array.from(
  { length: ITEMS },
  (_, index) => `<li class="item"><a href="/${index}">Item ${index}</a><p>About item ${index}, in some words.</p></li>`,
).join("");

/** Visits under way by what is visited. */
class Visits {
  readonly #underWay = new Map<string, number>();
  most = 0;

  begin(what: string): void {
    const now = (this.#underWay.get(what) ?? 0) + 1;
    this.#underWay.set(what, now);
    this.most = Math.max(this.most, now);
  }

  end(what: string): void {
    const left = (this.#underWay.get(what) ?? 0) - 1;
    if (left > 0) this.#underWay.set(what, left);
    else this.#underWay.delete(what);
  }
}

let serial = 0;
let visits = 0;
const hosts = new Visits();
const pages = new Visits();

const server = createServer((request, response) => {
  const { host = "" } = request.headers;
  const url = request.url ?? "/";
  visits += 1;
  hosts.begin(host);
  pages.begin(host + url);
  response.once("close", () => {
    hosts.end(host);
    pages.end(host + url);
  });
  answer(url, request.headers["if-none-match"], response);
});

function answer(url: string, known: string | undefined, response: ServerResponse): void {
  const isUnchanged = url.startsWith("/unchanged");
  if (isUnchanged && known === '"1"') {
    response.writeHead(304, { etag: '"1"' }).end();
    return;
  }
  serial += 1;
  response.setHeader("content-type", "text/html");
  if (isUnchanged) response.setHeader("etag", '"1"');
  response.end(page(isUnchanged ? 0 : serial));
}

function page(number: number): string {
  return `<!doctype html><title>Herald</title><body><header><h1>Herald</h1></header><main><section class="news">
    <h2>News</h2><p>Number ${number}</p></section><ul>${LIST}</ul></main>`;
}

server.listen(0, "0.0.0.0", () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.on("message", () => {
  process.send?.({ visits, mostOfAHost: hosts.most, mostOfAPage: pages.most } satisfies SiteLog);
});
process.once("disconnect", () => process.exit());
