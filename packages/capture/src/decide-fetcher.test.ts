import { FetcherDecision } from "@tessera/model";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  afterTrying,
  canBeShownRaw,
  decideFetcher,
  type FetchResult,
  type FoundBlock,
  firstDecision,
  needsBrowser,
  planFetch,
  renderNext,
} from "./decide-fetcher.ts";

const DAY_MS = 24 * 60 * 60 * 1_000;
const NOW = 1_800_000_000_000;
const AUTO = { choice: "auto", hasSteps: false } as const;
const block = (confidence: number): FoundBlock => ({ confidence, meaning: "7 EUR", visible: 0 });
const page = (...found: (number | null)[]): FetchResult => ({
  kind: "page",
  found: found.map((confidence) => (confidence === null ? null : block(confidence))),
  signs: [],
});
const WALL: FetchResult = { kind: "wall" };
const FAILED: FetchResult = { kind: "failed" };
const first = firstDecision({ ...AUTO, now: NOW });

test("what the owner asks for is done, and steps need a browser", () => {
  expect(planFetch({ choice: "http", hasSteps: false, decision: null, now: NOW })).toBe("http");
  expect(planFetch({ choice: "browser", hasSteps: false, decision: null, now: NOW })).toBe("browser");
  expect(planFetch({ choice: "auto", hasSteps: true, decision: null, now: NOW })).toBe("browser");
  const asked = firstDecision({ choice: "http", hasSteps: false, now: NOW });
  expect(asked).toMatchObject({ fetcher: "http", reason: "asked" });
  expect(needsBrowser(page(null), asked, NOW)).toBe(false);
  expect(decideFetcher({ decision: asked, raw: page(null), rendered: page(1), now: NOW })).toEqual(asked);
});

test("a page is tried raw first, and stays raw where every block is found", () => {
  expect(planFetch({ ...AUTO, decision: null, now: NOW })).toBe("http");
  expect(needsBrowser(page(0.9, 0.8), first, NOW)).toBe(false);
  const decision = decideFetcher({ decision: first, raw: page(0.9, 0.8), rendered: null, now: NOW });
  expect(decision).toEqual({ fetcher: "http", reason: "found-in-raw-html", decidedAt: NOW, probeAt: null });
});

test("a block that only the rendered page has needs the browser, and so does a wall in front of the raw page", () => {
  expect(needsBrowser(page(0.9, null), first, NOW)).toBe(true);
  const script = decideFetcher({ decision: first, raw: page(0.9, null), rendered: page(0.9, 0.9), now: NOW });
  expect(script).toMatchObject({ fetcher: "browser", reason: "not-in-raw-html" });
  expect(needsBrowser(WALL, first, NOW)).toBe(true);
  const wall = decideFetcher({ decision: first, raw: WALL, rendered: page(0.9), now: NOW });
  expect(wall).toMatchObject({ fetcher: "browser", reason: "blocked-in-raw-html" });
});

test("a lower confidence in the raw page counts, a tiny difference does not", () => {
  const decide = (raw: number) =>
    decideFetcher({ decision: first, raw: page(raw), rendered: page(0.9), now: NOW }).fetcher;
  expect([decide(0.6), decide(0.86)]).toEqual(["browser", "http"]);
});

test("where the rendered page is no better, the raw one stays and the browser is not asked at every check", () => {
  const decision = decideFetcher({ decision: first, raw: page(null), rendered: page(null), now: NOW });
  expect(decision).toMatchObject({ fetcher: "http", reason: "no-better-rendered" });
  expect(needsBrowser(page(null), decision, NOW + 1_000)).toBe(false);
  expect(needsBrowser(page(null), decision, decision.probeAt!)).toBe(true);
  expect(decideFetcher({ decision: first, raw: WALL, rendered: WALL, now: NOW })).toMatchObject({ fetcher: "http" });
});

test("a page in the browser is probed raw now and then, ever more rarely, and goes back when the raw page is as good", () => {
  let decision = decideFetcher({ decision: first, raw: page(null), rendered: page(0.9), now: NOW });
  const waits: number[] = [];
  for (let probe = 0, now = NOW; probe < 8; probe++) {
    waits.push((decision.probeAt! - now) / DAY_MS);
    expect(planFetch({ ...AUTO, decision, now: decision.probeAt! - 1 })).toBe("browser");
    now = decision.probeAt!;
    expect(planFetch({ ...AUTO, decision, now })).toBe("both");
    decision = decideFetcher({ decision, raw: page(null), rendered: page(0.9), now });
  }
  expect(waits).toEqual([1, 1, 2, 4, 8, 16, 30, 30]);
  expect(decision.decidedAt).toBe(NOW);
  const back = decideFetcher({ decision, raw: page(0.9), rendered: page(0.9), now: decision.probeAt! });
  expect(back).toMatchObject({ fetcher: "http", reason: "found-in-raw-html", probeAt: null });
});

