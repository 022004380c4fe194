/**
 * The board of Homarr before its version 1, one JSON file: apps and widgets, each in a named section, in one without a name
 * or at the side. Its apps become links, a group for each section; its bookmarks, feeds and notebooks what they are here.
 */
import type { Link, LinkGroup, Opens } from "@tessera/model";
import { z } from "zod";
import { type ImportPlan, PlanBuilder } from "./import-plan.ts";
import { noteText } from "./note-text.ts";
import { linkOf, titleOf } from "./own-content.ts";
import { engineOf } from "./search-engines.ts";

const text = z.string().catch("");
const flag = z.boolean().catch(false);
const Area = z
  .looseObject({ type: text, properties: z.looseObject({ id: text }).catch({ id: "" }) })
  .catch({ type: "", properties: { id: "" } });
const Section = z.looseObject({ id: text, position: z.number().catch(0), name: text });
const App = z.looseObject({
  name: text,
  url: text,
  behaviour: z
    .looseObject({ externalUrl: text, isOpeningNewTab: flag })
    .catch({ externalUrl: "", isOpeningNewTab: false }),
  integration: z
    .looseObject({ type: z.string().nullish().catch(null) })
    .nullish()
    .catch(null),
  area: Area,
});
const Properties = z.record(z.string(), z.unknown()).catch({});
const Widget = z.looseObject({ type: z.string(), properties: Properties });
const Bookmark = z.looseObject({ name: text, href: text, openNewTab: flag });
const Engine = z
  .looseObject({
    type: text,
    properties: z.looseObject({ template: text, openInNewTab: flag }).optional().catch(undefined),
  })
  .optional()
  .catch(undefined);
const Board = z.looseObject({
  schemaVersion: z.number(),
  configProperties: z.looseObject({ name: text }).catch({ name: "" }),
  categories: z.array(z.unknown()).catch([]),
  apps: z.array(z.unknown()),
  widgets: z.array(z.unknown()),
  settings: z
    .looseObject({
      common: z.looseObject({ searchEngine: Engine }).optional().catch(undefined),
      customization: z
        .looseObject({
          pageTitle: text,
          layout: z.looseObject({ enabledSearchbar: flag }).optional().catch(undefined),
        })
        .optional()
        .catch(undefined),
    })
    .optional()
    .catch(undefined),
});
type Board = z.infer<typeof Board>;

const MAX_FEEDS = 200;

/** True for JSON with the apps and widgets of a board. */
export function isHomarr(json: unknown): boolean {
  return Board.safeParse(json).success;
}

export function readHomarr(json: unknown): ImportPlan {
  const board = Board.parse(json);
  const plan = new PlanBuilder("homarr");
  const sheet = plan.sheet(board.settings?.customization?.pageTitle || board.configProperties.name || "Homarr");
  addSearch(plan, sheet, board.settings);
  addApps(plan, sheet, board);
  for (const [at, raw] of board.widgets.entries()) {
    const widget = Widget.safeParse(raw);
    if (widget.success) addWidget(plan, sheet, widget.data);
    else plan.note(`widget ${at + 1}`, "unreadable");
  }
  return plan.finish();
}

function addSearch(plan: PlanBuilder, sheet: string, settings: Board["settings"]): void {
  const wanted = settings?.common?.searchEngine;
  if (!wanted || !settings?.customization?.layout?.enabledSearchbar) return;
  const engine = engineOf(wanted.type === "custom" ? (wanted.properties?.template ?? "") : wanted.type);
  if (!engine) plan.note("search", "no-kind", { what: wanted.type });
  else {
    const opens = wanted.properties?.openInNewTab ? "tab" : "here";
    plan.own(sheet, { kind: "search", title: null, engines: [engine], opens });
  }
}

function addApps(plan: PlanBuilder, sheet: string, { apps, categories }: Board): void {
  if (apps.length === 0) return;
  const sections = categories
    .flatMap((raw) => {
      const section = Section.safeParse(raw);
      return section.success ? [section.data] : [];
    })
    .sort((one, other) => one.position - other.position);
  const bySection = new Map<string, Link[]>([["", []], ...sections.map(({ id }): [string, Link[]] => [id, []])]);
  const opens: Opens[] = [];
  for (const [at, raw] of apps.entries()) {
    const app = App.safeParse(raw);
    if (!app.success) plan.note(`app ${at + 1}`, "unreadable");
    else {
      const { type, properties } = app.data.area;
      const links = (type === "category" && bySection.get(properties.id)) || bySection.get("")!;
      const link = appLink(plan, app.data);
      if (link) {
        links.push(link);
        opens.push(app.data.behaviour.isOpeningNewTab ? "tab" : "here");
      }
    }
  }
  const headings = new Map(sections.map(({ id, name }) => [id, name]));
  const groups = [...bySection].map(
    ([id, links]): LinkGroup => ({ heading: titleOf(headings.get(id) ?? "") || null, links }),
  );
  plan.links(
    sheet,
    sheet,
    groups.filter(({ links }) => links.length > 0),
    opens,
  );
}

/** The address that people open, not the one that Homarr asks inside the network. */
function appLink(plan: PlanBuilder, { name, url, behaviour, integration }: z.infer<typeof App>): Link | null {
  const address = behaviour.externalUrl.trim() || url;
  const link = linkOf(address, name);
  if (!link) plan.note(name || address || "app", "no-address", { what: address });
  else if (integration?.type) plan.note(link.title, "part-left", { what: `integration ${integration.type}` });
  return link;
}

function addWidget(plan: PlanBuilder, sheet: string, { type, properties }: z.infer<typeof Widget>): void {
  if (type === "rss") addFeeds(plan, sheet, properties.rssFeedUrl);
  else if (type === "bookmark") addBookmarks(plan, sheet, properties);
  else if (type === "notebook") addNote(plan, sheet, properties.content);
  else plan.note(type, "no-kind", { what: type });
}

function addFeeds(plan: PlanBuilder, sheet: string, wanted: unknown): void {
  const urls = (Array.isArray(wanted) ? wanted : [wanted]).filter((url) => typeof url === "string");
  const feeds = urls.slice(0, MAX_FEEDS).map((url) => ({ name: URL.parse(url)?.host ?? url, url }));
  const [first] = feeds;
  if (first) plan.feeds(sheet, first.name, feeds);
  else plan.note("rss", "empty");
  for (const url of urls.slice(MAX_FEEDS)) plan.note(URL.parse(url)?.host ?? url, "no-room");
}

function addBookmarks(plan: PlanBuilder, sheet: string, { name, items }: Readonly<Record<string, unknown>>): void {
  const title = typeof name === "string" && name.trim() ? name : "Bookmarks";
  const opens: Opens[] = [];
  const links = (Array.isArray(items) ? items : []).flatMap((raw): Link[] => {
    const { name: named = "", href = "", openNewTab = false } = Bookmark.safeParse(raw).data ?? {};
    const link = linkOf(href, named);
    if (link) opens.push(openNewTab ? "tab" : "here");
    if (!link) plan.note(named || href || title, "no-address", { what: href });
    return link ? [link] : [];
  });
  plan.links(sheet, title, [{ heading: null, links }], opens);
}

function addNote(plan: PlanBuilder, sheet: string, content: unknown): void {
  const { title, body, isCut } = noteText(typeof content === "string" ? content : "");
  if (body === "") {
    plan.note("notebook", "empty");
    return;
  }
  if (isCut) plan.note(title, "cut");
  plan.own(sheet, { kind: "note", title, text: body });
}
