import { execFileSync } from "node:child_process";
import { afterAll, expect, test } from "vitest";
import { TraceFailure, TraceWorkerPool } from "./trace-workers.ts";

const pool = new TraceWorkerPool({ threads: 1 });
afterAll(() => pool.stop());

const learnJob = (html: string) => ({
  html,
  layout: null,
  finalUrl: "https://news.example/",
  wish: { kind: "css" as const, selector: "p" },
  pick: { intent: "auto" as const, extent: "one" as const },
  cutPaths: [],
  ignoredPaths: [],
});

test("a block is learned in a worker thread", async () => {
  const { workers } = pool;
  const learned = await workers.learnBlock(learnJob("<title>Herald</title><p>news</p>"));
  expect(learned).toMatchObject({ kind: "learned", title: "Herald", content: { excerpt: "news" } });
  expect(await workers.learnBlock(learnJob("<b>nothing</b>"))).toEqual({ kind: "missing" });
});

test("there is no thread before the first work, and none after a while without any", async () => {
  const shortLived = new TraceWorkerPool({ threads: 1, idleMs: 1 });
  expect(shortLived.size).toBe(0);
  const learned = shortLived.workers.learnBlock(learnJob("<p>news</p>"));
  await expect.poll(() => shortLived.size, { interval: 1 }).toBe(1);
  expect(await learned).toMatchObject({ kind: "learned" });
  await expect.poll(() => shortLived.size).toBe(0);
  // and it comes back when it is needed
  expect(await shortLived.workers.learnBlock(learnJob("<p>news</p>"))).toMatchObject({ kind: "learned" });
  await shortLived.stop();
});

test("a page that takes too long is given up", async () => {
  const hasty = new TraceWorkerPool({ threads: 1, timeoutMs: 1 });
  const failure = await hasty.workers.learnBlock(learnJob("<p>x</p>".repeat(100_000))).catch((cause: unknown) => cause);
  expect(failure).toBeInstanceOf(TraceFailure);
  expect(failure).toMatchObject({ code: "timeout" });
  await hasty.stop();
});

test("a page that takes too much memory kills its thread and nothing else", async () => {
  const small = new TraceWorkerPool({ threads: 1, memoryMebibytes: 40 });
  const failure = await small.workers
    .learnBlock(learnJob("<p><b>x</b>".repeat(400_000)))
    .catch((cause: unknown) => cause);
  expect(failure).toMatchObject({ code: "too-large" });
  expect(await small.workers.learnBlock(learnJob("<p>still here</p>"))).toMatchObject({ kind: "learned" });
  await small.stop();
});

test("a page over the limits of the parser is too large", async () => {
  const failure = await pool.workers.learnBlock(learnJob("<br>".repeat(2_000_001))).catch((cause: unknown) => cause);
  expect(failure).toMatchObject({ code: "too-large", message: expect.stringContaining("2000000 nodes") });
});

test("a thread loads no database", () => {
  const program = `import { registerHooks } from "node:module";
    const loaded = [];
    registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
    await import(${JSON.stringify(new URL("./jobs.ts", import.meta.url).href)});
    process.stdout.write(loaded.join("\\n"));`;
  const loaded = execFileSync(process.execPath, ["--input-type=module", "--eval", program], { encoding: "utf8" });
  expect(loaded).toMatch(/\/store\/src\/packed\.ts$/m);
  expect(loaded).not.toMatch(/kysely|better-sqlite3|\/node_modules\/pg\//);
});
