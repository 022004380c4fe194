/**
 * The bookmark file that Chrome, Edge, Firefox and Safari write: Netscape's, a list of definitions that nobody closes. It
 * is read tag by tag in one pass, without a tree: a heading names the list after it, and what leads to no page is left out.
 * start.me writes the same, and marks with an attribute which folders are its pages and which hold feeds.
 */
import type { BookmarkFolder } from "@tessera/model/api";
import { type ImportPlan, ImportRefused, PlanBuilder } from "./import-plan.ts";
import { linkOf, titleOf } from "./own-content.ts";
import { attributeOf, decoded, type Tag, tagsIn } from "./tags.ts";

interface ReadFolder extends BookmarkFolder {
  /** How many names of its path are pages of start.me: those are the first. */
  readonly pages: number;
}

export interface Bookmarks {
  /** Those with links in them, in the order of the file. */
  readonly folders: readonly ReadFolder[];
  /** Scripts, searches and other things that are no pages; how many, and the first of them by name. */
  readonly leftOut: number;
  readonly leftOutNames: readonly { readonly name: string; readonly url: string }[];
}

/** Of a person who never tidied up in twenty years. */
const MAX_LINKS = 20_000;
/** Deeper folders count as the one that they lie in. */
const MAX_DEPTH = 12;
const MAX_LEFT_OUT_NAMES = 200;
const SHEET_TITLE = "Bookmarks";

export function isBookmarks(text: string): boolean {
  return /^\s*<!DOCTYPE NETSCAPE-Bookmark-file-1>/i.test(text.slice(0, 1_000));
}

export function readBookmarks(text: string): Bookmarks {
  const reader = new BookmarkReader();
  for (const { tag, after } of tagsIn(text)) reader.take(tag, after);
  const read = reader.finish();
  if (read.folders.length === 0)
    throw new ImportRefused("empty", "The bookmark file has no link that leads to a page.");
  return read;
}

/** Pages of start.me are sheets; otherwise all are on one: a tile for each folder of the first level, those within it as its groups. */
export function planOfBookmarks({ folders, leftOut, leftOutNames }: Bookmarks): ImportPlan {
  const plan = new PlanBuilder(folders.some(({ pages }) => pages > 0) ? "start.me" : "bookmarks");
  const bySheet = Map.groupBy(folders, ({ path, pages }) => path[pages - 1] ?? SHEET_TITLE);
  for (const [wanted, some] of bySheet) {
    const sheet = plan.sheet(wanted);
    for (const [title, those] of Map.groupBy(some, ({ path, pages }) => path[pages] ?? sheet)) {
      addTile(plan, { sheet, title }, those);
    }
  }
  for (const { name, url } of leftOutNames) plan.note(name, "no-page", { what: url });
  const more = leftOut - leftOutNames.length;
  if (more > 0) plan.note(SHEET_TITLE, "more-notes", { count: more });
  return plan.finish();
}

interface Placed {
  readonly sheet: string;
  readonly title: string;
}

function addTile(plan: PlanBuilder, { sheet, title }: Placed, folders: readonly ReadFolder[]): void {
  const feeds = folders.filter(({ isFeeds }) => isFeeds).flatMap(({ links }) => links);
  plan.feeds(
    sheet,
    title,
    feeds.map((link) => ({ name: link.title, url: link.url })),
  );
  const groups = folders
    .filter(({ isFeeds }) => !isFeeds)
    .map(({ path, pages, links }) => ({ heading: path.slice(pages + 1).join(" › ") || null, links }));
  if (groups.length > 0) plan.links(sheet, title, groups);
}

interface OpenList {
  readonly name: string;
  readonly isPage: boolean;
  readonly isFeeds: boolean;
}

class BookmarkReader {
  readonly #folders = new Map<string, ReadFolder>();
  /** The lists that are open; null for one that has no name. */
  readonly #open: (OpenList | null)[] = [];
  readonly #leftOutNames: { readonly name: string; readonly url: string }[] = [];
  #heading: { readonly tag: Tag; text: string } | null = null;
  #link: { readonly url: string; title: string } | null = null;
  #count = 0;
  #leftOut = 0;

  take(tag: Tag, text: string): void {
    const { name } = tag;
    if (name === "h3" || name === "h1") this.#heading = name === "h3" ? { tag, text } : null;
    else if (this.#heading !== null && name === "") this.#heading.text += `<${text}`;
    else if (name === "dl") {
      this.#open.push(this.#heading && listOf(this.#heading));
      this.#heading = null;
    } else if (name === "/dl") this.#open.pop();
    else if (name === "a") this.#begin(tag, text);
    else if (name === "/a") this.#end();
    else if (this.#link && name === "") this.#link.title += `<${text}`;
  }

  finish(): Bookmarks {
    this.#end();
    const [leftOut, leftOutNames] = [this.#leftOut, this.#leftOutNames];
    return { folders: [...this.#folders.values()], leftOut, leftOutNames };
  }

  #begin(tag: Tag, text: string): void {
    this.#end();
    this.#link = { url: attributeOf(tag, "href") ?? "", title: text };
  }

  #end(): void {
    if (!this.#link) return;
    const { url, title } = this.#link;
    this.#link = null;
    const link = linkOf(url, decoded(title));
    if (!link) this.#leaveOut(url, decoded(title));
    else if (++this.#count > MAX_LINKS) {
      throw new ImportRefused("too-large", `The file names more than ${MAX_LINKS} links. Split it.`);
    } else this.#folder().links.push(link);
  }

  #leaveOut(url: string, title: string): void {
    this.#leftOut++;
    if (this.#leftOutNames.length < MAX_LEFT_OUT_NAMES) {
      this.#leftOutNames.push({ name: titleOf(title) || titleOf(url) || SHEET_TITLE, url: url.slice(0, 100) });
    }
  }

  #folder(): ReadFolder {
    const lists = this.#open.filter((list) => list !== null && list.name !== "").slice(0, MAX_DEPTH) as OpenList[];
    const path = lists.map(({ name }) => name);
    const firstOther = lists.findIndex(({ isPage }) => !isPage);
    const pages = firstOther === -1 ? lists.length : firstOther;
    const isFeeds = lists.some((list) => list.isFeeds);
    const key = JSON.stringify([path, isFeeds, pages]);
    const folder = this.#folders.get(key) ?? { path, links: [], pages, isFeeds };
    this.#folders.set(key, folder);
    return folder;
  }
}

function listOf({ tag, text }: { readonly tag: Tag; readonly text: string }): OpenList {
  const isSaid = (name: "page" | "feeds"): boolean => attributeOf(tag, name)?.toLowerCase() === "true";
  return { name: titleOf(decoded(text)), isPage: isSaid("page"), isFeeds: isSaid("feeds") };
}
