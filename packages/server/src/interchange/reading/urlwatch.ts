/** The job file of urlwatch and webchanges: YAML documents, one job each. */
import type { BlockLocator } from "@tessera/model";
import { z } from "zod";
import { type ImportPlan, PlanBuilder } from "./import-plan.ts";
import { yamlDocuments } from "./yaml.ts";

const Job = z.looseObject({
  name: z.string().optional().catch(undefined),
  url: z.string().optional().catch(undefined),
  navigate: z.string().optional().catch(undefined),
  command: z.unknown().optional(),
  use_browser: z.boolean().optional().catch(undefined),
  enabled: z.boolean().optional().catch(undefined),
  filter: z.unknown().optional(),
  filters: z.unknown().optional(),
});
type Job = z.infer<typeof Job>;

/** True for YAML whose documents are jobs. */
export function isUrlwatch(text: string): boolean {
  return /^[ \t]*(?:name|url|navigate|command|kind)[ \t]*:/m.test(text.slice(0, 10_000));
}

export function readUrlwatch(text: string): ImportPlan {
  const plan = new PlanBuilder("urlwatch");
  for (const [at, raw] of yamlDocuments(text).entries()) {
    if (raw === null) continue;
    const job = Job.safeParse(raw);
    if (job.success) addJob(plan, job.data, at);
    else plan.note(`job ${at + 1}`, "unreadable");
  }
  return plan.finish();
}

function addJob(plan: PlanBuilder, job: Job, at: number): void {
  const url = job.navigate ?? job.url;
  const name = job.name ?? url ?? `job ${at + 1}`;
  if (url === undefined) {
    if (isSet(job.command)) plan.note(name, "command");
    else plan.note(name, "no-address", { what: "" });
    return;
  }
  for (const field of LEFT_BEHIND) if (isSet(job[field])) plan.note(name, "part-left", { what: field });
  plan.add({
    name,
    url,
    title: job.name ?? "",
    wish: wishOf(plan, name, job.filter ?? job.filters),
    fetcher: job.navigate !== undefined || job.use_browser ? "browser" : "auto",
    isPaused: job.enabled === false,
  });
}

/** What a job can say that a follow cannot. */
const LEFT_BEHIND = ["headers", "cookies", "data", "http_proxy", "https_proxy", "diff_filter", "diff_tool"] as const;

/** Filters that only tidy up what Tessera reads as text anyway. */
const TIDYING = new Set(["html2text", "strip", "beautify", "format-xml", "absolute_links"]);

/** The first filter that names an element; the others are reported. */
function wishOf(plan: PlanBuilder, name: string, filters: unknown): BlockLocator {
  let wish: BlockLocator | null = null;
  let selectors = 0;
  for (const [kind, value] of filterList(filters)) {
    const named = selectorOf(kind, value);
    if (named) selectors++;
    if (named && !wish) wish = named;
    else if (!named && !TIDYING.has(kind)) plan.note(name, "part-left", { what: kind });
  }
  if (selectors > 1) plan.note(name, "first-only", { count: selectors });
  return wish ?? { kind: "page" };
}

/** `filter: a,b:c` of the old form, or a list of names and of objects with one key. */
function filterList(filters: unknown): readonly (readonly [kind: string, value: unknown])[] {
  if (typeof filters === "string") {
    return filters.split(",").map((part) => {
      const [kind = "", ...rest] = part.split(":");
      return [kind.trim(), rest.join(":").trim()] as const;
    });
  }
  if (!Array.isArray(filters)) return [];
  return filters.flatMap((filter: unknown) => {
    if (typeof filter === "string") return filterList(filter);
    return typeof filter === "object" && filter !== null ? Object.entries(filter) : [];
  });
}

function selectorOf(kind: string, value: unknown): BlockLocator | null {
  const inner = typeof value === "object" && value !== null ? Object.values(value)[0] : value;
  const text = typeof inner === "string" ? inner.trim() : "";
  if (text === "") return null;
  switch (kind) {
    case "css":
      return { kind: "css", selector: text };
    case "xpath":
      return { kind: "xpath", expression: text };
    case "element-by-id":
      return { kind: "css", selector: `[id=${JSON.stringify(text)}]` };
    case "element-by-class":
      return { kind: "css", selector: `[class~=${JSON.stringify(text)}]` };
    case "element-by-tag":
      return { kind: "css", selector: text };
    default:
      return null;
  }
}

function isSet(value: unknown): boolean {
  return typeof value === "object" && value !== null ? Object.keys(value).length > 0 : Boolean(value);
}
