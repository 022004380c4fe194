import { StoreFailure } from "@tessera/store";
import { afterEach, expect, test } from "vitest";
import { startWatchServer, type WatchServer } from "./watch-server.ts";
import { WorkerMetrics } from "./worker-metrics.ts";

const running: WatchServer[] = [];
afterEach(async () => {
  for (const server of running.splice(0)) await server.close();
});

async function start(metricsToken?: string, read: () => Promise<unknown> = async () => ({})): Promise<string> {
  const metrics = new WorkerMetrics({ underWay: () => ({ plain: 3, browser: 1 }), waitingLooks: () => 2 });
  const outcome = { kind: "checked", page: "page", changes: 1, isLayoutLost: true } as const;
  metrics.check({ outcome, lagMs: 700, tookMs: 40 });
  metrics.failure();
  const config = { host: "127.0.0.1", metricsPort: 0, metricsToken };
  const server = await startWatchServer({ config, store: { settings: { read } } as never, metrics });
  running.push(server!);
  return server!.url;
}

test("a worker tells what it does, and that it is alive and ready", async () => {
  const url = await start();
  const text = await (await fetch(`${url}/metrics`)).text();
  expect(text).toContain('tessera_worker_checks{pool="plain"} 3');
  expect(text).toContain("tessera_worker_looks_waiting 2");
  expect(text).toContain("tessera_worker_failures_total 1");
  expect(text).toContain("tessera_layouts_lost_total 1");
  expect(text).toContain('tessera_check_lag_seconds_bucket{le="1"} 1');
  expect(text).toContain('tessera_check_seconds_count{outcome="checked"} 1');
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  expect((await fetch(`${url}/api/v1/me`)).status).toBe(404);
  expect((await fetch(`${url}/metrics`, { method: "POST" })).status).toBe(404);
});

test("is not ready while the store does not answer", async () => {
  const url = await start(undefined, () => Promise.reject(new StoreFailure("unavailable", "gone", null)));
  expect((await fetch(`${url}/readyz`)).status).toBe(503);
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
});

test("gives metrics to nobody without the token, where there is one", async () => {
  const token = "a long token of an operator";
  const url = await start(token);
  expect((await fetch(`${url}/metrics`)).status).toBe(401);
  const wrong = await fetch(`${url}/metrics`, { headers: { authorization: "Bearer something else" } });
  expect(wrong.status).toBe(401);
  const right = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
  expect(right.status).toBe(200);
});

test("gives metrics without a token to nobody whom a proxy on this machine asks for", async () => {
  const url = await start();
  const forwarded = await fetch(`${url}/metrics`, { headers: { "x-forwarded-for": "203.0.113.7" } });
  expect(forwarded.status).toBe(401);
});

test("listens on nothing where no port is named", async () => {
  const metrics = new WorkerMetrics({ underWay: () => ({}), waitingLooks: () => 0 });
  const config = { host: "127.0.0.1", metricsPort: undefined, metricsToken: undefined };
  expect(await startWatchServer({ config, store: {} as never, metrics })).toBeNull();
});
