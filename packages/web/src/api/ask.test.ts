import { createServer } from "node:http";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { ask } from "./ask.ts";

const problem = JSON.stringify({ code: "too-many", cap: "pagesPerMinute", limit: 30 });
const server = createServer((request, response) => {
  const again = request.url?.endsWith("/pages") ? { "retry-after": "7" } : {};
  response.writeHead(429, { "content-type": "application/problem+json", ...again }).end(problem);
});
let origin = "";
beforeAll(async () => {
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const address = server.address();
  origin = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
  const outside = globalThis.fetch;
  // in a page addresses are those of its own server
  vi.stubGlobal("fetch", (path: string, init: RequestInit) => outside(origin + path, init));
});
afterAll(() => {
  vi.unstubAllGlobals();
  server.close();
});

test("what the server says of when to ask again is known with the failure", async () => {
  const source = { url: "https://a.example/" };
  await expect(ask("POST /pages", { body: { source } })).rejects.toMatchObject({
    code: "too-many",
    retryAfterMs: 7_000,
  });
  await expect(ask("GET /tags")).rejects.toMatchObject({ code: "too-many", retryAfterMs: null });
});
