/**
 * The configuration of Glance, YAML: pages with columns of widgets. Each page becomes a sheet. Links, sites and searches are
 * what they are here; widgets that show what a site publishes as a feed become that feed; the rest is named and left out.
 */
import { type Link, type LinkGroup, MAX_ENGINES, type Opens } from "@tessera/model";
import { z } from "zod";
import { type ImportPlan, ImportRefused, PlanBuilder } from "./import-plan.ts";
import { linkOf } from "./own-content.ts";
import { engineOf } from "./search-engines.ts";
import { yamlDocuments } from "./yaml.ts";

const text = z.union([z.string(), z.number().transform(String)]).catch("");
const list = z.array(z.unknown()).catch([]);
const Widget = z.looseObject({ type: text, title: text, widgets: list });
type Widget = z.infer<typeof Widget>;
const Column = z.looseObject({ widgets: list });
const Page = z.looseObject({ name: text, columns: list, "head-widgets": list });
const File = z.looseObject({ pages: z.array(z.unknown()) });
const flag = z.boolean().optional().catch(undefined);
const Named = z.looseObject({ title: text, url: text, "same-tab": flag, target: text });
const Group = z.looseObject({ title: text, links: list, "same-tab": flag, target: text });
const Bang = z.looseObject({ title: text, shortcut: text, url: text });

/** Groups of widgets lie in columns, and in nothing else. */
const MAX_DEPTH = 4;

/** True for YAML with pages, at the top of it. One pass over the text. */
export function isGlance(content: string): boolean {
  return /^pages[ \t]*:/m.test(content) && /^[ \t-]*(?:columns|head-widgets|\$include)[ \t]*:/m.test(content);
}

export function readGlance(content: string): ImportPlan {
  const file = File.safeParse(yamlDocuments(content)[0]);
  if (!file.success) throw new ImportRefused("invalid", "The Glance configuration has no list of pages.");
  const plan = new PlanBuilder("glance");
  for (const [at, raw] of file.data.pages.entries()) {
    const page = Page.safeParse(raw);
    if (page.success) addPage(plan, page.data, at);
    else plan.note(`page ${at + 1}`, "unreadable");
  }
  return plan.finish();
}

function addPage(plan: PlanBuilder, page: z.infer<typeof Page>, at: number): void {
  const name = page.name || `Glance ${at + 1}`;
  if (isElsewhere(plan, name, page)) return;
  const sheet = plan.sheet(name);
  const inColumns = page.columns.flatMap((raw, column) => widgetsOf(plan, `${name} ${column + 1}`, raw));
  addWidgets(plan, { sheet, depth: 0 }, [...page["head-widgets"], ...inColumns]);
}

function widgetsOf(plan: PlanBuilder, name: string, raw: unknown): readonly unknown[] {
  const column = Column.safeParse(raw);
  if (!column.success) plan.note(name, "unreadable");
  if (!column.success || isElsewhere(plan, name, column.data)) return [];
  return column.data.widgets;
}

interface Where {
  readonly sheet: string;
  readonly depth: number;
}

function addWidgets(plan: PlanBuilder, where: Where, widgets: readonly unknown[]): void {
  for (const [at, raw] of widgets.entries()) {
    const widget = Widget.safeParse(raw);
    if (!widget.success) plan.note(`${where.sheet} ${at + 1}`, "unreadable");
    else if (!isElsewhere(plan, where.sheet, widget.data)) addWidget(plan, where, widget.data);
  }
}

/** Glance reads parts of its configuration from other files: nobody has handed those in. */
function isElsewhere(plan: PlanBuilder, name: string, part: Readonly<Record<string, unknown>>): boolean {
  const { $include } = part;
  if (typeof $include !== "string") return false;
  plan.note(name, "elsewhere", { what: $include });
  return true;
}

function addWidget(plan: PlanBuilder, where: Where, widget: Widget): void {
  const { sheet, depth } = where;
  const name = widget.title || widget.type || "widget";
  const feeds = feedsOf(plan, widget);
  if (feeds) addFeeds(plan, { sheet, name }, feeds);
  else if (widget.type === "bookmarks")
    addLinks(plan, { sheet, name: widget.title || "Bookmarks" }, groupsOf(plan, widget.groups));
  else if (widget.type === "monitor") {
    addLinks(plan, { sheet, name: widget.title || "Sites" }, [{ heading: null, links: linksOf(plan, widget.sites) }]);
    plan.note(name, "part-left", { what: "monitor" });
  } else if (widget.type === "search") addSearch(plan, sheet, widget);
  else if ((widget.type === "group" || widget.type === "split-column") && depth < MAX_DEPTH) {
    addWidgets(plan, { sheet, depth: depth + 1 }, widget.widgets);
  } else plan.note(name, "no-kind", { what: widget.type || "?" });
}

interface Feed {
  readonly name: string;
  readonly url: string;
}

function addFeeds(plan: PlanBuilder, { sheet, name }: { sheet: string; name: string }, feeds: readonly Feed[]): void {
  if (feeds.length === 0) plan.note(name, "empty");
  else plan.feeds(sheet, name === "rss" && feeds.length === 1 ? feeds[0]!.name : name, feeds);
}

