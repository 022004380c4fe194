/** OPML, in and out: outlines with an address become follows, the groups that they lie in become sheets. */
import { rootName } from "@tessera/engine";
import { generateOpml, parseOpml } from "feedsmith";
import { type ImportPlan, ImportRefused, PlanBuilder } from "./import-plan.ts";

interface Outline {
  readonly text?: string;
  readonly title?: string;
  readonly htmlUrl?: string;
  readonly url?: string;
  readonly xmlUrl?: string;
  readonly outlines?: readonly Outline[];
}

const MAX_DEPTH = 20;

/** True where the first element is `opml`; comments and a declaration may stand before it. One pass over the text. */
export function isOpml(text: string): boolean {
  return rootName(text) === "opml";
}

export function readOpml(text: string): ImportPlan {
  // no OPML needs a document type, and entities are how XML grows without bound
  if (/<!(DOCTYPE|ENTITY)/i.test(text))
    throw new ImportRefused("invalid", "The OPML file has a document type: refused.");
  const plan = new PlanBuilder("opml");
  const inside = (outlines: readonly Outline[], groups: readonly string[]) =>
    outlines.map((outline) => ({ outline, groups })).reverse();
  // the last of these is the next, so that taking one costs the same however many there are
  const pending = inside(outlinesOf(text), []);
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { outline, groups } = next;
    const name = outline.title || outline.text || outline.htmlUrl || outline.xmlUrl || "an outline";
    const address = outline.htmlUrl ?? outline.url;
    if (address) plan.add({ name, url: address, title: name, sheets: groups.slice(-1) });
    else if (outline.xmlUrl) plan.note(name, "is a feed without a page: Tessera follows blocks of pages");
    if (groups.length === MAX_DEPTH) continue;
    for (const child of inside(outline.outlines ?? [], [...groups, name])) pending.push(child);
  }
  return plan.finish();
}

function outlinesOf(text: string): readonly Outline[] {
  try {
    return (parseOpml(text).body?.outlines ?? []) as readonly Outline[];
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
