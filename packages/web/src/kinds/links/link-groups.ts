/** Links in groups, and what is done to them: plain data in, plain data out. */

import type { Link, LinkGroup } from "@tessera/model";
import { MAX_LINK_GROUPS, MAX_LINKS } from "@tessera/model/limits";

const MAX_TITLE = 300;
const MAX_URL = 2_000;
/** Of what is dropped or pasted. */
const MAX_TEXT = 200_000;

/** How a link of a tile is known while it is dragged. */
export const DRAGGED = "application/x-tessera-link";

type Groups = readonly LinkGroup[];

export interface LinkPlace {
  readonly group: number;
  readonly at: number;
}

export function countOf(groups: Groups): number {
  return groups.reduce((sum, { links }) => sum + links.length, 0);
}

/** A link with this address, where it leads to the web; without a title it is called by its host. */
export function linkOf(address: string, title = ""): Link | null {
  const text = address.trim();
  const isBare = /^[\w-]+(\.[\w-]+)+([/?#:]|$)/.test(text);
  const url = URL.parse(isBare ? `https://${text}` : text);
  if (!url || (url.protocol !== "http:" && url.protocol !== "https:") || url.href.length > MAX_URL) return null;
  const name = title.replaceAll(/\s+/g, " ").trim().slice(0, MAX_TITLE).trim();
  return { title: name || url.host.replace(/^www\./, ""), url: url.href };
}

/** One a line; words before or after an address are its title. */
export function linksIn(text: string): Link[] {
  const lines = text.slice(0, MAX_TEXT).split(/[\r\n]+/);
  return lines.flatMap((line) => {
    const words = line.trim().split(/\s+/);
    const addresses = words.filter((word) => /^https?:\/\//i.test(word));
    if (addresses.length > 1) return addresses.flatMap((word) => linkOf(word) ?? []);
    const [address = words.length === 1 ? (words[0] ?? "") : ""] = addresses;
    return linkOf(address, words.filter((word) => word !== address).join(" ")) ?? [];
  });
}

/** What a browser gives along when a link is dragged or copied; titles come from the markup where there is any. */
export function linksFrom(data: Pick<DataTransfer, "getData">): Link[] {
  const marked = anchorsIn(data.getData("text/html"));
  if (marked.length > 0) return marked;
  const [url = "", title = ""] = data.getData("text/x-moz-url").split("\n");
  const named = url && linkOf(url, title);
  if (named) return [named];
  const listed = linksIn(withoutComments(data.getData("text/uri-list")));
  return listed.length > 0 ? listed : linksIn(data.getData("text/plain"));
}

/** Parsed where nothing runs or loads; only addresses and words are taken. */
function anchorsIn(html: string): Link[] {
  if (!html) return [];
  const page = new DOMParser().parseFromString(html.slice(0, MAX_TEXT), "text/html");
  return [...page.querySelectorAll("a[href]")].flatMap(
    (anchor) => linkOf(anchor.getAttribute("href") ?? "", anchor.textContent ?? "") ?? [],
  );
}

function withoutComments(list: string): string {
  return list
    .split(/\r?\n/)
    .filter((line) => !line.startsWith("#"))
    .join("\n");
}

/** As many of them as there is room for; one that is there already is not added again. */
export function withLinks(groups: Groups, added: readonly Link[], place: LinkPlace | null = null): LinkGroup[] {
  const known = new Set(groups.flatMap(({ links }) => links.map(({ url }) => url)));
  const fresh = [...new Map(added.map((link) => [link.url, link])).values()].filter(({ url }) => !known.has(url));
  const room = fresh.slice(0, Math.max(0, MAX_LINKS - countOf(groups)));
  const target = groups.length === 0 ? [{ heading: null, links: [] }] : groups;
  const { group, at } = place ?? { group: target.length - 1, at: Number.POSITIVE_INFINITY };
  return target.map((each, index) =>
    index === group ? { ...each, links: each.links.toSpliced(at, 0, ...room) } : each,
  );
}

/** Whole groups below those that are there; a first group that is empty and has no heading makes way. */
export function withGroups(groups: Groups, added: Groups): LinkGroup[] {
  const kept = groups.filter(({ heading, links }) => heading !== null || links.length > 0);
  let room = MAX_LINKS - countOf(kept);
  const fitting: LinkGroup[] = [];
  for (const { heading, links } of added) {
    const some = links.slice(0, room);
    room -= some.length;
    if (some.length > 0) fitting.push({ heading, links: some });
  }
  return [...kept, ...fitting].slice(0, MAX_LINK_GROUPS);
}

/** Whatever has links in an order: the groups of a tile, or those that are being written. */
interface Listed {
  readonly links: readonly unknown[];
}

export function withoutLink<G extends Listed>(groups: readonly G[], { group, at }: LinkPlace): G[] {
  return groups.map((each, index) => (index === group ? { ...each, links: each.links.toSpliced(at, 1) } : each));
}

/** The link elsewhere; `to` counts places as they are before it is taken away. */
export function movedLink<G extends Listed>(groups: readonly G[], from: LinkPlace, to: LinkPlace): G[] {
  const links = groups[from.group]?.links ?? [];
  if (from.at >= links.length || !groups[to.group]) return [...groups];
  const isAfter = from.group === to.group && to.at > from.at;
  const at = isAfter ? to.at - 1 : to.at;
  return withoutLink(groups, from).map((each, index) =>
    index === to.group ? { ...each, links: each.links.toSpliced(at, 0, links[from.at]) } : each,
  );
}

/** One step earlier or later, and where it is then. */
export function stepped<G extends Listed>(
  groups: readonly G[],
  from: LinkPlace,
  by: -1 | 1,
): { readonly groups: G[]; readonly place: LinkPlace } | null {
  const place = stepOf(groups, from, by);
  if (!place) return null;
  const isLater = place.group === from.group && by === 1;
  return { groups: movedLink(groups, from, isLater ? { ...place, at: place.at + 1 } : place), place };
}

/** One step earlier or later, over the end of a group into the next; null at the end of all. */
export function stepOf(groups: readonly Listed[], { group, at }: LinkPlace, by: -1 | 1): LinkPlace | null {
  const count = groups[group]?.links.length ?? 0;
  if (by === -1 && at > 0) return { group, at: at - 1 };
  if (by === 1 && at < count - 1) return { group, at: at + 1 };
  const next = groups[group + by];
  return next ? { group: group + by, at: by === -1 ? next.links.length : 0 } : null;
}

export function hasLink(groups: Groups, { url }: Pick<Link, "url">): boolean {
  return placeOf(groups, { url }) !== null;
}

/** Of the link with this address, wherever it is by now. */
export function placeOf(groups: Groups, { url }: Pick<Link, "url">): LinkPlace | null {
  for (const [group, { links }] of groups.entries()) {
    const at = links.findIndex((link) => link.url === url);
    if (at !== -1) return { group, at };
  }
  return null;
}