test("a failure says nothing about the fetcher; a browser that fails is tried again a day later", () => {
  expect(needsBrowser(FAILED, first, NOW)).toBe(false);
  expect(decideFetcher({ decision: first, raw: FAILED, rendered: page(1), now: NOW })).toEqual(first);
  const tried = decideFetcher({ decision: first, raw: page(null), rendered: FAILED, now: NOW });
  expect(tried).toEqual({ ...first, probeAt: NOW + DAY_MS });
  expect(needsBrowser(page(null), tried, NOW + 1)).toBe(false);
});

test("over any history the decision is a valid record, never dearer than needed and never blind", () => {
  const confidence = fc.option(fc.double({ min: 0, max: 1, noNaN: true }));
  const result = fc.oneof(
    fc.array(confidence, { minLength: 2, maxLength: 2 }).map((found) => page(...found)),
    fc.constantFrom(WALL, FAILED),
  );
  const check = fc.record({ raw: result, rendered: result, wait: fc.nat(40 * DAY_MS) });
  fc.assert(
    fc.property(fc.array(check, { maxLength: 20 }), (checks) => {
      let decision = first;
      let now = NOW;
      for (const { raw, rendered, wait } of checks) {
        now += wait;
        const plan = planFetch({ ...AUTO, decision, now });
        if (plan === "browser") continue;
        const isRendered = plan === "both" || needsBrowser(raw, decision, now);
        decision = decideFetcher({ decision, raw, rendered: isRendered ? rendered : null, now });
        expect(FetcherDecision.safeParse(decision).success).toBe(true);
        const hasAll = raw.kind === "page" && raw.found.every((one) => one !== null);
        if (hasAll && !isRendered) expect(decision.fetcher).toBe("http");
        if (decision.fetcher === "browser") expect(decision.probeAt).not.toBeNull();
      }
    }),
  );
});

test("a page of which there is nothing before its scripts have run is rendered, and stays so where that shows more", () => {
  const decision = firstDecision({ choice: "auto", hasSteps: false, now: 0 });
  const shell: FetchResult = { kind: "page", found: [], signs: ["shell"] };
  expect(needsBrowser(shell, decision, 0)).toBe(true);
  expect(needsBrowser(page(), decision, 0)).toBe(false);
  expect(decideFetcher({ decision, raw: shell, rendered: page(), now: 0 })).toMatchObject({
    fetcher: "browser",
    reason: "made-by-scripts",
    signs: ["shell"],
  });
  expect(decideFetcher({ decision, raw: shell, rendered: shell, now: 0 }).fetcher).toBe("http");
});

test("a block that says or shows less in the raw page needs the browser, also when it is tried again", () => {
  const seen = (parts: Partial<FoundBlock>): FetchResult => ({
    kind: "page",
    found: [{ ...block(0.9), ...parts }],
    signs: [],
  });
  const before = decideFetcher({ decision: first, raw: page(null), rendered: page(0.9), now: NOW });
  const again = (raw: FetchResult, rendered: FetchResult) =>
    decideFetcher({ decision: before, raw, rendered, now: before.probeAt! }).fetcher;
  expect(again(seen({ meaning: "0 EUR" }), page(0.9))).toBe("browser");
  expect(again(page(0.9), seen({ visible: 1 }))).toBe("browser");
  expect(again(seen({ visible: 1 }), page(0.9))).toBe("http");
});

test("a page with script-made parts is shown raw, rendered at the next check, and raw again where no browser can", () => {
  const raw: FetchResult = { kind: "page", found: [block(0.9)], signs: ["canvas"] };
  expect(needsBrowser(raw, first, NOW)).toBe(true);
  expect([canBeShownRaw(raw), canBeShownRaw({ ...raw, signs: ["shell"] }), canBeShownRaw(WALL)]).toEqual([
    true,
    false,
    false,
  ]);
  expect(canBeShownRaw({ ...raw, found: [null] })).toBe(false);
  const waiting = renderNext(raw, NOW);
  expect(waiting).toMatchObject({ fetcher: "http", reason: "made-by-scripts", signs: ["canvas"] });
  expect(planFetch({ ...AUTO, decision: waiting, now: NOW })).toBe("browser-first");
  const rendered = afterTrying(waiting, true, NOW);
  expect(planFetch({ ...AUTO, decision: rendered, now: NOW + 1 })).toBe("browser");
  expect(planFetch({ ...AUTO, decision: rendered, now: NOW + DAY_MS })).toBe("both");
  const failed = afterTrying(waiting, false, NOW);
  expect(planFetch({ ...AUTO, decision: failed, now: NOW + 1 })).toBe("http");
  expect(needsBrowser(raw, failed, NOW + 1)).toBe(false);
  expect(planFetch({ ...AUTO, decision: failed, now: NOW + DAY_MS })).toBe("browser-first");
});
