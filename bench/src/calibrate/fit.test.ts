import fc from "fast-check";
import { expect, test } from "vitest";
import { confidenceOf, fitCalibration, heldOut, meanCost, type Sample } from "./fit.ts";

const sample: fc.Arbitrary<Sample> = fc
  .record({
    score: fc.double({ min: 0, max: 1, noNaN: true }),
    margin: fc.double({ min: 0, max: 1, noNaN: true }),
    kind: fc.nat(2),
  })
  .map(({ score, margin, kind }) => ({ score, margin, isRight: kind === 0, isGone: kind === 1 }));

test("a fit is finite, keeps its thresholds in order and costs no more than always asking", () => {
  fc.assert(
    fc.property(fc.array(sample, { minLength: 1, maxLength: 60 }), (samples) => {
      const calibration = fitCalibration(samples);
      for (const value of Object.values(calibration)) expect(Number.isFinite(value)).toBe(true);
      expect(calibration.goneBelow).toBeLessThanOrEqual(calibration.foundFrom);
      expect(meanCost(samples, calibration)).toBeLessThanOrEqual(1 + 1e-9);
    }),
  );
});

test("scores that tell right from gone are found and gone without a question", () => {
  const samples: Sample[] = Array.from({ length: 100 }, (_, rank) => {
    const isRight = rank >= 50;
    return { score: rank / 100, margin: 0.1, isRight, isGone: !isRight };
  });
  const calibration = fitCalibration(samples);
  expect(meanCost(samples, calibration)).toBe(0);
  expect(confidenceOf(samples[99]!, calibration)).toBeGreaterThan(0.9);
});

test("a score that says nothing is asked about, because being wrong costs twenty questions", () => {
  const samples: Sample[] = Array.from({ length: 100 }, (_, rank) => ({
    score: 0.5,
    margin: 0,
    isRight: rank % 2 === 0,
    isGone: false,
  }));
  expect(meanCost(samples, fitCalibration(samples))).toBe(1);
});

test("where the likeliest curve would ask always, a mixture of score and margin that is clearly cheaper is taken", () => {
  const group = (count: number, score: number, margin: number, share: number): Sample[] =>
    Array.from({ length: count }, (_, rank) => ({ score, margin, isRight: rank < count * share, isGone: false }));
  // a few that lead clearly and are wrong half of the time pull the likeliest curve away from those that lead and are right
  const sure = group(50, 0.9, 0.3, 1);
  const samples = [...sure, ...group(50, 0.9, 0, 0.9), ...group(10, 0.7, 0, 0.9), ...group(10, 0.8, 0.35, 0.5)];
  const calibration = fitCalibration(samples);
  expect(confidenceOf(sure[0]!, calibration)).toBeGreaterThanOrEqual(calibration.foundFrom);
  expect(meanCost(samples, calibration)).toBeCloseTo(70 / 120);
});

test("what is held out is judged by what the other sites teach, and a site that is like no other pays for it", () => {
  const told = (site: string, isTurned: boolean) =>
    Array.from({ length: 40 }, (_, rank) => {
      const isHigh = rank % 2 === 0;
      return { site, score: isHigh ? 0.9 : 0.1, margin: 0, isRight: isHigh !== isTurned, isGone: isHigh === isTurned };
    });
  const alike = Array.from({ length: 12 }, (_, rank) => told(`site-${rank}.example`, false)).flat();
  expect(heldOut(alike)).toEqual({ cost: 0, found: 0.5, wrongOfFound: 0 });
  const odd = heldOut([...alike, ...told("odd.example", true)]);
  expect(odd.cost).toBeGreaterThan(0);
  expect(odd.wrongOfFound).toBeGreaterThan(0);
});
