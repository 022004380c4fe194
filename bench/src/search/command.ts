/** `bench search`: how long a search, and what changed, takes over many follows with a history each; what the index costs. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import type { PersonId } from "@tessera/model";
import { parseQuery } from "@tessera/model/search";
import { addPerson, findTiles, isForTiles, MAX_WRITTEN } from "@tessera/server";
import { openPostgres, openSqlite, type Store } from "@tessera/store";
import { findBinaries, TestCluster } from "@tessera/store/test-cluster";
import { UsageError } from "../usage-error.ts";
import { reportChanges, timesOf } from "./changes.ts";
import { type CorpusSize, fillCorpus, Language, said } from "./corpus.ts";
import { addPlaces, someSheet, TAGS } from "./places.ts";
import { type Asked, atShare, barLine, type Costs, introduction, QUESTION_HEAD, questionRow } from "./report.ts";

/** The bar, over so many follows with so many observations each, and the size from which on it has to be kept. */
const MAX_P95_MS = 50;
const OF_THE_BAR: CorpusSize = { follows: 10_000, observations: 100 };
const BLOCKS_AT_A_TIME = 8;
/** Blocks that change once more, to see what one change costs. */
const CHANGED = 300;
/** In the folder of a store that is kept. */
const FILLED_FILE = "filled.json";

/**
 * `--follows 10000 --observations 100 --store sqlite|postgres --searches 200`; with `--keep DIR` the filled store stays there,
 * and the next run with it only asks. What is printed is a section of docs/measurements/search.md.
 */
export async function run(args: string[]): Promise<void> {
  const options = {
    follows: { type: "string", default: "10000" },
    observations: { type: "string", default: "100" },
    searches: { type: "string", default: "200" },
    store: { type: "string", default: "sqlite" },
    keep: { type: "string" },
  } as const;
  const { values } = parseArgs({ args, options });
  const size = { follows: count(values.follows), observations: count(values.observations) };
  const kept = values.keep === undefined ? null : join(resolve(values.keep), values.store);
  const isFilled = kept !== null && existsSync(kept);
  const folder = isFilled ? kept : mkdtempSync(join(kept ? made(dirname(kept)) : tmpdir(), "tessera-search-"));
  const { store, close } = await openIn(folder, values.store);
  let isWhole = false;
  try {
    if (!isFilled) await fill(store, size, join(folder, FILLED_FILE));
    await report(store, { kind: values.store, folder, searches: count(values.searches) });
    isWhole = true;
    console.log(
      `load of the machine at the end: ${loadavg()
        .map((load) => load.toFixed(1))
        .join(", ")}`,
    );
  } finally {
    await close();
    // a store that was not filled to the end is not used again
    if (kept && isWhole && !isFilled) renameSync(folder, kept);
    else if (!isFilled) rmSync(folder, { recursive: true, force: true });
  }
}

function made(folder: string): string {
  mkdirSync(folder, { recursive: true });
  return folder;
}

async function ownerOf(store: Store): Promise<PersonId> {
  const [owner] = (await store.people.list({ limit: 1 })).items;
  return owner!.id;
}

function count(text: string): number {
  const number = Number(text);
  if (Number.isSafeInteger(number) && number > 0) return number;
  throw new UsageError("--follows, --observations and --searches are whole numbers above 0");
}

async function openIn(folder: string, kind: string): Promise<{ readonly store: Store; close(): Promise<void> }> {
  const now = Date.now();
  if (kind === "sqlite") {
    const store = await openSqlite({ directory: folder, now, writesInThread: true });
    return { store, close: () => store.close() };
  }
  const binaries = findBinaries();
  if (kind !== "postgres") throw new UsageError("--store is sqlite or postgres");
  if (!binaries) throw new UsageError("no PostgreSQL was found on this machine");
  const cluster = new TestCluster(binaries, folder, { isDurable: true });
  const store = await openPostgres({ url: await cluster.start(), now });
  return {
    store,
    async close() {
      await store.close();
      await cluster.stop();
    },
  };
}

interface Filled {
  readonly size: CorpusSize;
  readonly costs: Costs | null;
}

/** Fills the store, builds its index and changes some; what that took is written down for the runs that ask it again. */
async function fill(store: Store, size: CorpusSize, filledFile: string): Promise<void> {
  const added = await addPerson(
    store,
    { name: "owner", displayName: "Owner", password: "a password of the bench" },
    Date.now(),
  );
  if (added.kind !== "added") throw new Error("the store is not empty");
  const owner = added.person.id;
  await fillCorpus(store, owner, size);
  await addPlaces(store, owner);
  const before = (await store.upkeep.facts()).sizeBytes;
  const first = await timed(() => catchUp(store));
  const storeBytes = (await store.upkeep.facts()).sizeBytes;
  const changed = await changeSome(store, owner);
  const change = await timed(() => catchUp(store));
  const costs: Costs = {
    ...{ indexBytes: storeBytes - before, storeBytes, builtMs: first.ms },
    changeMs: change.ms / changed,
    changeProcessorMs: (change.processorSeconds * 1_000) / changed,
  };
  writeFileSync(filledFile, JSON.stringify({ size, costs } satisfies Filled));
}

interface Reporting {
  readonly kind: string;
  readonly folder: string;
  readonly searches: number;
}

async function report(store: Store, { kind, folder, searches }: Reporting): Promise<void> {
  const owner = await ownerOf(store);
  if (await addPlaces(store, owner)) await catchUp(store);
  const filledFile = join(folder, FILLED_FILE);
  const { size, costs }: Filled = existsSync(filledFile)
    ? JSON.parse(readFileSync(filledFile, "utf8"))
    : { size: await sizeOf(store), costs: null };
  console.log(introduction({ kind, ...size, costs, load: loadavg(), cores: availableParallelism() }));
  await reportQuestions(store, { owner, searches, size });
  await reportChanges(store, owner, searches);
}

