/** How often a page is checked, as it is said on the command line. */
import { DEFAULT_SCHEDULE, Schedule } from "@tessera/model";
import { readSpan } from "./moment.ts";
import { CliError, EXIT } from "./verb.ts";

export const SCHEDULE_OPTIONS = {
  every: { type: "string" },
  cron: { type: "string" },
  zone: { type: "string" },
} as const;

export const SCHEDULE_HELP = `  --every 10m      how often to check (s, m, h, d), or auto: from how often the block changes
  --cron "0 7 * * 1-5" [--zone Europe/Vienna]   check at these times`;

interface Said {
  readonly every?: string | undefined;
  readonly cron?: string | undefined;
  readonly zone?: string | undefined;
}

/** What is said, as the API takes it; nothing where nothing is said. */
export function scheduleOf(said: Said): { readonly schedule?: Schedule } {
  if (said.every !== undefined && said.cron !== undefined)
    throw new CliError(EXIT.usage, "--every or --cron, not both");
  if (said.zone !== undefined && said.cron === undefined) throw new CliError(EXIT.usage, "--zone is of --cron");
  const wanted = wantedBy(said);
  if (wanted === null) return {};
  const schedule = Schedule.safeParse(wanted);
  if (schedule.success) return { schedule: schedule.data };
  throw new CliError(EXIT.usage, `the schedule is not valid: ${schedule.error.issues[0]?.message}`);
}

function wantedBy({ every, cron, zone }: Said): unknown {
  if (every === "auto") return DEFAULT_SCHEDULE;
  if (every !== undefined) return { kind: "every", intervalMs: readSpan(every, "--every") };
  if (cron === undefined) return null;
  return { kind: "cron", pattern: cron, timeZone: zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone };
}
