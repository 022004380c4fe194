/** `bench fidelity`: blocks of pages that use the techniques of the web, as tiles beside themselves on their page. */
import { parseArgs } from "node:util";
import { UsageError } from "../usage-error.ts";
import { type Bench, measureBlock } from "./measure.ts";
import { serveTechniques, slugOf } from "./page-server.ts";
import { ALL_PAGES } from "./pages/all-pages.ts";
import { startPhotographer } from "./photograph.ts";
import { type FetcherChoice, startProduct, WAYS, type Way } from "./product.ts";
import { type BlockResult, COLUMNS, lineOf, meetsBars, summaryOf, writeFigures } from "./report.ts";
import { measurePages, serveSites, sitesIn, writeContactSheet } from "./sites.ts";
import type { TechniquePage } from "./technique.ts";

const FETCHERS: readonly FetcherChoice[] = ["auto", "http", "browser"];
const OPTIONS = {
  only: { type: "string", multiple: true },
  way: { type: "string", default: "auto" },
  fetcher: { type: "string", default: "auto" },
  tile: { type: "string" },
  pictures: { type: "string" },
  figures: { type: "string" },
  sites: { type: "string" },
  blocks: { type: "string", default: "12" },
} as const;

type How = Omit<Bench, "product" | "photographer">;

/**
 * `--only` takes a technique, a part of its name or a family, several times; with `--sites` the name of a site. `--tile` is the
 * width of the tile in CSS pixels: as wide as the block is on its page unless told.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: OPTIONS });
  const how: How = {
    way: oneOf<Way>(WAYS, values.way, "way"),
    fetcher: oneOf(FETCHERS, values.fetcher, "fetcher"),
    tileWidth: values.tile === undefined ? null : count(values.tile),
    pictures: values.pictures ?? null,
  };
  const names = values.only ?? [];
  const results =
    values.sites === undefined
      ? await runTechniques(names, how)
      : await runSites(values.sites, { names, blocks: count(values.blocks) }, how);
  console.log(`\n${summaryOf(results).join("\n")}`);
  if (how.pictures !== null) console.log(`look at ${writeContactSheet(how.pictures, results)}`);
  if (values.figures !== undefined) writeFigures(values.figures, results);
  // the bars are for our own pages, in the width that their blocks have there
  if (values.sites === undefined && how.tileWidth === null && !meetsBars(results)) process.exitCode = 1;
}

async function runTechniques(names: readonly string[], how: How): Promise<BlockResult[]> {
  const pages = pagesNamed(names);
  const site = await serveTechniques(pages);
  try {
    return await withBench([site.url], how, (bench) => measureAll(pages, site.url, bench));
  } finally {
    await site.stop();
  }
}

async function runSites(
  directory: string,
  { names, blocks }: { readonly names: readonly string[]; readonly blocks: number },
  how: How,
): Promise<BlockResult[]> {
  const isNamed = (name: string) => names.length === 0 || names.some((wanted) => name.includes(wanted));
  const served = await serveSites(sitesIn(directory).filter(({ name }) => isNamed(name)));
  try {
    return await withBench(served.origins, how, (bench) => measurePages(served.pages, bench, blocks));
  } finally {
    await served.stop();
  }
}

async function withBench<T>(origins: readonly string[], how: How, use: (bench: Bench) => Promise<T>): Promise<T> {
  const product = await startProduct(origins);
  try {
    const photographer = await startPhotographer(product);
    try {
      return await use({ ...how, product, photographer });
    } finally {
      await photographer.stop();
    }
  } finally {
    await product.stop();
  }
}

async function measureAll(pages: readonly TechniquePage[], origin: string, bench: Bench): Promise<BlockResult[]> {
  console.log(COLUMNS);
  const results: BlockResult[] = [];
  for (const { family, name } of pages) {
    const url = `${origin}/${slugOf(name)}/`;
    const wish = { kind: "css", selector: "[data-block]" } as const;
    const result = await measureBlock({ family, technique: name, url, page: null, wish }, bench);
    console.log(lineOf(result));
    results.push(result);
  }
  return results;
}

function pagesNamed(names: readonly string[]): readonly TechniquePage[] {
  const isNamed = ({ name, family }: TechniquePage) =>
    names.length === 0 || names.some((wanted) => family === wanted || slugOf(name).includes(slugOf(wanted)));
  const pages = ALL_PAGES.filter(isNamed);
  if (pages.length === 0) throw new UsageError(`no such technique: ${names.join(", ")}`);
  return pages;
}

function oneOf<T extends string>(all: readonly T[], text: string, what: string): T {
  const found = all.find((value) => value === text);
  if (found === undefined) throw new UsageError(`no such ${what}: ${text}; one of ${all.join(", ")}`);
  return found;
}

function count(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new UsageError(`not a count: ${text}`);
  return value;
}
