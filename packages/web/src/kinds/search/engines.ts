/** Engines that can be asked: what is typed becomes an address, and nothing else is sent to anybody. */
import type { SearchEngine } from "@tessera/model";

/**
 * Those that are offered; every one of them can be changed, and any other added by its template. No word begins as their prefixes
 * do: "D day" is looked for, and not "day" with an engine called D.
 */
export const PRESETS: readonly SearchEngine[] = [
  { name: "DuckDuckGo", template: "https://duckduckgo.com/?q=%s", prefix: "!d" },
  { name: "Wikipedia", template: "https://en.wikipedia.org/w/index.php?search=%s", prefix: "!w" },
  { name: "Startpage", template: "https://www.startpage.com/do/search?query=%s", prefix: "!s" },
  { name: "Google", template: "https://www.google.com/search?q=%s", prefix: "!g" },
  { name: "Bing", template: "https://www.bing.com/search?q=%s", prefix: "!b" },
  { name: "Ecosia", template: "https://www.ecosia.org/search?q=%s", prefix: "!e" },
  { name: "OpenStreetMap", template: "https://www.openstreetmap.org/search?query=%s", prefix: "!m" },
];

/** Of a new search box. Wikipedia speaks the language of the person. */
export function firstEngines(language: string): SearchEngine[] {
  const code = /^[a-z]{2,3}$/.test(language) ? language : "en";
  return PRESETS.slice(0, 2).map((engine) => ({
    ...engine,
    template: engine.template.replace("//en.wikipedia.org", `//${code}.wikipedia.org`),
  }));
}

/** As it was typed or pasted, which people do without its beginning. */
export function templateOf(typed: string): string {
  const text = typed.trim();
  return /^[\w-]+(\.[\w-]+)+([/?#:]|$)/.test(text) ? `https://${text}` : text;
}

/** The address that an engine answers these words at; null where its template is no web address. */
export function addressFor({ template }: SearchEngine, words: string): string | null {
  const url = URL.parse(template.replaceAll(/%s|\{query\}/g, () => encodeURIComponent(wellFormed(words))));
  return url && (url.protocol === "https:" || url.protocol === "http:") ? url.href : null;
}

/** Halves of characters cannot be written in an address. */
function wellFormed(text: string): string {
  return text.toWellFormed();
}

export interface Wanted {
  /** In the order in which they are offered: the one that is meant first. */
  readonly engines: readonly SearchEngine[];
  readonly words: string;
  /** Only one's own follows are meant: a question mark stands before the words. */
  readonly isOwn: boolean;
}

/** What was typed, with the engine of its prefix first and the prefix left out. */
export function wantedBy(typed: string, engines: readonly SearchEngine[]): Wanted {
  const words = typed.trim();
  if (words.startsWith("?")) return { engines: [], words: words.slice(1).trim(), isOwn: true };
  const [first = "", ...rest] = words.split(/\s+/);
  const meant = rest.length > 0 ? engines.find(({ prefix }) => prefix?.toLowerCase() === first.toLowerCase()) : null;
  if (!meant) return { engines, words, isOwn: false };
  const others = engines.filter((engine) => engine !== meant);
  return { engines: [meant, ...others], words: words.slice(first.length).trim(), isOwn: false };
}
