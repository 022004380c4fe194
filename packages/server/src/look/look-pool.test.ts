import { DEFAULT_TRACER } from "@tessera/engine";
import { afterAll, expect, test } from "vitest";
import { LookFailure, LookPool } from "./look-pool.ts";

const pool = new LookPool({ threads: 1 });
afterAll(() => pool.stop());

const learnJob = (html: string) => ({
  html,
  layout: null,
  finalUrl: "https://news.example/",
  tracer: DEFAULT_TRACER,
  wish: { kind: "css" as const, selector: "p" },
  pick: { intent: "auto" as const, extent: "one" as const },
  cutPaths: [],
  ignoredPaths: [],
});

test("a block is learned in a worker thread", async () => {
  const learned = await pool.learnBlock(learnJob("<title>Herald</title><p>news</p>"));
  expect(learned).toMatchObject({ kind: "learned", pageTitle: "Herald", content: { excerpt: "news" } });
  expect(await pool.learnBlock(learnJob("<b>nothing</b>"))).toEqual({ kind: "missing" });
});

test("a page that takes too long is given up, and the next one is read all the same", async () => {
  const hasty = new LookPool({ threads: 1, timeoutMs: 1 });
  const failure = await hasty.learnBlock(learnJob("<p>x</p>".repeat(100_000))).catch((cause: unknown) => cause);
  expect(failure).toBeInstanceOf(LookFailure);
  expect(failure).toMatchObject({ code: "timeout" });
  await hasty.stop();
});

test("a page that takes too much memory kills its thread and nothing else", async () => {
  const small = new LookPool({ threads: 1, memoryMebibytes: 40 });
  const failure = await small.learnBlock(learnJob("<p><b>x</b>".repeat(400_000))).catch((cause: unknown) => cause);
  expect(failure).toMatchObject({ code: "too-large" });
  expect(await small.learnBlock(learnJob("<p>still here</p>"))).toMatchObject({ kind: "learned" });
  await small.stop();
});
