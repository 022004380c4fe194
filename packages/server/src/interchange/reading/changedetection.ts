/** A backup of changedetection.io: either one `url-watches.json`, or since 2026 one `watch.json` a folder. */
import type { Condition, QuietLine, Schedule, Words } from "@tessera/model";
import { z } from "zod";
import { type ImportPlan, ImportRefused, PlanBuilder, parseJson, readSelector } from "./import-plan.ts";
import type { ZipEntry } from "./zip.ts";

/** Fields are optional and forgiving: backups of five years of versions come here. */
const texts = z.array(z.string()).catch([]);
const Watch = z.looseObject({
  url: z.string(),
  title: z.string().nullish().catch(null),
  include_filters: texts,
  subtractive_selectors: texts,
  ignore_text: texts,
  trigger_text: texts,
  text_should_not_be_present: texts,
  extract_text: texts,
  tags: texts,
  tag: z.string().catch(""),
  paused: z.boolean().catch(false),
  fetch_backend: z.string().catch("system"),
  time_between_check: z.record(z.string(), z.coerce.number().nullish().catch(null)).catch({}),
  time_between_check_use_default: z.boolean().catch(false),
});
type Watch = z.infer<typeof Watch>;

const Index = z.looseObject({
  watching: z.record(z.string(), z.unknown()),
  settings: z
    .looseObject({ application: z.looseObject({ tags: z.record(z.string(), z.unknown()).catch({}) }) })
    .optional(),
});
const Tag = z.looseObject({ title: z.string().catch("") });

export function isChangedetection(entries: readonly ZipEntry[]): boolean {
  return entries.some(({ path }) => path === "url-watches.json" || /^[0-9a-f-]{36}\/watch\.json$/i.test(path));
}

export async function readChangedetection(entries: readonly ZipEntry[]): Promise<ImportPlan> {
  const plan = new PlanBuilder("changedetection");
  const { watches, tags } = await readEntries(entries);
  for (const [id, raw] of watches) {
    const watch = Watch.safeParse(raw);
    if (!watch.success) plan.note(id, "unreadable");
    else addWatch(plan, watch.data, tags);
  }
  return plan.finish();
}

interface Found {
  readonly watches: ReadonlyMap<string, unknown>;
  readonly tags: ReadonlyMap<string, string>;
}

async function readEntries(entries: readonly ZipEntry[]): Promise<Found> {
  const watches = new Map<string, unknown>();
  const tags = new Map<string, string>();
  const add = (id: string, watch: unknown): void => {
    if (watches.has(id)) throw new ImportRefused("duplicate-id", `The backup has the watch ${id.slice(0, 60)} twice.`);
    watches.set(id, watch);
  };
  for (const entry of entries) {
    const [, id = "", kind] = /^([0-9a-f-]{36})\/(watch|tag)\.json$/i.exec(entry.path) ?? [];
    if (kind === "watch") add(id, await readJson(entry));
    else if (kind === "tag") tags.set(id, Tag.catch({ title: "" }).parse(await readJson(entry)).title);
    else if (entry.path === "url-watches.json") {
      const index = Index.safeParse(await readJson(entry));
      if (!index.success)
        throw new ImportRefused("invalid", "url-watches.json in the backup is not a list of watches.");
      for (const [uuid, watch] of Object.entries(index.data.watching)) add(uuid, watch);
      for (const [uuid, tag] of Object.entries(index.data.settings?.application.tags ?? {})) {
        tags.set(uuid, Tag.catch({ title: "" }).parse(tag).title);
      }
    }
  }
  return { watches, tags };
}

async function readJson(entry: ZipEntry): Promise<unknown> {
  const bytes = await entry.read();
  try {
    return parseJson(bytes.toString("utf8"));
  } catch (cause) {
    if (cause instanceof ImportRefused) throw cause;
    throw new ImportRefused("damaged", `${entry.path} in the backup is not complete JSON.`, cause);
  }
}

function addWatch(plan: PlanBuilder, watch: Watch, tags: ReadonlyMap<string, string>): void {
  const name = watch.title || watch.url;
  const [first, ...others] = watch.include_filters.filter((filter) => filter.trim() !== "");
  const selector = first === undefined ? null : readSelector(first);
  if (selector?.kind === "unknown") plan.note(name, "no-block", { what: selector.language });
  if (others.length > 0) plan.note(name, "first-only", { count: others.length + 1 });
  for (const field of LEFT_BEHIND) if (isSet(watch[field])) plan.note(name, "part-left", { what: field });
  if (watch.subtractive_selectors.length > 0) plan.note(name, "parts-cut");
  plan.add({
    name,
    url: watch.url,
    title: watch.title ?? "",
    ...(selector?.kind === "wish" ? { wish: selector.wish } : {}),
    fetcher: /webdriver|playwright|browser/.test(watch.fetch_backend) ? "browser" : "auto",
    schedule: scheduleOf(watch),
    conditions: conditionsOf(watch),
    quietLines: watch.ignore_text
      .filter(Boolean)
      .map((text): QuietLine => ({ kind: "contains", words: wordsOf(text) })),
    isPaused: watch.paused,
    sheets: [...watch.tags.map((id) => tags.get(id) ?? ""), ...watch.tag.split(",")],
  });
}

/** What a watch can say that a follow cannot. */
const LEFT_BEHIND = [
  "browser_steps",
  "webdriver_js_execute_code",
  "headers",
  "body",
  "proxy",
  "notification_urls",
  "extract_text",
  "conditions",
] as const;

function isSet(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return typeof value === "object" && value !== null ? Object.keys(value).length > 0 : Boolean(value);
}

function scheduleOf(watch: Watch): Schedule | null {
  if (watch.time_between_check_use_default) return null;
  const seconds = Object.entries(UNIT_SECONDS).reduce(
    (sum, [unit, length]) => sum + (watch.time_between_check[unit] ?? 0) * length,
    0,
  );
  return seconds > 0 ? { kind: "every", intervalMs: Math.round(seconds * 1_000) } : null;
}

const UNIT_SECONDS = { weeks: 604_800, days: 86_400, hours: 3_600, minutes: 60, seconds: 1 } as const;

function conditionsOf(watch: Watch): readonly Condition[] {
  return [
    ...watch.trigger_text.filter(Boolean).map((text): Condition => ({ kind: "contains", words: wordsOf(text) })),
    ...watch.text_should_not_be_present
      .filter(Boolean)
      .map((text): Condition => ({ kind: "lacks", words: wordsOf(text) })),
  ];
}

const MAX_WORDS = 1_000;

/** `/pattern/flags` is a regular expression there, everything else is words. */
function wordsOf(text: string): Words {
  const [, pattern, flags = ""] = /^\/([\s\S]+)\/([a-z]*)$/.exec(text.trim()) ?? [];
  if (pattern === undefined) return { as: "words", text: text.trim().slice(0, MAX_WORDS) };
  return { as: "pattern", text: `${flags.includes("i") ? "(?i)" : ""}${pattern}`.slice(0, MAX_WORDS) };
}
