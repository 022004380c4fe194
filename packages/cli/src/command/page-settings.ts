/** How a page is fetched, as a person writes it in a file; what is wrong with one is said with the place in it. */
import { readFileSync } from "node:fs";
import { PagePatch, PageSource, WebUrl, withPatch } from "@tessera/model";
import type { z } from "zod";
import { harmless } from "./table.ts";
import { CliError, EXIT, type Terminal } from "./verb.ts";

/** A file, or - for standard input. */
export async function readText(file: string, terminal: Terminal): Promise<string> {
  if (file === "-") return (await terminal.readInput()).toString("utf8");
  try {
    return readFileSync(file, "utf8");
  } catch (cause) {
    throw new CliError(EXIT.input, `${file} cannot be read`, cause);
  }
}

/** None where no file is named. */
export async function readSettings(file: string | undefined, terminal: Terminal): Promise<PagePatch> {
  if (file === undefined) return {};
  const name = file === "-" ? "standard input" : file;
  const settings = PagePatch.safeParse(jsonOf(await readText(file, terminal), name));
  if (settings.success) return settings.data;
  throw new CliError(EXIT.input, `${name}: ${faultIn(settings.error)}`, settings.error);
}

function jsonOf(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new CliError(EXIT.input, `${name} is no JSON: ${harmless((cause as Error).message)}`, cause);
  }
}

/** The first thing that is wrong, as `steps.0.selector: …`. */
function faultIn({ issues: [issue] }: z.ZodError): string {
  if (!issue) return "these are no settings";
  // of what can be said in two ways, as a value or by the name of a secret: what the first of them lacks
  const [lacking] = (issue.code === "invalid_union" && issue.errors[0]) || [];
  const where = [...issue.path, ...(lacking?.path ?? [])].join(".");
  return `${where === "" ? "" : `${where}: `}${(lacking ?? issue).message}`;
}

/** A page that nobody follows yet, with these settings. */
export function sourceAt(address: string, settings: PagePatch): PageSource {
  const url = WebUrl.safeParse(address);
  if (!url.success) throw new CliError(EXIT.input, `${harmless(address)} is not an http or https address`, url.error);
  return withPatch(PageSource.parse({ url: url.data }), settings);
}
