/** The JSON export of Distill: `data` with one monitor each, whose `config` is JSON within the JSON. */
import type { Schedule } from "@tessera/model";
import { z } from "zod";
import { type ImportPlan, PlanBuilder, readSelector } from "./import-plan.ts";

const Selector = z.looseObject({ type: z.string().catch("css"), expr: z.string().catch("") });
const Config = z.looseObject({
  selections: z
    .array(
      z.looseObject({
        frames: z
          .array(z.looseObject({ includes: z.array(Selector).catch([]), excludes: z.array(Selector).catch([]) }))
          .catch([]),
      }),
    )
    .catch([]),
  regexp: z
    .looseObject({ expr: z.string().catch("") })
    .optional()
    .catch(undefined),
});
const Params = z.looseObject({
  type: z.string().catch(""),
  params: z.looseObject({ interval: z.coerce.number().catch(0) }).catch({ interval: 0 }),
});
const Monitor = z.looseObject({
  uri: z.string(),
  name: z.string().nullish().catch(null),
  config: z.unknown().optional(),
  schedule: z.unknown().optional(),
  tags: z.union([z.array(z.string()), z.string()]).catch([]),
  rules: z.unknown().optional(),
});
const File = z.looseObject({ data: z.array(z.unknown()) });

/** True for JSON with a list of monitors. */
export function isDistill(json: unknown): boolean {
  const file = File.safeParse(json);
  return file.success && file.data.data.some((monitor) => Monitor.safeParse(monitor).success);
}

export function readDistill(json: unknown): ImportPlan {
  const plan = new PlanBuilder("distill");
  for (const [at, raw] of File.parse(json).data.entries()) {
    const monitor = Monitor.safeParse(raw);
    if (monitor.success) addMonitor(plan, monitor.data);
    else plan.note(`monitor ${at + 1}`, "unreadable");
  }
  return plan.finish();
}

function addMonitor(plan: PlanBuilder, monitor: z.infer<typeof Monitor>): void {
  const name = monitor.name || monitor.uri;
  const config = Config.safeParse(unwrapped(monitor.config));
  const frames = config.success ? config.data.selections.flatMap((selection) => selection.frames) : [];
  const includes = frames.flatMap((frame) => frame.includes).filter(({ expr }) => expr.trim() !== "");
  if (!config.success) plan.note(name, "part-left", { what: "config" });
  if (includes.length > 1) plan.note(name, "first-only", { count: includes.length });
  if (frames.some(({ excludes }) => excludes.length > 0)) plan.note(name, "parts-cut");
  if (config.success && config.data.regexp?.expr) plan.note(name, "part-left", { what: "regexp" });
  if (isSet(unwrapped(monitor.rules))) plan.note(name, "part-left", { what: "rules" });
  const [first] = includes;
  const selector = first && readSelector(first.type === "xpath" ? `xpath:${first.expr}` : `css:${first.expr}`);
  plan.add({
    name,
    url: monitor.uri,
    title: monitor.name ?? "",
    ...(selector?.kind === "wish" ? { wish: selector.wish } : {}),
    schedule: scheduleOf(unwrapped(monitor.schedule)),
    sheets: typeof monitor.tags === "string" ? monitor.tags.split(",") : monitor.tags,
  });
}

/** JSON within JSON, or the value itself where it is no text. */
function unwrapped(value: unknown): unknown {
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value);
  } catch {
    return null;
  }
}

function isSet(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : typeof value === "object" && value !== null;
}

function scheduleOf(value: unknown): Schedule | null {
  const schedule = Params.safeParse(value);
  if (!schedule.success || schedule.data.type !== "INTERVAL" || schedule.data.params.interval <= 0) return null;
  return { kind: "every", intervalMs: Math.round(schedule.data.params.interval * 1_000) };
}