/** What the widget shows, where sites publish it as feeds; null where it shows something else. */
function feedsOf(plan: PlanBuilder, widget: Widget): readonly Feed[] | null {
  switch (widget.type) {
    case "rss":
      return named(widget.feeds).map(({ title, url }) => ({ name: title || URL.parse(url)?.host || url, url }));
    case "hacker-news":
      return [{ name: "Hacker News", url: "https://news.ycombinator.com/rss" }];
    case "lobsters":
      return [{ name: "Lobsters", url: "https://lobste.rs/rss" }];
    case "reddit":
      return words([widget.subreddit], plan).map((one) => ({
        name: `r/${one}`,
        url: `https://www.reddit.com/r/${one}/.rss`,
      }));
    case "releases":
      return words(widget.repositories, plan).flatMap((one) => releasesOf(plan, one));
    case "videos":
      return [
        ...words(widget.channels, plan).map((one) => videosOf("channel_id", one)),
        ...words(widget.playlists, plan).map((one) => videosOf("playlist_id", one)),
      ];
    default:
      return null;
  }
}

function videosOf(kind: "channel_id" | "playlist_id", id: string): Feed {
  return { name: id, url: `https://www.youtube.com/feeds/videos.xml?${kind}=${encodeURIComponent(id)}` };
}

/** `owner/name`, on GitHub unless it says where. */
function releasesOf(plan: PlanBuilder, wanted: string): readonly Feed[] {
  const [, host = "github", repository = ""] = /^(?:(\w+):)?([\w.-]+\/[\w.-]+)$/.exec(wanted) ?? [];
  const path = Object.hasOwn(RELEASES, host) ? RELEASES[host] : undefined;
  if (path && repository) return [{ name: repository, url: path.replace("%", repository) }];
  plan.note(wanted, "no-kind", { what: "releases" });
  return [];
}

const RELEASES: Readonly<Record<string, string>> = {
  github: "https://github.com/%/releases.atom",
  gitlab: "https://gitlab.com/%/-/tags?format=atom",
  codeberg: "https://codeberg.org/%/releases.rss",
};

/** Names of subreddits, channels and repositories: each a word, or an object that has it in a field. */
function words(wanted: unknown, plan: PlanBuilder): readonly string[] {
  return (Array.isArray(wanted) ? wanted : []).flatMap((each: unknown) => {
    const word = typeof each === "object" && each !== null && "repository" in each ? each.repository : each;
    if (typeof word === "string" && /^[\w.:/@-]{1,200}$/.test(word)) return [word];
    plan.note(String(JSON.stringify(word ?? null)), "unreadable");
    return [];
  });
}

function named(wanted: unknown): readonly z.infer<typeof Named>[] {
  return (Array.isArray(wanted) ? wanted : []).map((each) => {
    const read = Named.safeParse(typeof each === "string" ? { url: each } : each);
    return read.data ?? { title: "", url: "", "same-tab": undefined, target: "" };
  });
}

interface Placed {
  readonly link: Link;
  readonly opens: Opens;
}

type PlacedGroup = Pick<LinkGroup, "heading"> & { readonly links: readonly Placed[] };

function addLinks(
  plan: PlanBuilder,
  { sheet, name }: { sheet: string; name: string },
  groups: readonly PlacedGroup[],
): void {
  const written = groups.map(({ heading, links }) => ({ heading, links: links.map(({ link }) => link) }));
  const opens = groups.flatMap(({ links }) => links.map((one) => one.opens));
  plan.links(sheet, name, written, opens);
}

function groupsOf(plan: PlanBuilder, wanted: unknown): readonly PlacedGroup[] {
  return (Array.isArray(wanted) ? wanted : []).flatMap((raw): PlacedGroup[] => {
    const group = Group.safeParse(raw);
    if (!group.success) {
      plan.note("bookmarks", "unreadable");
      return [];
    }
    if (isElsewhere(plan, group.data.title || "bookmarks", group.data)) return [];
    const links = linksOf(plan, group.data.links, group.data);
    return links.length > 0 ? [{ heading: group.data.title || null, links }] : [];
  });
}

type Opening = Pick<z.infer<typeof Named>, "same-tab" | "target">;

function linksOf(plan: PlanBuilder, wanted: unknown, group: Opening = { "same-tab": false, target: "" }): Placed[] {
  return named(wanted).flatMap((one): Placed[] => {
    const { title, url } = one;
    const link = linkOf(url, title);
    if (!link) plan.note(title || url || "link", "no-address", { what: url });
    return link ? [{ link, opens: opensOf(one, group) }] : [];
  });
}

/** A target weighs more than `same-tab`, and a link more than its group; Glance opens a new tab unless told. */
function opensOf(link: Opening, group: Opening): Opens {
  const target = link.target || group.target;
  if (target !== "") return ["_self", "_parent", "_top"].includes(target) ? "here" : "tab";
  return (link["same-tab"] ?? group["same-tab"]) ? "here" : "tab";
}

function addSearch(plan: PlanBuilder, sheet: string, widget: Widget): void {
  const wanted = widget["search-engine"];
  const main = engineOf(typeof wanted === "string" ? wanted : "duckduckgo");
  if (!main) plan.note("search", "no-address", { what: String(wanted) });
  const others = (Array.isArray(widget.bangs) ? widget.bangs : []).flatMap((raw) => {
    const { title = "", shortcut = "", url = "" } = Bang.safeParse(raw).data ?? {};
    const engine = engineOf(url, { name: title, prefix: shortcut });
    if (!engine) plan.note(title || shortcut || "search", "no-address", { what: url });
    return engine ?? [];
  });
  const engines = [...(main ? [main] : []), ...others].slice(0, MAX_ENGINES);
  if (engines.length > 0) {
    plan.own(sheet, { kind: "search", title: null, engines, opens: widget["new-tab"] === true ? "tab" : "here" });
  }
}
