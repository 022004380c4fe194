/** All verbs by name, loaded when asked for, so that `tessera trace` does not wait for the server's libraries. */
import type { Verb } from "./verb.ts";

export const VERBS: Readonly<Record<string, () => Promise<Verb>>> = {
  serve: async () => (await import("./verbs/serve.ts")).serve,
  work: async () => (await import("./verbs/work.ts")).work,
  follow: async () => (await import("./verbs/follow.ts")).follow,
  unfollow: async () => (await import("./verbs/unfollow.ts")).unfollow,
  list: async () => (await import("./verbs/list.ts")).list,
  check: async () => (await import("./verbs/check.ts")).check,
  show: async () => (await import("./verbs/show.ts")).show,
  history: async () => (await import("./verbs/history.ts")).history,
  diff: async () => (await import("./verbs/diff.ts")).diff,
  channel: async () => (await import("./verbs/channel.ts")).channel,
  host: async () => (await import("./verbs/host.ts")).host,
  deliveries: async () => (await import("./verbs/deliveries.ts")).deliveries,
  export: async () => (await import("./verbs/export.ts")).exportVerb,
  import: async () => (await import("./verbs/import.ts")).importVerb,
  backup: async () => (await import("./verbs/backup.ts")).backup,
  queue: async () => (await import("./verbs/queue.ts")).queue,
  doctor: async () => (await import("./verbs/doctor.ts")).doctor,
  migrate: async () => (await import("./verbs/migrate.ts")).migrate,
  replay: async () => (await import("./verbs/replay.ts")).replay,
  backfill: async () => (await import("./verbs/backfill.ts")).backfill,
  user: async () => (await import("./verbs/user.ts")).user,
  trace: async () => (await import("./verbs/trace.ts")).trace,
  pages: async () => (await import("./verbs/pages.ts")).pages,
  completion: async () => (await import("./verbs/completion.ts")).completionOf(VERBS),
};