/** Of a store that was filled before this was written down; some blocks have changed once more. */
async function sizeOf(store: Store): Promise<CorpusSize> {
  const { follows = 0, observations = 0 } = (await store.upkeep.facts()).counts;
  return { follows, observations: Math.floor(observations / follows) };
}

async function timed(work: () => Promise<void>): Promise<{ readonly ms: number; readonly processorSeconds: number }> {
  const [start, used] = [performance.now(), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(used);
  return { ms: performance.now() - start, processorSeconds: (user + system) / 1e6 };
}

async function catchUp(store: Store): Promise<void> {
  while ((await store.search.catchUp(BLOCKS_AT_A_TIME)).isBehind);
}

/** One line of each is another; gives of how many. */
async function changeSome(store: Store, owner: PersonId): Promise<number> {
  const language = new Language(2);
  const { items } = await store.follows.list(owner, { limit: CHANGED });
  for (const { block, latestFound } of items) {
    if (!latestFound?.content) continue;
    const { text } = JSON.parse((await store.bodies.readText(latestFound.content))!) as { readonly text: string };
    const lines = text.split("\n");
    lines[language.below(lines.length)] = language.line();
    const at = latestFound.at + 1_000;
    const { body, observation } = said(lines.join("\n"), { blockId: block.id, captureId: block.firstCaptureId, at });
    const none = {
      pages: [],
      captures: [],
      blocks: [],
      follows: [],
      channels: [],
      corrections: [],
      sheets: [],
      tiles: [],
    };
    await store.archives.restore({ ...none, bodies: [body], observations: [observation] }, at);
  }
  return items.length;
}

/** Questions of each kind, other ones every time. */
function questions(language: Language): Readonly<Record<string, () => string>> {
  const rank = (from: number, to: number) => language.word(from + language.below(to - from));
  return {
    "one common word": () => `${rank(0, 30)} `,
    "one rare word": () => `${rank(15_000, 29_000)} `,
    "two words": () => `${rank(0, 100)} ${rank(100, 2_000)} `,
    "two rare words": () => `${rank(2_000, 9_000)} ${rank(2_000, 9_000)} `,
    phrase: () => `"${rank(0, 20)} ${rank(0, 20)}"`,
    "beginning of a word": () => rank(200, 20_000).slice(0, 4),
    "common without common": () => `${rank(0, 10)} -${rank(0, 10)} `,
    "none found": () => `${rank(0, 20)} nowhere${language.below(1_000)} `,
    "common word, common tag": () => `${rank(0, 30)} tag:${TAGS.common} `,
    "two words, rare tag": () => `${rank(0, 100)} ${rank(0, 100)} tag:${TAGS.rare} `,
    "tag alone": () => `tag:${language.below(2) === 0 ? TAGS.common : TAGS.rare} `,
    "common word on a sheet": () => `${rank(0, 30)} in:${someSheet(language)} `,
    "sheet alone": () => `in:${someSheet(language)} `,
    "tag and sheet": () => `${rank(0, 100)} tag:${TAGS.common} in:${someSheet(language)} `,
  };
}

interface Questioning {
  readonly owner: PersonId;
  readonly searches: number;
  readonly size: CorpusSize;
}

async function reportQuestions(store: Store, { owner, searches, size }: Questioning): Promise<void> {
  const [common] = Object.values(questions(new Language(3)));
  const first = await written(store, owner, common!());
  console.log(QUESTION_HEAD);
  const worst: { readonly name: string; readonly p95: number }[] = [];
  for (const where of ["current", "history"] as const) {
    for (const [name, ask] of Object.entries(questions(new Language(3)))) {
      const asked = await askAll(store, owner, { where, ask, searches });
      worst.push({ name: `${name}, ${where}`, p95: atShare(asked.whole, 0.95) });
      console.log(questionRow(name, where, asked));
    }
  }
  console.log(`\nwhat the person wrote, for the first time: ${first.toFixed(1)} ms`);
  console.log(barLine(worst, MAX_P95_MS));
  const isOfTheBar = size.follows >= OF_THE_BAR.follows && size.observations >= OF_THE_BAR.observations;
  if (isOfTheBar && worst.some(({ p95 }) => p95 > MAX_P95_MS)) process.exitCode = 1;
}

/** Notes and links, as the first request of a question looks at them too. */
async function written(store: Store, owner: PersonId, q: string): Promise<number> {
  const start = performance.now();
  const query = parseQuery(q);
  if (isForTiles(query)) findTiles(await store.tiles.written(owner, MAX_WRITTEN), query);
  return performance.now() - start;
}

interface Asking {
  readonly where: "current" | "history";
  readonly ask: () => string;
  readonly searches: number;
}

async function askAll(store: Store, owner: PersonId, { where, ask, searches }: Asking): Promise<Asked> {
  const [single, ofWritten]: [number[], number[]] = [[], []];
  let hits = 0;
  const used = process.cpuUsage();
  const whole = await timesOf(searches, async () => {
    const q = ask();
    for (let after: string | undefined; ; ) {
      const start = performance.now();
      const found = await store.search.find(owner, parseQuery(q), { in: where, limit: 20, after });
      if (after === undefined) ofWritten.push(await written(store, owner, q));
      single.push(performance.now() - start);
      hits += found.hits.length;
      if (found.hits.length > 0 || found.next === null) return;
      after = found.next;
    }
  });
  const { user, system } = process.cpuUsage(used);
  const [shortest, writtenTimes] = [single, ofWritten].map((times) => times.sort((one, other) => one - other));
  return { single: shortest!, written: writtenTimes!, whole, processorMs: (user + system) / 1_000, hits };
}
