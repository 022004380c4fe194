/** Links of a page that may lead to a block which is no longer on it. Runs in a worker thread. */
import { attributeOf, type DomTree, type Memory } from "@tessera/engine";
import { type MovedLink, movedLinks } from "@tessera/engine/shown";
import { asksPerson, type VerdictRecord } from "@tessera/model";

export interface LeftPage {
  readonly tree: DomTree;
  readonly finalUrl: string;
}

/** The limit of an address. */
const MAX_URL = 8_192;

export function linksAway(verdict: VerdictRecord, memory: Memory, { tree, finalUrl }: LeftPage): readonly MovedLink[] {
  return asksPerson(verdict) ? movedLinks(memory, tree, addressesIn(tree, finalUrl)) : [];
}

/** What a link of the page leads to; null where that is this page, or none that could be followed. */
export function addressesIn(tree: DomTree, finalUrl: string): (href: string) => string | null {
  const base = URL.parse(baseOf(tree), finalUrl) ?? URL.parse(finalUrl);
  const here = base && withoutFragment(new URL(finalUrl));
  return (href) => {
    const url = href === "" || !base ? null : URL.parse(href, base);
    if (!url || !/^https?:$/.test(url.protocol) || `${url.username}${url.password}` !== "") return null;
    const address = withoutFragment(url);
    return address === here || address.length > MAX_URL ? null : address;
  };
}

function baseOf(tree: DomTree): string {
  const tag = tree.tagNames.indexOf("base");
  const node = tag < 0 ? -1 : tree.tag.indexOf(tag);
  return (node < 0 ? null : attributeOf(tree, node, "href")) ?? "";
}

/** What stands behind the sign is a place on the same page. */
export function withoutFragment({ href }: URL): string {
  return href.split("#", 1)[0]!;
}
