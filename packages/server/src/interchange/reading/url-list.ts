/** A list of addresses, one a line, with an optional list of sheets after each: `https://example.org/ news, daily`. */
import { type ImportPlan, PlanBuilder } from "./import-plan.ts";

/** True where every line that says something starts with a web address. */
export function isUrlList(text: string): boolean {
  const lines = linesOf(text);
  return lines.length > 0 && lines.every((line) => /^https?:\/\//i.test(line));
}

export function readUrlList(text: string): ImportPlan {
  const plan = new PlanBuilder("url-list");
  const seen = new Set<string>();
  for (const line of linesOf(text)) {
    const [url = "", ...rest] = line.split(/\s+/);
    if (seen.has(url)) plan.note(url, "is in the list twice: followed once");
    else plan.add({ name: url, url, sheets: rest.join(" ").split(",") });
    seen.add(url);
  }
  return plan.finish();
}

function linesOf(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"));
}
