/**
 * Saved sites that others wrote, outside of the repository: every folder of the given one is a site, served on loopback.
 * Its `pages.txt` names the pages to look at, one a line; without it, those of its first level are taken.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { UsageError } from "../usage-error.ts";
import { type Bench, measureBlock } from "./measure.ts";
import { serveFolder, slugOf } from "./page-server.ts";
import type { OpenedPage } from "./product.ts";
import { type BlockResult, lineOf } from "./report.ts";
import { titleFault } from "./titles.ts";

export interface SavedSite {
  readonly name: string;
  readonly folder: string;
  /** Paths below the folder. */
  readonly pages: readonly string[];
}

export interface SavedPage {
  readonly name: string;
  readonly url: string;
}

export interface ServedSites {
  readonly origins: readonly string[];
  readonly pages: readonly SavedPage[];
  stop(): Promise<void>;
}

const MAX_PAGES = 3;

export function sitesIn(directory: string): readonly SavedSite[] {
  if (!existsSync(directory)) throw new UsageError(`no such folder: ${directory}`);
  const folders = readdirSync(directory, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const sites = folders.map(({ name }) => {
    const folder = resolve(directory, name);
    return { name, folder, pages: pagesOf(folder) };
  });
  const filled = sites.filter(({ pages }) => pages.length > 0).sort((a, b) => a.name.localeCompare(b.name));
  if (filled.length === 0) throw new UsageError(`no folder with an HTML page in ${directory}`);
  return filled;
}

function pagesOf(folder: string): readonly string[] {
  const list = join(folder, "pages.txt");
  if (existsSync(list)) return readFileSync(list, "utf8").split(/\r?\n/).filter(Boolean);
  const pages = readdirSync(folder).filter((name) => /\.html?$/.test(name));
  return pages
    .sort((a, b) => Number(b === "index.html") - Number(a === "index.html") || a.localeCompare(b))
    .slice(0, MAX_PAGES);
}

export async function serveSites(sites: readonly SavedSite[]): Promise<ServedSites> {
  const servers = await Promise.all(sites.map(({ folder }) => serveFolder(folder)));
  return {
    origins: servers.map(({ url }) => url),
    pages: sites.flatMap(({ name, pages }, at) =>
      pages.map((path) => ({ name: `${name}/${path}`, url: new URL(path, servers[at]!.url).href })),
    ),
    stop: async () => {
      for (const server of servers) await server.stop();
    },
  };
}

/** The blocks that a person would be offered on each page, as the product shows them. */
export async function measurePages(pages: readonly SavedPage[], bench: Bench, limit: number): Promise<BlockResult[]> {
  const results: BlockResult[] = [];
  for (const { name, url } of pages) {
    const page = await opened(url, bench);
    if (typeof page === "string") {
      console.log(`${name} could not be opened: ${page}`);
      continue;
    }
    // one that stands for all of a row is offered once more by itself
    const offered = (await bench.product.offered(page)).filter(({ alike }) => alike === 1).slice(0, limit);
    console.log(`\n${name}: ${offered.length} blocks, fetched by ${page.fetcher}`);
    for (const [at, { path, title }] of offered.entries()) {
      const technique = `${name} ${at + 1}`;
      const wish = { kind: "path", path } as const;
      const measured = await measureBlock({ family: name, technique, url, page, wish }, bench);
      const shown = { ...measured, title: measured.title || title };
      const tableHead = await bench.photographer.tableHeadOf(url, { path }).catch(() => "");
      const fault = titleFault({ title: shown.title, pageTitle: page.title, tableHead });
      console.log(`${lineOf(shown)} | ${JSON.stringify(shown.title)}${fault ? ` (${fault})` : ""}`);
      results.push({ ...shown, titleFault: fault });
    }
  }
  return results;
}

async function opened(url: string, { product, fetcher }: Bench): Promise<OpenedPage | string> {
  try {
    return await product.open(url, fetcher);
  } catch (error) {
    return String(error).split("\n", 1)[0]!;
  }
}

/** The pictures of every block beside each other, for people to look at. */
export function writeContactSheet(directory: string, results: readonly BlockResult[]): string {
  const file = join(directory, "index.html");
  mkdirSync(directory, { recursive: true });
  const rows = results.map((result) => {
    const { technique, title, likeness, state, way, fetcher, verdict } = result;
    const folder = slugOf(technique);
    const pictures = likeness
      ? ["page", "tile", "difference"].map(
          (name) => `<td><img loading="lazy" src="${folder}/${name}.png" alt="${name}"></td>`,
        )
      : ['<td colspan="3">no pictures</td>'];
    const figures = [state, `verdict ${verdict}`, way, `by ${fetcher}`, `SSIM ${likeness?.ssim.toFixed(3) ?? "-"}`];
    return `<tr class="${state}"><th><b>${escaped(title)}</b><br>${escaped(technique)}<br>${figures.join("<br>")}</th>${pictures.join("")}</tr>`;
  });
  writeFileSync(
    file,
    `<!doctype html><meta charset="utf-8"><title>Tiles of ${escaped(basename(directory))}</title><style>
body{font:13px/1.4 sans-serif}table{border-collapse:collapse}th,td{border:1px solid #bbb;padding:6px;vertical-align:top;text-align:left;font-weight:normal}
img{max-width:30vw;max-height:400px;border:1px solid #ddd}.blank th{background:#fbb}.said-blank th{background:#fe9}.missing th,.failed th{background:#ddd}
</style><table><tr><th>Block<th>On its page<th>As a tile<th>Difference</tr>${rows.join("\n")}</table>\n`,
  );
  return file;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
