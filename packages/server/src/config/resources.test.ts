import { totalmem } from "node:os";
import fc from "fast-check";
import { expect, test } from "vitest";
import { describeResources, measureMachine, resourcesFor } from "./resources.ts";
import { Config } from "./settings.ts";

const MIB = 1024 * 1024;
const machine = (mebibytes: number, processors = 4) => ({ memoryBytes: mebibytes * MIB, processors });
const usual = Config.parse({});

test.each([
  [256, "small"],
  [1_535, "small"],
  [1_536, "normal"],
  [4_096, "normal"],
  [6_144, "large"],
  [64_000, "large"],
] as const)("a machine with %i MiB is %s", (mebibytes, size) => {
  expect(resourcesFor(usual, machine(mebibytes)).size).toBe(size);
});

test("what is set counts more than what the machine has", () => {
  expect(resourcesFor(Config.parse({ memory: "small" }), machine(64_000)).size).toBe("small");
  const set = { workers: "7", concurrency: "3", browserPages: "5" };
  expect(resourcesFor(Config.parse(set), machine(256))).toMatchObject({
    size: "small",
    workers: 7,
    concurrency: 3,
    browserPages: 5,
  });
});

test("a large machine has a thread for each processor but one, up to four; a small one has one", () => {
  const workers = (mebibytes: number, processors: number) =>
    resourcesFor(usual, machine(mebibytes, processors)).workers;
  expect([1, 2, 3, 5, 64].map((processors) => workers(64_000, processors))).toEqual([1, 1, 2, 4, 4]);
  expect(workers(512, 64)).toBe(1);
});

test("a smaller machine never gets more of anything", () => {
  const order = fc.tuple(fc.integer({ min: 64, max: 100_000 }), fc.integer({ min: 64, max: 100_000 }));
  fc.assert(
    fc.property(order, fc.integer({ min: 1, max: 64 }), ([one, other], processors) => {
      const [less, more] = [one, other].sort((a, b) => a - b).map((of) => resourcesFor(usual, machine(of, processors)));
      for (const name of Object.keys(less!) as (keyof typeof less)[]) {
        if (typeof less![name] === "number") expect(less![name], name).toBeLessThanOrEqual(more![name]);
      }
    }),
  );
});

test("all that a small machine keeps fits into half of 512 MiB, without a browser", () => {
  const { workers, threadYoungMebibytes, storeCacheMebibytes, tilesMebibytes, assetsMebibytes } = resourcesFor(
    usual,
    machine(512),
  );
  expect(workers * threadYoungMebibytes + 2 * storeCacheMebibytes + tilesMebibytes + assetsMebibytes).toBeLessThan(128);
});

test("this machine is measured: never more than there is", () => {
  const { memoryBytes, processors } = measureMachine();
  expect(memoryBytes).toBeGreaterThan(0);
  expect(memoryBytes).toBeLessThanOrEqual(totalmem());
  expect(processors).toBeGreaterThanOrEqual(1);
});

test("an operator reads what was chosen and why", () => {
  const small = machine(512, 1);
  expect(describeResources(resourcesFor(usual, small), small)).toBe(
    "memory: small (this machine has 512 MiB and 1 processor): 1 worker thread, 8 pages checked and 1 rendered at once, " +
      "caches of 8 MiB for the store and 8 MiB for tiles",
  );
});
