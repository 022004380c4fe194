/** `bench fidelity`: blocks of pages that use the techniques of the web, as tiles beside themselves on their page. */
import { parseArgs } from "node:util";
import { UsageError } from "../usage-error.ts";
import { type Bench, measureBlock } from "./measure.ts";
import { serveTechniques, slugOf } from "./page-server.ts";
import { ALL_PAGES } from "./pages/all-pages.ts";
import { startPhotographer } from "./photograph.ts";
import { type FetcherChoice, startProduct, WAYS, type Way } from "./product.ts";
import { type BlockResult, COLUMNS, lineOf, summaryOf } from "./report.ts";
import type { TechniquePage } from "./technique.ts";

const FETCHERS: readonly FetcherChoice[] = ["auto", "http", "browser"];
const OPTIONS = {
  only: { type: "string", multiple: true },
  way: { type: "string", default: "auto" },
  fetcher: { type: "string", default: "auto" },
  pictures: { type: "string" },
} as const;

/** `--only technique` takes a technique, a part of its name or a family, several times. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: OPTIONS });
  const way = oneOf<Way>(WAYS, values.way, "way");
  const fetcher = oneOf(FETCHERS, values.fetcher, "fetcher");
  const pages = pagesNamed(values.only ?? []);
  const site = await serveTechniques(pages);
  const product = await startProduct([site.url]);
  const photographer = await startPhotographer(product);
  try {
    const bench = { product, photographer, way, fetcher, pictures: values.pictures ?? null };
    const results = await measureAll(pages, site.url, bench);
    console.log(`\n${summaryOf(results).join("\n")}`);
  } finally {
    await photographer.stop();
    await product.stop();
    await site.stop();
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
