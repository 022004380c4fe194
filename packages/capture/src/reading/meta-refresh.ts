/** Pages that send their reader on at once by `<meta http-equiv=refresh>`, as browsers obey it. */
import { attributeOf, type DomTree, ParseLimitError, parseHtml } from "@tessera/engine";

/** HTML standard, "shared declarative refresh steps": the delay, its fraction, and the address in whatever quotes. */
const REFRESH = /^[\s]*(?:(\d+)(?:\.[\d.]*)?|\.[\d.]*)(?:\s*[;,]\s*|\s+)(?:url\s*=\s*)?(?:"([^"]*)|'([^']*)|(.*))/is;
/** A page that shows something first is the page; one that does not is only a signpost. */
const LONGEST_DELAY_SECONDS = 0;

/** Where the page leads at once; null where it is a page of its own. Scripts, comments and `noscript` say nothing. */
export function immediateRefresh(html: string, pageUrl: string): URL | null {
  // most pages have none, and are not parsed for it
  if (!/http-equiv\s*=\s*(?:["']\s*)?refresh/i.test(html)) return null;
  const tree = treeOf(html);
  if (!tree) return null;
  const meta = tree.tagNames.indexOf("meta");
  for (let node = 0; node < tree.size; node++) {
    if (tree.tag[node] !== meta) continue;
    if (attributeOf(tree, node, "http-equiv")?.trim().toLowerCase() !== "refresh") continue;
    // the first one decides
    return targetOf(attributeOf(tree, node, "content") ?? "", pageUrl);
  }
  return null;
}

/** Null for a page that is over a limit: whoever reads it next will say so. */
function treeOf(html: string): DomTree | null {
  try {
    return parseHtml(html);
  } catch (failure) {
    if (failure instanceof ParseLimitError) return null;
    throw failure;
  }
}

function targetOf(content: string, pageUrl: string): URL | null {
  const [, seconds = "0", quoted, single, plain] = REFRESH.exec(content) ?? [];
  const address = (quoted ?? single ?? plain ?? "").trim();
  if (address === "" || Number(seconds) > LONGEST_DELAY_SECONDS || !URL.canParse(address, pageUrl)) return null;
  const url = new URL(address, pageUrl);
  // a page that loads itself again is the page
  return isSamePage(url, new URL(pageUrl)) ? null : url;
}

function isSamePage(one: URL, other: URL): boolean {
  return one.href.split("#")[0] === other.href.split("#")[0];
}
