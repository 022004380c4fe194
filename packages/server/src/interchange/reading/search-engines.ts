/** The search engines that start pages know by name, as search boxes know them. */
import type { SearchEngine } from "@tessera/model";

const KNOWN: ReadonlyMap<string, SearchEngine> = new Map(
  [
    ["DuckDuckGo", "https://duckduckgo.com/?q=%s"],
    ["Google", "https://www.google.com/search?q=%s"],
    ["Bing", "https://www.bing.com/search?q=%s"],
    ["Perplexity", "https://www.perplexity.ai/search?q=%s"],
    ["Kagi", "https://kagi.com/search?q=%s"],
    ["Startpage", "https://www.startpage.com/search?q=%s"],
  ].map(([name = "", template = ""]) => [name.toLowerCase(), { name, template, prefix: null }]),
);

/** One of those by its name, or an address with a place for what is typed; null where it is neither. */
export function engineOf(
  wanted: string,
  more: { readonly name?: string; readonly prefix?: string } = {},
): SearchEngine | null {
  const known = KNOWN.get(wanted.trim().toLowerCase());
  if (known) return known;
  const template = wanted.trim().replaceAll(/\{query\}/gi, "%s");
  const url = URL.parse(template.replaceAll("%s", "x"));
  if (!url?.protocol.startsWith("http") || !template.includes("%s")) return null;
  const prefix = more.prefix && /^[^\s/]{1,12}$/.test(more.prefix) ? more.prefix : null;
  return { name: (more.name?.trim() || url.host).slice(0, 60).trim(), template, prefix };
}
