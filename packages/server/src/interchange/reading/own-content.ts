/** What a file of another program says becomes tiles that a person could have written: links, notes, search boxes. */
import {
  isOwn,
  type Link,
  type LinkGroup,
  type Links,
  MAX_LINK_GROUPS,
  MAX_LINKS,
  type Opens,
  type OwnContent,
  TileContent,
} from "@tessera/model";

const MAX_TITLE = 300;

/** Null where it would be no such tile. */
export function ownContent(wanted: unknown): OwnContent | null {
  const read = TileContent.safeParse(wanted);
  return read.success && isOwn(read.data) ? read.data : null;
}

/** On one line, and as long as titles may be. */
export function titleOf(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim().slice(0, MAX_TITLE).trim();
}

/** As a tile of links would take it; null where it would not. */
export function linkOf(url: string, title: string): Link | null {
  const named = { title: titleOf(title) || url.trim().slice(0, MAX_TITLE), url: url.trim() };
  const content = ownContent({ kind: "links", title: "x", groups: [{ links: [named] }] });
  return content?.kind === "links" ? (content.groups[0]?.links[0] ?? null) : null;
}

/** As many tiles as the groups need: one holds some hundred links. */
export function linksTiles(title: string, groups: readonly LinkGroup[], opens: Opens): readonly Links[] {
  return packed(groups.flatMap(inPieces)).map((some) => ({
    kind: "links",
    title: titleOf(title) || "Links",
    groups: some,
    opens,
  }));
}

/** Where links open of which each said it for itself: as most of them do. */
export function mostOpen(all: readonly Opens[]): Opens {
  return all.filter((one) => one === "tab").length * 2 > all.length ? "tab" : "here";
}

function inPieces({ heading, links }: LinkGroup): LinkGroup[] {
  const groups: LinkGroup[] = [];
  for (let at = 0; at < links.length; at += MAX_LINKS) {
    groups.push({ heading: titleOf(heading ?? "") || null, links: links.slice(at, at + MAX_LINKS) });
  }
  return groups;
}

function packed(groups: readonly LinkGroup[]): LinkGroup[][] {
  const tiles: LinkGroup[][] = [];
  let count = 0;
  for (const group of groups) {
    const tile = tiles.at(-1);
    count += group.links.length;
    if (tile && tile.length < MAX_LINK_GROUPS && count <= MAX_LINKS) tile.push(group);
    else {
      tiles.push([group]);
      count = group.links.length;
    }
  }
  return tiles;
}
