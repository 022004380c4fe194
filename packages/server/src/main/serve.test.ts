import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Channel, ChannelId, ChannelTarget, newId } from "@tessera/model";
import { createGuard, grantOf, HttpClient } from "@tessera/network";
import { openSqlite } from "@tessera/store";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { Config } from "../config/settings.ts";
import { ChannelSecrets } from "../people/channel-secrets.ts";
import { Sealing } from "../people/sealing.ts";
import { type RunningServer, serve } from "./serve.ts";

const logger = pino({ level: "silent" });
const httpClient = new HttpClient({ guard: createGuard() });
let root = "";
let servers: RunningServer[] = [];

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "tessera-serve-"));
});
afterEach(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  servers = [];
});
afterAll(async () => {
  await httpClient.close();
  rmSync(root, { recursive: true, force: true });
});

async function start(folder: string, options: object = {}, log = logger): Promise<RunningServer> {
  const config = Config.parse({ data: join(root, folder), port: 0, browser: "off", ...options });
  const server = await serve({ config, logger: log });
  servers.push(server);
  return server;
}

async function ask(server: RunningServer, path: string, body?: object, headers: Record<string, string> = {}) {
  const answer = await httpClient.fetch(new URL(path, server.url), {
    method: body ? "POST" : "GET",
    grant: grantOf(new URL(server.url)),
    headers: { ...(body ? { "content-type": "application/json" } : {}), ...headers },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const cookie = [answer.headers["set-cookie"] ?? ""].flat()[0]?.split(";")[0] ?? "";
  return { status: answer.status, text: answer.body.toString("utf8"), cookie };
}

const ADA = { name: "ada", displayName: "Ada", password: "correct horse battery" };

test("the first start prints a link that makes one owner; a restart knows her and needs no link", async () => {
  const first = await start("home");
  expect(first.setUpUrl).toMatch(/\/set-up#[\w-]{20,}$/);
  const secret = first.setUpUrl?.split("#")[1];
  expect((await ask(first, "/healthz")).status).toBe(200);
  expect((await ask(first, "/readyz")).status).toBe(200);
  const joined = await ask(first, "/api/v1/join", { secret, ...ADA });
  expect(joined.status, joined.text).toBeLessThan(300);
  const again = await ask(first, "/api/v1/join", { secret, ...ADA, name: "eve" });
  expect(again.status).toBeGreaterThanOrEqual(400);
  await first.stop();
  await first.stop();

  const second = await start("home");
  expect(second.setUpUrl).toBeNull();
  const login = await ask(second, "/api/v1/login", { name: ADA.name, password: ADA.password });
  expect(login.status).toBe(200);
  const me = await ask(second, "/api/v1/me", undefined, { cookie: login.cookie });
  expect(JSON.parse(me.text)).toMatchObject({ name: "ada", role: "owner" });
});

test("secrets of channels that were readable in the store are sealed when the server starts", async () => {
  const directory = join(root, "channels");
  const owner = { ownerName: "ada", ownerPassword: ADA.password };
  await (await start("channels", owner)).stop();
  const now = Date.now();
  const before = await openSqlite({ directory, now });
  const [ada] = (await before.people.list({ limit: 1 })).items;
  const target = ChannelTarget.parse({ kind: "gotify", url: "https://a.example/", token: "readable-token" });
  const channel: Channel = {
    ...{ id: newId(ChannelId, now), personId: ada!.id, name: "Phone", target, quietHours: null, isDefault: false },
    ...{ gathering: { kind: "each" }, form: null, pausedAt: null, createdAt: now, updatedAt: now, version: 1 },
  };
  await before.channels.add(channel);
  await before.close();
  await (await start("channels")).stop();
  const after = await openSqlite({ directory, now });
  const [stored] = await after.channels.list(ada!.id);
  expect(JSON.stringify(stored)).not.toContain("readable-token");
  const secrets = new ChannelSecrets(Sealing.with(Config.parse({ data: directory })));
  expect(secrets.opened(stored!)).toEqual(target);
  await after.close();
});

test("the log says at the start what of the set-up takes protection away, and later who forwards without being named", async () => {
  const lines: { level: number; code?: string; peer?: string }[] = [];
  const log = pino({ level: "warn" }, { write: (line) => void lines.push(JSON.parse(line)) });
  const options = { baseUrl: "https://tessera.example", browser: process.execPath };
  const server = await start("warned", options, log);
  const codes = lines.map(({ code }) => code);
  expect(codes).toContain("unnamed-proxy");
  expect(codes.includes("no-sandbox")).toBe(process.getuid?.() === 0);
  await ask(server, "/healthz", undefined, { "x-forwarded-for": "203.0.113.7" });
  expect(lines.filter(({ peer }) => peer === "127.0.0.1")).toHaveLength(1);
});

test("live events reach an open connection, which the end of the server closes", async () => {
  const server = await start("live", { ownerPassword: "correct horse battery" });
  const { cookie } = await ask(server, "/api/v1/login", { name: "owner", password: "correct horse battery" });
  const events = httpClient.fetch(new URL("/api/v1/events", server.url), {
    grant: grantOf(new URL(server.url)),
    headers: { cookie },
  });
  const metrics = async () => (await ask(server, "/metrics")).text;
  await expect.poll(metrics, { timeout: 30_000 }).toMatch(/tessera_live_connections 1/);
  const made = await ask(server, "/api/v1/sheets", { title: "Home" }, { cookie });
  const { id } = JSON.parse(made.text);
  const place = { x: 0, y: 0, width: 1, height: 1 };
  const headers = { cookie, "content-type": "application/json" };
  await httpClient.fetch(new URL(`/api/v1/sheets/${id}/places`, server.url), {
    grant: grantOf(new URL(server.url)),
    method: "PUT",
    headers,
    body: JSON.stringify({ places: [{ id, place }] }),
  });
  expect(await metrics()).toMatch(
    /tessera_http_request_seconds_count\{method="POST",route="\/api\/v1\/sheets",status="201"\} 1/,
  );
  await server.stop();
  const { status, headers: sent, body } = await events;
  expect([status, sent["content-type"]]).toEqual([200, expect.stringContaining("text/event-stream")]);
  expect(body.toString("utf8")).toMatch(/^retry: 3000\n\n/);
});

test("two servers do not share a directory, and a port that is taken leaves nothing behind", async () => {
  const first = await start("shared");
  await expect(start("shared")).rejects.toMatchObject({ code: "busy", message: expect.stringContaining(first.url) });
  const port = Number(new URL(first.url).port);
  await expect(start("other", { port })).rejects.toMatchObject({
    code: "EADDRINUSE",
    message: expect.stringMatching(new RegExp(`^Port ${port} of 127.0.0.1 is taken .*TESSERA_PORT`)),
  });
  const other = await start("other");
  expect((await ask(other, "/healthz")).status).toBe(200);
});
