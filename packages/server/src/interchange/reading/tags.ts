/** Tags and text of small HTML that a program wrote, one after the other in one pass and without a tree. */

export interface Tag {
  readonly name: string;
  readonly attributes: string;
  /** After its bracket. */
  readonly end: number;
}

/** How much may be looked at in vain before quotes are taken for text: files are read in time that grows with their length. */
interface Patience {
  left: number;
}

/** Null where nothing ends it. */
function tagAt(text: string, at: number, patience: Patience): Tag | null {
  const [, name = ""] = /^<(\/?[a-z][a-z0-9]{0,9}|!)/i.exec(text.slice(at, at + 12)) ?? [];
  // a bracket that begins no tag is text
  if (name === "") return { name: "", attributes: "", end: at + 1 };
  if (text.startsWith("<!--", at)) {
    const end = text.indexOf("-->", at + 4);
    return end === -1 ? null : { name: "!", attributes: "", end: end + 3 };
  }
  const end = quotedEnd(text, at, patience) ?? text.indexOf(">", at);
  return end === -1 ? null : { name: name.toLowerCase(), attributes: text.slice(at, end), end: end + 1 };
}

/** Brackets in quotes do not end a tag; null where a quote is not closed on its line, and would take along what is behind it. */
function quotedEnd(text: string, at: number, patience: Patience): number | null {
  if (patience.left <= 0) return null;
  let quote = "";
  let end = at + 1;
  for (; end < text.length; end++) {
    const char = text[end]!;
    if (quote === "") {
      if (char === ">") return end;
      if (char === '"' || char === "'") quote = char;
    } else if (char === quote) quote = "";
    else if (char === "\n") break;
  }
  patience.left -= end - at;
  return null;
}

/** Every tag with the text behind it, up to the next one. */
export function* tagsIn(text: string): Generator<{ readonly tag: Tag; readonly after: string }> {
  const patience = { left: 4 * text.length };
  for (let at = text.indexOf("<"); at !== -1; ) {
    const tag = tagAt(text, at, patience);
    if (!tag) return;
    const next = text.indexOf("<", tag.end);
    yield { tag, after: text.slice(tag.end, next === -1 ? text.length : next) };
    at = next;
  }
}

/** The value of an attribute, decoded; null where the tag has none of this name. */
export function attributeOf({ attributes }: Tag, name: "href" | "page" | "feeds"): string | null {
  const [, quoted, other, bare] = ATTRIBUTES[name].exec(attributes) ?? [];
  const value = quoted ?? other ?? bare;
  return value === undefined ? null : decoded(value);
}

const ATTRIBUTES = {
  href: /\shref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i,
  page: /\spage\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i,
  feeds: /\sfeeds\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i,
} as const;

const NAMED: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

/** What programs escape in such a file, and nothing else. */
export function decoded(text: string): string {
  return text.replaceAll(/&(?:#x([0-9a-f]{1,6})|#([0-9]{1,7})|([a-z]{2,5}));/gi, (all, hex, decimal, name) => {
    if (name) return NAMED[name.toLowerCase()] ?? all;
    const code = Number.parseInt(hex ?? decimal, hex ? 16 : 10);
    return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : "";
  });
}
