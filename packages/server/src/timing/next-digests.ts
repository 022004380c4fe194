/** When a digest goes out: by the clock, as people say it, or by a cron pattern. */
import { type Gathering, nextDigestTimes, readDigestTimes } from "@tessera/model";
import { Cron } from "croner";

export type Digest = Extract<Gathering, { kind: "digest" }>;

/** The next times of a digest; null where its pattern is neither of the two: checked at the borders, survived elsewhere. */
export function digestTimes(
  { pattern, timeZone }: Pick<Digest, "pattern" | "timeZone">,
  { after, count }: { readonly after: number; readonly count: number },
): readonly number[] | null {
  const times = readDigestTimes(pattern);
  if (times) return nextDigestTimes(times, { timeZone, after, count });
  return (
    cronOf(pattern, timeZone)
      ?.nextRuns(count, new Date(after))
      .map((at) => at.getTime()) ?? null
  );
}

function cronOf(pattern: string, timeZone: string): Cron | null {
  try {
    return new Cron(pattern, { timezone: timeZone, paused: true });
  } catch {
    return null;
  }
}
