/** `bench generate`: writes evolving sites of our own with labelled blocks, as data for every other command. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { UsageError } from "../usage-error.ts";
import { evolveSite } from "./evolve-site.ts";
import { SITE_STYLES, type SiteStyle } from "./site-styles.ts";

const USAGE = "bench generate --out DIR [--seed N] [--sites N]";

const SET = "generated";
const FIRST_DAY = Date.UTC(2026, 0, 1);
const DAY_MS = 86_400_000;

export async function run(args: string[]): Promise<void> {
  const { out, seed, sites } = readOptions(args);
  const written = writeSites(out, { seed, sites });
  console.log(`${written.cases} labelled blocks on ${sites} sites, ${written.versions} versions: ${out}`);
}

export interface GenerateOptions {
  readonly seed: number;
  readonly sites: number;
}

/** Writes `cases.jsonl` and the pages that it names into the folder `generated` of `out`. */
export function writeSites(out: string, { seed, sites }: GenerateOptions): { cases: number; versions: number } {
  const folder = join(out, SET);
  const cases: object[] = [];
  let versions = 0;
  for (let number = 0; number < sites; number++) {
    const style = SITE_STYLES[number % SITE_STYLES.length]!;
    const site = `${style.name}-${number + 1}`;
    const history = evolveSite(style, seed + number);
    mkdirSync(join(folder, "pages", site), { recursive: true });
    for (const [day, { html }] of history.entries()) writeFileSync(join(folder, fileOf(site, day)), html);
    cases.push(...casesOf(style, site, history));
    versions += history.length;
  }
  writeFileSync(join(folder, "cases.jsonl"), cases.map((one) => `${JSON.stringify(one)}\n`).join(""));
  return { cases: cases.length, versions };
}

function casesOf(style: SiteStyle, site: string, history: ReturnType<typeof evolveSite>): object[] {
  return style.blocks.map(({ name, heading, form }) => ({
    id: `${SET}/${site}/${name}`,
    set: SET,
    site,
    kind: SET,
    block: heading,
    size: form === "links" ? "small" : "medium",
    mask: [],
    versions: history.map(({ change, labels }, day) => {
      const label = labels.get(name);
      return {
        file: fileOf(site, day),
        date: new Date(FIRST_DAY + day * DAY_MS).toISOString(),
        path: label?.path ?? null,
        equiv: label?.equiv ?? [],
        ...(change === "redesign" ? { redesign: true } : {}),
      };
    }),
  }));
}

function fileOf(site: string, day: number): string {
  return `pages/${site}/${String(day + 1).padStart(2, "0")}.html`;
}

function readOptions(args: string[]): GenerateOptions & { out: string } {
  try {
    const { values } = parseArgs({
      args,
      options: { out: { type: "string" }, seed: { type: "string" }, sites: { type: "string" } },
    });
    if (!values.out) throw new UsageError(`where to? ${USAGE}`);
    return { out: values.out, seed: wholeNumber(values.seed ?? "1"), sites: wholeNumber(values.sites ?? "8") };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${(error as Error).message}; ${USAGE}`);
  }
}

function wholeNumber(text: string): number {
  if (!/^\d{1,6}$/.test(text)) throw new UsageError(`not a whole number: ${text}; ${USAGE}`);
  return Number(text);
}
