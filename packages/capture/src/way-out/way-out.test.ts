import { createServer, type RequestListener, type Server } from "node:http";
import { afterEach, expect, test } from "vitest";
import { createGuard } from "../guard/guard.ts";
import { WayOut } from "./way-out.ts";

const open: { server: Server; wayOut: WayOut }[] = [];
afterEach(async () => {
  for (const { server, wayOut } of open.splice(0)) {
    await wayOut.close();
    server.closeAllConnections();
    server.close();
  }
});

/** A server on loopback under the name `site.test`, which alone is on the allow-list. */
async function serve(listener: RequestListener): Promise<{ wayOut: WayOut; origin: string; port: number }> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await new Promise((ready) => server.once("listening", ready));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const guard = createGuard({ resolver: async () => ["127.0.0.1"], allowHosts: ["site.test"] });
  const wayOut = new WayOut({ guard });
  open.push({ server, wayOut });
  return { wayOut, origin: `http://site.test:${port}`, port };
}

test("an answer is complete: body, final URL, hops and bytes", async () => {
  const { wayOut, origin } = await serve((request, response) => {
    if (request.url === "/old") response.writeHead(301, { location: "/new" }).end();
    else response.end(`hello ${request.headers["user-agent"]}`);
  });
  const answer = await wayOut.fetch(new URL(`${origin}/old`));
  expect(answer.status).toBe(200);
  expect(answer.url.href).toBe(`${origin}/new`);
  expect(answer.hops).toEqual([{ url: `${origin}/old`, status: 301 }]);
  expect(answer.body.toString()).toMatch(/^hello Tessera/);
  expect(answer.bytesOnWire).toBeGreaterThan(answer.body.length);
});

test("a redirect to a forbidden address is refused before a connection is made", async () => {
  let port = 0;
  let reached = false;
  const site = await serve((request, response) => {
    if (request.url === "/secret") reached = true;
    response.writeHead(302, { location: `http://127.0.0.1:${port}/secret` }).end();
  });
  port = site.port;
  await expect(site.wayOut.fetch(new URL(site.origin))).rejects.toMatchObject({ code: "forbidden-address" });
  expect(reached).toBe(false);
});

test("redirects are counted, and with none allowed the redirect is the answer", async () => {
  const { wayOut, origin } = await serve((_request, response) => response.writeHead(302, { location: "/" }).end());
  await expect(wayOut.fetch(new URL(origin))).rejects.toMatchObject({ code: "too-many-redirects" });
  expect((await wayOut.fetch(new URL(origin), { maxRedirects: 0 })).status).toBe(302);
});

test("a body over the budget is left in the middle", async () => {
  const { wayOut, origin } = await serve((_request, response) => response.end(Buffer.alloc(100_000)));
  await expect(wayOut.fetch(new URL(origin), { maxBytes: 99_999 })).rejects.toMatchObject({ code: "too-large" });
  expect((await wayOut.fetch(new URL(origin), { maxBytes: 100_000 })).body.length).toBe(100_000);
});
