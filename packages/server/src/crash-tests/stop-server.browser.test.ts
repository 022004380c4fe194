import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type LoopbackSite, startSite } from "@tessera/network/loopback/loopback-site";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { browserPath } from "../../../../scripts/browser-path.ts";
import { type ApiClient, apiClient, logIn } from "./api-client.fixture.ts";
import { type ServerProcess, startServerProcess } from "./server-process.fixture.ts";

const PASSWORD = "correct horse battery";
const SLOW_MS = 1_000;
const PAGE = `<!doctype html><title>Harbour</title><h1>Harbour</h1><p id="boats">no boats</p><img src="/slow.png">
<script>document.querySelector("#boats").textContent = "12 boats";</script>`;

let root = "";
let site: LoopbackSite;
const asked: string[] = [];
let isSlow = false;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), "tessera-stop-"));
  site = await startSite((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://site.test");
    asked.push(pathname);
    const [status, type, body] = pathname.endsWith(".png") ? [404, "text/plain", ""] : [200, "text/html", PAGE];
    setTimeout(() => response.writeHead(status, { "content-type": type }).end(body), isSlow ? SLOW_MS : 0);
  });
});
afterAll(async () => {
  await site.close();
  rmSync(root, { recursive: true, force: true });
});

async function start(folder: string): Promise<{ readonly server: ServerProcess; readonly client: ApiClient }> {
  const server = startServerProcess({
    folder: join(root, folder),
    privateHosts: [`everybody@127.0.0.1:${site.port}`],
    password: PASSWORD,
    settings: { TESSERA_BROWSER: browserPath() },
  });
  onTestFinished(() => server.kill());
  const url = await server.url;
  if (!url) throw new Error(server.errors());
  const client = apiClient(url, await logIn(url, PASSWORD));
  onTestFinished(() => client.close());
  return { server, client };
}

const sourceAt = (path: string) => ({ url: `http://127.0.0.1:${site.port}${path}`, fetcher: "browser" });

test.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)("a check in the browser is finished after a %s", async (signal) => {
  isSlow = false;
  const { server, client } = await start(signal);
  const followed = await client.ask("POST", "/api/v1/follows", {
    source: sourceAt(`/${signal}`),
    wish: { kind: "css", selector: "#boats" },
  });
  const { id, page } = followed!.json as { id: string; page: { lastCheckedAt: number } };
  isSlow = true;
  asked.length = 0;
  await client.ask("POST", `/api/v1/follows/${id}/check`);
  await expect.poll(() => asked).toContain(`/${signal}`);
  await client.close();
  expect(await server.stop(signal)).toBe(0);
  expect(server.errors()).toBe("");

  const again = await start(signal);
  const read = await again.client.ask("GET", `/api/v1/follows/${id}`);
  const { page: checked } = read!.json as { page: { lastCheckedAt: number; trouble: unknown } };
  expect(checked.lastCheckedAt).toBeGreaterThan(page.lastCheckedAt);
  expect(checked.trouble).toBeNull();
  expect(await again.server.stop()).toBe(0);
});

test("a server ends although whoever asked for pages in the browser has gone, and those are still to come", async () => {
  isSlow = true;
  asked.length = 0;
  const { server, client } = await start("gone");
  for (const path of ["/a", "/b", "/c", "/d"]) void client.ask("POST", "/api/v1/pages", { source: sourceAt(path) });
  await expect.poll(() => asked.length).toBeGreaterThan(0);
  await client.close();
  expect(await server.stop()).toBe(0);
  expect(server.errors()).not.toContain("still under way");
});
