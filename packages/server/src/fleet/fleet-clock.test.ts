import fc from "fast-check";
import { expect, test } from "vitest";
import { FleetClock } from "./fleet-clock.ts";

function clockWith(databaseTime: () => number, ownTime: () => number): FleetClock {
  const pulse = async () => ({ now: databaseTime(), schemaVersion: 5 });
  return new FleetClock({ upkeep: { pulse } as never }, ownTime);
}

test("machines whose clocks differ have the time of the database, to within half a question", async () => {
  const minute = fc.integer({ min: -3_600_000, max: 3_600_000 });
  await fc.assert(
    fc.asyncProperty(minute, fc.integer({ min: 0, max: 2_000 }), async (skewMs, tookMs) => {
      let time = 1_000_000_000_000;
      const own = () => time + skewMs;
      const clock = clockWith(() => {
        time += tookMs;
        return time;
      }, own);
      const { warning, schemaVersion } = await clock.renew();
      expect(Math.abs(clock.now() - time)).toBeLessThanOrEqual(tookMs / 2 + 1);
      expect(clock.ofFleet(own())).toBe(clock.now());
      expect(schemaVersion).toBe(5);
      if (Math.abs(skewMs) > 5_000 + tookMs) expect(warning).toMatch(skewMs < 0 ? /behind/ : /ahead of/);
      if (Math.abs(skewMs) < 5_000 - tookMs) expect(warning).toBeNull();
    }),
  );
});
