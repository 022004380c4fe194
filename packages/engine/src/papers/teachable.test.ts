import { describe, expect, test } from "vitest";
import { parseHtml } from "../html/parse-html.ts";
import { describeTracer } from "../tracer/tracer.conformance.ts";
import type { Tracer } from "../tracer/tracer.ts";
import { decide, followStep } from "../tracer/verdict.ts";
import { nodeAt } from "../tree/path.ts";
import { ALL_TRACERS, liveTracerNamed } from "./tracers.ts";

const RIVALS = ALL_TRACERS.filter(({ name }) => name !== "fused").map(({ name }) => liveTracerNamed(name) as Tracer);

const PAGE =
  parseHtml(`<title>Harbour</title><body><header><h1>Harbour</h1><p>${"words of the town ".repeat(40)}</p></header>
  <main><section><h2>Tides</h2><p>High water at noon</p><ul><li>Six</li><li>Noon</li></ul></section>
  <section><h2>Ferries</h2><p>On time today</p><ul><li>North</li><li>South</li></ul></section></main>`);
const TIDES = nodeAt(PAGE, "html[1]/body[1]/main[1]/section[1]") as number;
const FERRIES = nodeAt(PAGE, "html[1]/body[1]/main[1]/section[2]") as number;

/** Which of them cannot tell a block from its like, or need what this page has not. */
const SKIPPED = { area: "it needs layout", "tag-string": "sections alike", "edit-distance": "sections alike" };

for (const tracer of RIVALS) {
  const identity = Object.entries(SKIPPED).find(([name]) => name === tracer.name)?.[1];
  describeTracer(tracer, identity === undefined ? {} : { identity });

  describe(`a person teaches ${tracer.name}`, () => {
    test("this one: what they point at is what is looked for next", () => {
      const taught = tracer.adapt(tracer.learn(PAGE, TIDES), PAGE, FERRIES, "person");
      expect(tracer.trace(taught, PAGE).candidates).toEqual(tracer.trace(tracer.learn(PAGE, FERRIES), PAGE).candidates);
    });

    test("not this one: it is offered no more, until they say that it is the one after all", () => {
      const refused = tracer.reject!(tracer.learn(PAGE, TIDES), PAGE, TIDES);
      const nodes = (memory: typeof refused) => tracer.trace(memory, PAGE).candidates.map(({ node }) => node);
      expect(nodes(refused)).not.toContain(TIDES);
      expect(tracer.revive(JSON.parse(JSON.stringify(refused)))).toEqual(refused);
      expect(nodes(tracer.adapt(refused, PAGE, TIDES, "person"))).toEqual(nodes(tracer.learn(PAGE, TIDES)));
    });

    test("it is gone: what it was sure of is not found again on this page", () => {
      const missed = tracer.miss!(tracer.learn(PAGE, TIDES), PAGE);
      expect(decide(tracer.trace(missed, PAGE), tracer.calibration)).not.toMatchObject({ kind: "found", node: TIDES });
    });

    test("a wall in front of the page is no page without the block", () => {
      const wall = parseHtml("<title>Just a moment</title><h1>Verify that you are human</h1>");
      const step = followStep(tracer, tracer.learn(PAGE, TIDES), wall);
      expect(step.verdict).toMatchObject({ kind: "blocked", reason: "captcha" });
    });
  });
}

test("what it finds untaught is what the paper's tracer finds", () => {
  for (const live of RIVALS) {
    const own = ALL_TRACERS.find(({ name }) => name === live.name) as Tracer;
    expect(live.trace(live.learn(PAGE, TIDES), PAGE)).toEqual(own.trace(own.learn(PAGE, TIDES), PAGE));
  }
});
