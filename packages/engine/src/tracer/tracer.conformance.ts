/** The suite that every tracer runs: `describeTracer(tracer)` in its own test file. */
import { describe, expect, test } from "vitest";
import { parseHtml } from "../html/parse-html.ts";
import { nodeAt, pathOf } from "../tree/path.ts";
import type { Memory, Tracer } from "./tracer.ts";
import { decide, followStep } from "./verdict.ts";

const PAGE = `<!doctype html><title>Morning Herald</title><body>
  <header><h1>Morning Herald</h1><nav><a href="/news">News</a><a href="/sport">Sport</a></nav></header>
  <main><section class="news"><h2>News</h2><ul><li><a href="/a1">Bridge opens early</a></li><li><a href="/a2">Rain until Friday</a></li></ul></section>
  <section class="sport"><h2>Sport</h2><ul><li><a href="/s1">Rovers win again</a></li><li><a href="/s2">Cup draw tonight</a></li></ul></section></main>
  <footer><p>Imprint</p></footer>`;

const BLOCK = "html[1]/body[1]/main[1]/section[2]";

/** Runs the conformance suite. A promise that a tracer cannot keep is left out with its reason. */
export function describeTracer<M extends Memory>(
  tracer: Tracer<M>,
  skip: Partial<Record<"identity", string>> = {},
): void {
  const page = parseHtml(PAGE);
  const block = nodeAt(page, BLOCK) as number;

  describe(`tracer ${tracer.name}`, () => {
    test.skipIf(skip.identity !== undefined)("finds the block on the very page it was learned from", () => {
      const verdict = decide(tracer.trace(tracer.learn(page, block), page), tracer.calibration);
      expect(verdict.candidates[0]?.node).toBe(block);
    });

    test("its memory is JSON that names tracer and version and survives storage", () => {
      const memory = tracer.learn(page, block);
      expect(memory.tracer).toBe(tracer.name);
      const stored: unknown = JSON.parse(JSON.stringify(memory));
      expect(stored).toEqual(memory);
      const revived = tracer.revive(stored);
      expect(revived).not.toBeNull();
      expect(tracer.trace(revived as M, page)).toEqual(tracer.trace(memory, page));
    });

    test("a foreign, broken or future memory is refused, never a crash", () => {
      for (const stored of [
        null,
        0,
        "",
        [],
        {},
        { tracer: "nobody", version: 1 },
        { tracer: tracer.name, version: 9_999 },
      ]) {
        expect(tracer.revive(stored)).toBeNull();
      }
    });

    test("candidates are distinct elements of the page, best first, with scores from 0 to 1", () => {
      const { candidates } = tracer.trace(tracer.learn(page, block), page);
      expect(new Set(candidates.map((candidate) => candidate.node)).size).toBe(candidates.length);
      for (const [rank, candidate] of candidates.entries()) {
        expect(() => pathOf(page, candidate.node)).not.toThrow();
        expect(candidate.score).toBeGreaterThanOrEqual(0);
        expect(candidate.score).toBeLessThanOrEqual(1);
        if (rank > 0) expect(candidate.score).toBeLessThanOrEqual(candidates[rank - 1].score);
      }
    });

    test("learn, trace and adapt change neither page nor memory and repeat exactly", () => {
      const memory = tracer.learn(page, block);
      const before = JSON.stringify(memory);
      const first = tracer.trace(memory, page);
      tracer.adapt(memory, page, block, "tracer");
      expect(JSON.stringify(memory)).toBe(before);
      expect(tracer.trace(memory, page)).toEqual(first);
    });

    test("empty, tiny and unrelated pages get a verdict", () => {
      const memory = tracer.learn(page, block);
      for (const html of [
        "",
        "plain words",
        "<p>",
        "<frameset><frame></frameset>",
        "<svg><g/></svg>",
        "<div>".repeat(600),
      ]) {
        const step = followStep(tracer, memory, parseHtml(html));
        expect(["found", "unsure", "gone", "blocked"]).toContain(step.verdict.kind);
      }
    });

    test("every element of the page can be learned, the root included", () => {
      for (let node = 0; node < page.size; node++) {
        if (page.tag[node] === 0) continue;
        const memory = tracer.learn(page, node);
        expect(() => followStep(tracer, memory, page)).not.toThrow();
      }
    });

    test("memory stays bounded over a hundred adaptions", () => {
      let memory = tracer.learn(page, block);
      const first = JSON.stringify(memory).length;
      for (let round = 0; round < 100; round++) memory = tracer.adapt(memory, page, block, "tracer");
      expect(JSON.stringify(memory).length).toBeLessThan(first * 12 + 20_000);
    });
  });
}
