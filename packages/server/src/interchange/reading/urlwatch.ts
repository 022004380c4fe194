/** The job file of urlwatch and webchanges: YAML documents, one job each. */
import type { BlockLocator } from "@tessera/model";
import { parseAllDocuments } from "yaml";
import { z } from "zod";
import { type ImportPlan, ImportRefused, PlanBuilder } from "./import-plan.ts";

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

/** A file that doubles by aliases more often than this is a bomb, not a list of jobs. */
const MAX_ALIASES = 100;

/** True for YAML whose documents are jobs. */
export function isUrlwatch(text: string): boolean {
  return /^[ \t]*(?:name|url|navigate|command|kind)[ \t]*:/m.test(text.slice(0, 10_000));
}

export function readUrlwatch(text: string): ImportPlan {
  const plan = new PlanBuilder("urlwatch");
  for (const [at, raw] of documentsOf(text).entries()) {
    if (raw === null) continue;
    const job = Job.safeParse(raw);
    if (job.success) addJob(plan, job.data, at);
    else plan.note(`job ${at + 1}`, "is not a job that can be read: left out");
  }
  return plan.finish();
}

function documentsOf(text: string): readonly unknown[] {
  // comparing all keys of a mapping with each other is quadratic, and of two the last one counts
  const documents = parseAllDocuments(text, { schema: "core", merge: false, uniqueKeys: false });
  if (!Array.isArray(documents)) throw new ImportRefused("empty", "The YAML file has no documents.");
  return documents.map((document) => {
    const [error] = document.errors;
    if (error) throw new ImportRefused("damaged", `The YAML file cannot be read: ${error.message.split("\n")[0]}`);
    try {
      return document.toJS({ maxAliasCount: MAX_ALIASES }) as unknown;
    } catch (cause) {
      throw new ImportRefused("invalid", "The YAML file grows without bound by its aliases: refused.", cause);
    }
  });
}

function addJob(plan: PlanBuilder, job: Job, at: number): void {
  const url = job.navigate ?? job.url;
  const name = job.name ?? url ?? `job ${at + 1}`;
  if (url === undefined) {
    plan.note(name, isSet(job.command) ? "is a shell command: Tessera runs none" : "has no address: left out");
    return;
  }
  for (const [field, message] of LEFT_BEHIND) if (isSet(job[field])) plan.note(name, message);
  plan.add({
    name,
    url,
    title: job.name ?? "",
    wish: wishOf(plan, name, job.filter ?? job.filters),
    fetcher: job.navigate !== undefined || job.use_browser ? "browser" : "auto",
    isPaused: job.enabled === false,
  });
}

const LEFT_BEHIND: readonly (readonly [field: string, message: string])[] = [
  ["headers", "its request headers are not carried over"],
  ["cookies", "its cookies are not carried over"],
  ["data", "its request body is not carried over"],
  ["http_proxy", "its proxy is not carried over"],
  ["https_proxy", "its proxy is not carried over"],
  ["diff_filter", "its diff filters are not carried over: set conditions anew"],
  ["diff_tool", "its diff tool is a command: Tessera runs none"],
];

/** Filters that only tidy up what Tessera reads as text anyway. */
const TIDYING = new Set(["html2text", "strip", "beautify", "format-xml", "absolute_links"]);

/** The first filter that names an element; the others are reported. */
function wishOf(plan: PlanBuilder, name: string, filters: unknown): BlockLocator {
  let wish: BlockLocator | null = null;
  for (const [kind, value] of filterList(filters)) {
    const named = selectorOf(kind, value);
    if (named && !wish) wish = named;
    else if (named) plan.note(name, `of its selectors only the first is followed, not ${kind}`);
    else if (!TIDYING.has(kind)) plan.note(name, `its filter ${kind.slice(0, 60)} is not carried over`);
  }
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
