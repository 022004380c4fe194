/** Web sites for tests on loopback, each host a port: every visit shows something new, and the log says who came when. */
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

export interface TestSite {
  readonly host: string;
  /** Visits in all. */
  readonly visits: () => number;
  /** The most at the same time. */
  readonly maxAtOnce: () => number;
  close(): Promise<void>;
}

/** How long an answer takes, so that there is a middle of a check. */
const ANSWER_MS = 150;

export async function openTestSite(): Promise<TestSite> {
  let visits = 0;
  let atOnce = 0;
  let most = 0;
  const server: Server = createServer((request, response) => {
    visits += 1;
    atOnce += 1;
    most = Math.max(most, atOnce);
    const serial = visits;
    response.once("close", () => {
      atOnce -= 1;
    });
    const answer = () => response.setHeader("content-type", "text/html").end(pageOf(request.url ?? "/", serial));
    setTimeout(answer, ANSWER_MS);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    host: `127.0.0.1:${port}`,
    visits: () => visits,
    maxAtOnce: () => most,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

export function pageOf(path: string, serial: number): string {
  return `<!doctype html><title>${path}</title><body><header><h1>Herald</h1></header>
    <main><section class=news><h2>News of ${path}</h2><p>Number ${serial}</p></section></main>`;
}
