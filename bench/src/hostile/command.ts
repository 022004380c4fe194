/** `bench hostile`: attacks on a running server, and what everybody else notices of them. */
import { Agent, get } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { quantile } from "../load/server-metrics.ts";
import type { LoadedServer } from "../load/server-process.ts";
import { UsageError } from "../usage-error.ts";
import { type HostileWorld, openHostileWorld } from "./hostile-world.ts";
import { VECTORS, type Vector } from "./vectors.ts";

/** The bars: `/healthz` answers within so long in nearly all probes, and a page opens within so many times the usual. */
const HEALTH_MS = 100;
const HEALTHY_SHARE = 0.99;
const OPENING_RATIO = 2;
const PROBE_EVERY_MS = 50;
const OPEN_EVERY_MS = 300;
const QUIET_OPENINGS = 7;
const GIVE_UP_MS = 60_000;
const MIB = 1024 * 1024;

/**
 * `--seconds 15 [--only WORDS] [--server DIR]`: attacks for so long each, only those whose name has the words, on the
 * server of another checkout: that is how before and after are compared.
 */
export async function run(args: string[]): Promise<void> {
  const options = { seconds: { type: "string" }, only: { type: "string" }, server: { type: "string" } } as const;
  const { values } = parseArgs({ args, options });
  const seconds = Number(values.seconds ?? 15);
  if (!(seconds > 0)) throw new UsageError(`not a number of seconds: ${values.seconds}`);
  const program = values.server && fileURLToPath(new URL("packages/server/src/start.ts", folderUrl(values.server)));
  const vectors = VECTORS.filter(({ name }) => name.includes(values.only ?? ""));
  if (vectors.length === 0) throw new UsageError(`no attack has these words in its name: ${values.only}`);
  console.log(
    `| attack | answer | healthz within ${HEALTH_MS} ms | slowest, ms | page opens, ms | usually, ms | times | memory, MiB | met |`,
  );
  console.log("|---|---|--:|--:|--:|--:|--:|--:|---|");
  const met = [];
  for (const vector of vectors) met.push(await measure(vector, seconds * 1_000, program));
  console.log(`${met.filter(Boolean).length} of ${met.length} attacks are not noticed by others`);
}

function folderUrl(folder: string): URL {
  return new URL(`${pathToFileURL(folder).href}/`);
}

/** Each on a server of its own: what one attack leaves behind is not the next one's. */
async function measure(vector: Vector, durationMs: number, program: string | undefined): Promise<boolean> {
  const world = await openHostileWorld(program);
  const agent = new Agent({ keepAlive: true });
  try {
    await probe(world.server, agent);
    const usual = [];
    // the first ones pay for starting threads and connections
    for (let round = 0; round < QUIET_OPENINGS; round++) usual.push(await openOnce(world, vector, -round));
    const until = performance.now() + durationMs;
    let answer = "still at it";
    void vector.attack(world).then(
      (text) => (answer = text),
      () => undefined,
    );
    const usually = quantile(usual.slice(2), 0.5);
    const everyMs = Math.max(OPEN_EVERY_MS, 3 * usually);
    const [health, openings] = await Promise.all([
      atRegularTimes(until, PROBE_EVERY_MS, () => probe(world.server, agent)),
      atRegularTimes(until, everyMs, (round) => openOnce(world, vector, round)),
    ]);
    return report(vector, { answer, health, openings, usually, world });
  } finally {
    agent.destroy();
    await world.stop();
  }
}

/** Asked whether or not the one before was answered: a server that is held is felt by all who come meanwhile. */
async function atRegularTimes(
  until: number,
  everyMs: number,
  ask: (round: number) => Promise<number>,
): Promise<readonly number[]> {
  const asked: Promise<number>[] = [];
  while (performance.now() < until) {
    const answer = ask(asked.length);
    // reported below, after all were asked
    answer.catch(() => undefined);
    asked.push(answer);
    await sleep(everyMs);
  }
  return Promise.all(asked);
}

async function openOnce(world: HostileWorld, { opens }: Pick<Vector, "opens">, round: number): Promise<number> {
  const startedAt = performance.now();
  const opening = opens ? opens(world, round) : world.alice.open(world.freshPage());
  const status = await Promise.race([opening.then((answer) => answer.status), sleep(GIVE_UP_MS, 0)]);
  if (status !== 201 && status !== 0) throw new Error(`an honest page was answered with ${status}`);
  return performance.now() - startedAt;
}

/** On connections of its own, as another person has them: those of `fetch` are shared with the attacker. */
function probe(server: LoadedServer, agent: Agent): Promise<number> {
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const answered = () => resolve(performance.now() - startedAt);
    const asked = get(new URL("/healthz", server.url), { agent, signal: AbortSignal.timeout(GIVE_UP_MS) });
    asked.on("response", (reply) => reply.resume().on("close", answered)).on("error", answered);
  });
}

interface Measured {
  readonly answer: string;
  readonly health: readonly number[];
  readonly openings: readonly number[];
  readonly usually: number;
  readonly world: HostileWorld;
}

function report({ name }: Vector, { answer, health, openings, usually, world }: Measured): boolean {
  const healthy = health.filter((ms) => ms <= HEALTH_MS).length / health.length;
  const opening = quantile(openings, 0.5);
  const times = opening / usually;
  const isMet = healthy >= HEALTHY_SHARE && times <= OPENING_RATIO;
  const cells = [
    name,
    answer,
    `${(100 * healthy).toFixed(1)} %`,
    Math.max(...health).toFixed(0),
    opening.toFixed(0),
    usually.toFixed(0),
    times.toFixed(1),
    (world.server.memory().most / MIB).toFixed(0),
    isMet ? "yes" : "no",
  ];
  console.log(`| ${cells.join(" | ")} |`);
  return isMet;
}
