import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { FollowId, ObservationId, SheetId } from "@tessera/model";
import { openSqlite } from "@tessera/store";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";

/** Kills in all; `npm run torture` asks for 200. Every store is killed again and again, and several live side by side. */
const KILLS = Number(process.env.TESSERA_KILLS ?? 12);
const STORES = 4;
/** How long a process writes at most before it is killed, once it has written something. */
const MAX_LIFE_MS = 60;
const PROGRAM = fileURLToPath(new URL("./crash-writer.fixture.ts", import.meta.url));
const CLOCK_START = Date.now();
let root = "";
/** From the seed of all random cases: a run that fails can be repeated. */
const lives = fc.sample(fc.noBias(fc.integer({ min: 0, max: MAX_LIFE_MS })), Math.max(KILLS, 1) * 2).values();
const drawnLifeMs = (): number => lives.next().value ?? 0;

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "tessera-crash-"));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

interface Acknowledged {
  readonly observation: Set<string>;
  readonly follow: Set<string>;
  readonly sheet: Set<string>;
  readonly failure: Set<string>;
}

/** Runs the program until `isOver`, kills it, and notes what it acknowledged. Resolves when it is dead. */
async function live(directory: string, seen: Acknowledged, isOver: () => boolean | Promise<boolean>): Promise<void> {
  const child = spawn(process.execPath, [PROGRAM, directory, String(CLOCK_START)], {
    env: { ...process.env, NODE_COMPILE_CACHE: join(root, "cache") },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let errors = "";
  child.stderr.on("data", (chunk) => (errors += String(chunk)));
  const dead = new Promise<string | null>((resolve) => child.once("exit", (_, signal) => resolve(signal)));
  let isDoomed = false;
  for await (const line of createInterface({ input: child.stdout })) {
    const [kind = "", id = ""] = line.split(" ", 2);
    // the last line may have been cut short by the kill
    if (kind in seen && (kind === "failure" || id.length === 36)) seen[kind as keyof Acknowledged].add(id);
    if (!isDoomed && (await isOver())) {
      isDoomed = true;
      child.kill("SIGKILL");
    }
  }
  expect([await dead, errors.replace(/.*Warning.*\n?/g, "")]).toEqual(["SIGKILL", ""]);
}

async function examine(directory: string, seen: Acknowledged): Promise<void> {
  const store = await openSqlite({ directory, now: Date.now() });
  try {
    const [owner] = (await store.people.list({ limit: 1 })).items;
    for (const id of seen.observation) {
      expect(await store.checks.observation(id as ObservationId), `observation ${id}`).not.toBeNull();
    }
    for (const id of seen.follow) {
      expect(await store.follows.find(owner!.id, id as FollowId), `follow ${id}`).not.toBeNull();
    }
    for (const id of seen.sheet) {
      expect(await store.sheets.find(owner!.id, id as SheetId), `sheet ${id}`).not.toBeNull();
    }
    // claims of the dead are still held: the next process gives them back
    const { findings } = await store.upkeep.examine({ now: 0, repair: false });
    expect(findings).toEqual([]);
    expect([...seen.failure]).toEqual([]);
  } finally {
    await store.close();
  }
}

async function killAgainAndAgain(directory: string, kills: number): Promise<number> {
  const seen: Acknowledged = { observation: new Set(), follow: new Set(), sheet: new Set(), failure: new Set() };
  for (let kill = 0; kill < kills; kill++) {
    let overAt = Number.POSITIVE_INFINITY;
    const lifeMs = drawnLifeMs();
    await live(directory, seen, () => {
      overAt = Math.min(overAt, performance.now() + lifeMs);
      return performance.now() >= overAt;
    });
    if (kill % 10 === 9) await examine(directory, seen);
  }
  await examine(directory, seen);
  // nothing is stuck: a last process comes round to every page once more
  const store = await openSqlite({ directory, now: Date.now() });
  const [owner] = (await store.people.list({ limit: 1 })).items;
  const checkedAt = async () =>
    (await store.pages.list(owner!.id, { limit: 100 })).items.map((page) => page.lastCheckedAt ?? 0);
  const before = Math.max(...(await checkedAt()));
  await live(directory, seen, async () => Math.min(...(await checkedAt())) > before);
  await store.close();
  await examine(directory, seen);
  return seen.observation.size;
}

test(`${KILLS} kills at random moments lose nothing that was acknowledged and leave nothing stuck`, async () => {
  const stores = Array.from({ length: STORES }, (_, at) => join(root, `store-${at}`));
  const seen = await Promise.all(stores.map((directory) => killAgainAndAgain(directory, KILLS / STORES)));
  expect(Math.min(...seen)).toBeGreaterThan(0);
}, 3_600_000);
