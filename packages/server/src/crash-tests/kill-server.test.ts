import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type LoopbackSite, startSite } from "@tessera/network/loopback/loopback-site";
import { openSqlite } from "@tessera/store";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ApiClient, apiClient, logIn } from "./api-client.fixture.ts";
import { type ServerProcess, startServerProcess } from "./server-process.fixture.ts";

/** Kills in all; `npm run torture` asks for 200. Every instance is killed again and again, several side by side. */
const KILLS = Number(process.env.TESSERA_KILLS ?? 2);
const INSTANCES = KILLS < 10 ? 1 : 4;
/** Each is a host of its own, so that politeness leaves several visits a second. */
const SITES = 8;
const MAX_FOLLOWS = 40;
/** How long a server lives at most after its first acknowledgement before it is killed. */
const MAX_LIFE_MS = 1_500;
/** One life in so many ends before the server has even started. */
const EARLY_DEATHS = 5;
const PASSWORD = "correct horse battery";
const PATIENCE_MS = 600_000;

/** From the seed of all random cases: a run that fails can be repeated. */
const lives = fc.sample(fc.noBias(fc.integer({ min: 0, max: MAX_LIFE_MS })), Math.max(KILLS, 1) * 2).values();
/** Nothing is waited for: the kill comes at any moment. */
const drawnLife = () => sleep(lives.next().value ?? 0);

let root = "";
let sites: LoopbackSite[] = [];
let visits = 0;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), "tessera-kill-"));
  const open = () =>
    startSite((request, response) => {
      const isRobots = request.url === "/robots.txt";
      response.writeHead(isRobots ? 404 : 200, { "content-type": "text/html" });
      visits += 1;
      response.end(isRobots ? "" : `<title>t</title><main><h1>Counter</h1><p>visit ${visits}</p></main>`);
    });
  sites = await Promise.all(Array.from({ length: SITES }, open));
});
afterAll(async () => {
  await Promise.all(sites.map((site) => site.close()));
  rmSync(root, { recursive: true, force: true });
});

interface Acknowledged {
  /** Where the instance is. */
  readonly folder: string;
  /** Paths that must answer 200 for ever after. */
  readonly paths: Set<string>;
  readonly follows: Set<string>;
}

function start(folder: string): ServerProcess {
  const privateHosts = sites.map(({ port }) => `127.0.0.1:${port}`);
  return startServerProcess({ folder, privateHosts, password: PASSWORD });
}

/** Writes until the server dies, and notes what it acknowledged. */
async function load(client: ApiClient, seen: Acknowledged, isOver: () => boolean): Promise<void> {
  for (let turn = 0; !isOver(); turn++) {
    const site = sites[seen.follows.size % SITES];
    if (turn % 3 === 0 && seen.follows.size < MAX_FOLLOWS) {
      const source = { url: `http://127.0.0.1:${site?.port}/${seen.follows.size}` };
      const schedule = { kind: "every", intervalMs: 5_000 };
      const made = await client.ask("POST", "/api/v1/follows", {
        source,
        wish: { kind: "css", selector: "p" },
        schedule,
      });
      if (made?.status === 201) noteFollow(made.json, seen);
    } else if (turn % 3 === 1) {
      const made = await client.ask("POST", "/api/v1/sheets", { title: `sheet ${turn}` });
      if (made?.status === 201) seen.paths.add(`/api/v1/sheets/${(made.json as { id: string }).id}`);
    } else {
      const listed = await client.ask("GET", "/api/v1/follows?limit=200");
      if (listed?.status === 200) for (const one of (listed.json as { items: unknown[] }).items) noteFollow(one, seen);
    }
  }
}

function noteFollow(json: unknown, seen: Acknowledged): void {
  const { id, latest } = json as { id: string; latest: { id: string } | null };
  seen.follows.add(id);
  seen.paths.add(`/api/v1/follows/${id}`);
  // once somebody was shown what a block said, it is part of the history
  if (latest) seen.paths.add(`/api/v1/follows/${id}/observations/${latest.id}`);
}

async function liveAndDie(seen: Acknowledged, kill: number): Promise<void> {
  const server = start(seen.folder);
  if (kill % EARLY_DEATHS === EARLY_DEATHS - 1) {
    await drawnLife();
    await server.kill();
    return;
  }
  const url = await server.url;
  if (url === null) throw new Error(`the server did not start again after ${kill} kills: ${server.errors()}`);
  const cookie = await logIn(url, PASSWORD);
  if (cookie === null) throw new Error(`the server let nobody in after ${kill} kills: ${server.errors()}`);
  const client = apiClient(url, cookie);
  let isOver = false;
  const before = seen.paths.size;
  const loads = [load(client, seen, () => isOver), load(client, seen, () => isOver)];
  // a slow machine is given the time to acknowledge something; how much more it does is chance
  await expect.poll(() => seen.paths.size, { interval: 10, timeout: PATIENCE_MS }).toBeGreaterThan(before);
  await drawnLife();
  isOver = true;
  await server.kill();
  await Promise.all(loads);
  await client.close();
}

/** The last life: everything acknowledged is there, and every page comes round again. */
async function liveOn(seen: Acknowledged): Promise<void> {
  const server = start(seen.folder);
  const url = (await server.url) ?? "";
  const startedAt = Date.now();
  const client = apiClient(url, await logIn(url, PASSWORD));
  for (const path of seen.paths) {
    const answer = await client.ask("GET", path);
    expect([path, answer?.status]).toEqual([path, 200]);
  }
  const waiting = async (): Promise<number> => {
    const listed = await client.ask("GET", "/api/v1/follows?limit=200");
    const { items } = (listed?.json ?? { items: [] }) as { items: { page: { lastCheckedAt: number | null } }[] };
    expect(items.length).toBeGreaterThanOrEqual(seen.follows.size);
    return items.filter(({ page }) => (page.lastCheckedAt ?? 0) <= startedAt).length;
  };
  await expect.poll(waiting, { interval: 250, timeout: PATIENCE_MS }).toBe(0);
  await client.close();
  expect(await server.stop()).toBe(0);
}

/** Resolves with how many records were acknowledged. */
async function torture(folder: string, kills: number): Promise<number> {
  const seen: Acknowledged = { folder, paths: new Set(), follows: new Set() };
  for (let kill = 0; kill < kills; kill++) await liveAndDie(seen, kill);
  await liveOn(seen);
  const store = await openSqlite({ directory: join(folder, "data"), now: Date.now() });
  const { findings } = await store.upkeep.examine({ now: Date.now(), repair: false });
  await store.close();
  expect(findings).toEqual([]);
  return seen.paths.size;
}

test(`a server killed ${KILLS} times under load keeps what it acknowledged and leaves nothing stuck`, async () => {
  const folders = Array.from({ length: INSTANCES }, (_, at) => join(root, `instance-${at}`));
  const seen = await Promise.all(folders.map((folder) => torture(folder, Math.ceil(KILLS / INSTANCES))));
  expect(Math.min(...seen)).toBeGreaterThan(0);
  process.stdout.write(`${KILLS} kills, acknowledged records by instance: ${seen.join(", ")}\n`);
}, 3_600_000);
