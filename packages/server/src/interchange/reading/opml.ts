/**
 * OPML, in and out. Coming in, an outline with a feed becomes a followed feed, one with nothing but a page becomes a
 * followed page. A folder of feeds is one tile that shows them together, on the sheet of the folder around it; a few feeds
 * that lie in no folder have a tile each. Netvibes writes its tabs as folders: those are sheets, and each feed is a tile.
 */
import { rootName } from "@tessera/engine";
import { generateOpml, parseOpml } from "feedsmith";
import { type ImportPlan, ImportRefused, PlanBuilder } from "./import-plan.ts";
import { linkOf } from "./own-content.ts";

interface Outline {
  readonly text?: string;
  readonly title?: string;
  readonly htmlUrl?: string;
  readonly url?: string;
  readonly xmlUrl?: string;
  readonly outlines?: readonly Outline[];
}

const MAX_DEPTH = 20;
/** More of them in no folder are shown together. */
const MAX_LOOSE = 5;
const USUAL_SHEET = "Feeds";

/** True where the first element is `opml`; comments and a declaration may stand before it. One pass over the text. */
export function isOpml(text: string): boolean {
  return rootName(text) === "opml";
}

interface Named {
  readonly name: string;
  readonly url: string;
  readonly folders: readonly string[];
}

export function readOpml(text: string): ImportPlan {
  // no OPML needs a document type, and entities are how XML grows without bound
  if (/<!(DOCTYPE|ENTITY)/i.test(text))
    throw new ImportRefused("invalid", "The OPML file has a document type: refused.");
  const { title, outlines } = documentOf(text);
  const isTabs = isNetvibes(text, outlines);
  const plan = new PlanBuilder(isTabs ? "netvibes" : "opml");
  const feeds = new Map<string, Map<string, Named>>();
  const pages: Named[] = [];
  for (const { outline, folders } of flattened(outlines)) {
    const name = nameOf(outline);
    const page = outline.htmlUrl ?? outline.url;
    if (outline.xmlUrl) {
      const folder = JSON.stringify(folders);
      const others = feeds.get(folder) ?? new Map<string, Named>();
      if (others.has(outline.xmlUrl)) plan.note(name, "twice");
      feeds.set(folder, others.set(outline.xmlUrl, { name, url: outline.xmlUrl, folders }));
    } else if (page) pages.push({ name, url: page, folders });
    else if (folders.length === MAX_DEPTH) plan.note(name, "unreadable");
    if (isTabs && folders.length === 0 && outline.outlines) plan.sheet(name);
  }
  const read = { feeds: [...feeds.values()].map((some) => [...some.values()]), pages, title: title || USUAL_SHEET };
  if (isTabs) addTabs(plan, read);
  else addFolders(plan, read);
  return plan.finish();
}

interface ReadOutlines {
  /** Those of a folder together. */
  readonly feeds: readonly (readonly Named[])[];
  readonly pages: readonly Named[];
  readonly title: string;
}

/** It says so in its head, or leaves out the text of every outline, as nobody else does. */
function isNetvibes(text: string, outlines: readonly Outline[]): boolean {
  const body = text.search(/<body/i);
  if (/netvibes/i.test(text.slice(0, Math.max(body, 0)))) return true;
  return outlines.some((tab) => tab.outlines) && outlines.every((tab) => !tab.text && tab.title);
}

function addFolders(plan: PlanBuilder, { feeds, pages, title }: ReadOutlines): void {
  for (const { name, url, folders } of pages) plan.add({ name, url, title: name, sheets: folders.slice(-1) });
  for (const some of feeds) addFeeds(plan, some, title);
}

function addTabs(plan: PlanBuilder, { feeds, pages, title }: ReadOutlines): void {
  for (const some of feeds) {
    const [tab = title, ...inside] = some[0]?.folders ?? [];
    const sheet = plan.sheet(tab);
    const folder = inside.at(-1);
    if (folder) plan.feeds(sheet, folder, some);
    else for (const feed of some) plan.feeds(sheet, feed.name, [feed]);
  }
  for (const [tab, some] of Map.groupBy(pages, ({ folders }) => folders[0] ?? title)) {
    const links = some.flatMap(({ name, url }) => {
      const link = linkOf(url, name);
      if (!link) plan.note(name, "no-address", { what: url });
      return link ?? [];
    });
    plan.links(plan.sheet(tab), tab, [{ heading: null, links }]);
  }
}

/** All outlines, each before those in it, however deep; what lies deeper than anybody sorts is left out. */
function* flattened(
  outlines: readonly Outline[],
): Generator<{ readonly outline: Outline; readonly folders: string[] }> {
  const inside = (some: readonly Outline[], folders: string[]) =>
    some.map((outline) => ({ outline, folders })).reverse();
  // the last of these is the next, so that taking one costs the same however many there are
  const pending = inside(outlines, []);
  for (let next = pending.pop(); next; next = pending.pop()) {
    yield next;
    if (next.folders.length === MAX_DEPTH) continue;
    const folders = [...next.folders, nameOf(next.outline)];
    for (const child of inside(next.outline.outlines ?? [], folders)) pending.push(child);
  }
}

/** The feeds of one folder. */
function addFeeds(plan: PlanBuilder, feeds: readonly Named[], title: string): void {
  const folders = feeds[0]?.folders ?? [];
  const [folder, around] = [folders.at(-1), folders.at(-2)];
  const sheet = around ?? title;
  if (folder !== undefined || feeds.length > MAX_LOOSE) plan.feeds(sheet, folder ?? title, feeds);
  else for (const feed of feeds) plan.feeds(sheet, feed.name, [feed]);
}

function nameOf({ title, text, htmlUrl, xmlUrl }: Outline): string {
  return title || text || htmlUrl || xmlUrl || "an outline";
}

function documentOf(text: string): { readonly title: string; readonly outlines: readonly Outline[] } {
  try {
    const { head, body } = parseOpml(text);
    return { title: head?.title?.trim() ?? "", outlines: (body?.outlines ?? []) as readonly Outline[] };
  } catch (cause) {
    throw new ImportRefused("damaged", "The OPML file cannot be read: it is cut off or not well formed.", cause);
  }
}

/** A sheet as a feed reader subscribes to it. */
export interface OpmlSheet {
  readonly title: string;
  readonly follows: readonly { readonly title: string; readonly pageUrl: string; readonly feedUrl: string }[];
}

export function writeOpml(sheets: readonly OpmlSheet[], title: string): string {
  return generateOpml({
    head: { title },
    body: {
      outlines: sheets.map((sheet) => ({
        text: sheet.title,
        outlines: sheet.follows.map((follow) => ({
          type: "rss",
          text: follow.title,
          title: follow.title,
          htmlUrl: follow.pageUrl,
          xmlUrl: follow.feedUrl,
        })),
      })),
    },
  });
}
