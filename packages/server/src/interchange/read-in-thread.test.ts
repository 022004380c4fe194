import { afterAll, expect, test } from "vitest";
import { workersOnTheSpot } from "../workers/on-the-spot.fixture.ts";
import { TraceWorkerPool } from "../workers/trace-workers.ts";
import { readInThread } from "./read-in-thread.ts";
import type { ImportJob } from "./reading/import-job.ts";
import { ImportRefused } from "./reading/import-plan.ts";
import { IMPORT_LIMITS, readImport } from "./reading/read-import.ts";

const NOW = Date.UTC(2026, 0, 15);
const pool = new TraceWorkerPool({ threads: 1 });
afterAll(() => pool.stop());

function jobOf(text: string): ImportJob {
  return { file: Buffer.from(text), now: NOW, limits: IMPORT_LIMITS };
}

async function refusalOf(text: string, workers = pool.workers): Promise<ImportRefused> {
  const error = await readInThread(jobOf(text), workers).then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ImportRefused)) throw new Error(`not refused: ${String(error)}`);
  return error;
}

const lines = (count: number, line: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => line(at)).join("\n");

test("what a thread reads is what is read on the spot", async () => {
  const list = lines(3_000, (at) => `https://a.example/${at} news`);
  const [inThread, onTheSpot] = await Promise.all([
    readInThread(jobOf(list), pool.workers),
    readImport(Buffer.from(list), { now: NOW }),
  ]);
  expect(inThread).toEqual(onTheSpot);
});

test("a file that is refused in a thread says why", async () => {
  for (const workers of [pool.workers, workersOnTheSpot]) {
    expect(await refusalOf("{", workers)).toMatchObject({ code: "damaged", message: expect.stringMatching(/JSON/) });
    expect(await refusalOf("nothing of use", workers)).toMatchObject({ code: "unknown-format" });
  }
});

test("YAML that is slow to read is given up with its thread", async () => {
  const hasty = new TraceWorkerPool({ threads: 1, timeoutMs: 1_000 });
  const anchors = lines(9_000, (at) => `  - &a${at} [*a${Math.max(0, at - 1)}]`);
  const refused = await refusalOf(`url: https://a.example/\na:\n${anchors}`, hasty.workers);
  expect(refused).toMatchObject({ code: "too-large", message: expect.stringMatching(/takes too long/) });
  expect(refused.cause).toMatchObject({ name: "TraceFailure", code: "timeout" });
  await hasty.stop();
});

test("JSON of very many values is refused before it is parsed, which nothing could end but the process", async () => {
  const values = `[${"[],".repeat(4_000_000)}0]`;
  expect(await refusalOf(values, workersOnTheSpot)).toMatchObject({
    code: "too-large",
    message: expect.stringMatching(/4000000 values/),
  });
  // in a text, they are none
  expect(await refusalOf(JSON.stringify([values]), workersOnTheSpot)).toMatchObject({ code: "unknown-format" });
});

test("every format has a size of its own", async () => {
  const sizes: readonly (readonly [megabytes: number, text: string])[] = [
    [1, `url: https://a.example/\n${"# \n".repeat(400_000)}`],
    [2, "https://a.example/\n".repeat(120_000)],
    [4, `<opml><body>${"<outline/>".repeat(450_000)}</body></opml>`],
    [8, JSON.stringify({ data: [{ uri: "https://a.example/" }, { pad: "x".repeat(9_000_000) }] })],
    [32, JSON.stringify({ format: "tessera-archive", pad: "x".repeat(34_000_000) })],
  ];
  for (const [megabytes, text] of sizes) {
    const message = expect.stringContaining(`may have ${megabytes} MB`);
    expect(await refusalOf(text, workersOnTheSpot)).toMatchObject({ code: "too-large", message });
  }
});
