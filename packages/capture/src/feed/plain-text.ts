/** HTML out of a feed becomes plain lines: what is not kept cannot do any harm. One pass over the text. */
import { Parser } from "htmlparser2";
import { FEED_LIMITS } from "./feed.ts";

export interface PlainText {
  readonly text: string;
  /** The addresses of pictures that are large enough to be seen, as written. */
  readonly pictures: readonly string[];
}

/** What stands in these is not for reading. */
const UNREAD: ReadonlySet<string> = new Set(
  "script style template noscript iframe object svg math select textarea audio video head".split(" "),
);
const LINES: ReadonlySet<string> = new Set(
  "p div br li ul ol tr table h1 h2 h3 h4 h5 h6 blockquote pre hr section article figure figcaption dt dd".split(" "),
);
const MAX_PICTURES = 5;
/** Pictures to count readers with are smaller than any that are looked at. */
const MIN_PICTURE_SIZE = 16;

/** Deeper is nothing that was written to be read: the rest is left unread. */
const MAX_DEPTH = 300;

const ENTITY = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,30});/i;
const COMMENT = "<!--";
/** A tag, a comment, or an angle bracket that is just that. */
const BRACKETS = /<(?:\/?([a-z][a-z\d:-]*)(?:[\s/][^<>]*)?>|!--)?/gi;
const CLOSING = /<\/([a-z][a-z\d:-]*)\s*>/gi;
/** Where nothing closes one of these it was cut, or needs nothing that does. */
const USUAL_IN_TITLES: ReadonlySet<string> = new Set(
  "a abbr b big br cite code del em font i img ins kbd mark p q s small span strike strong sub sup tt u wbr".split(" "),
);

export function plainText(html: string): PlainText {
  const chunks: string[] = [];
  const pictures: string[] = [];
  let unread = 0;
  let depth = 0;
  const parser = new Parser({
    onopentag(name, attributes) {
      if (++depth > MAX_DEPTH) parser.pause();
      if (UNREAD.has(name)) unread++;
      else if (LINES.has(name)) chunks.push("\n");
      else if (name === "img" && unread === 0 && isSeen(attributes) && pictures.length < MAX_PICTURES) {
        pictures.push(attributes.src ?? "");
      }
    },
    ontext(text) {
      // a line break in markup is a space
      if (unread === 0) chunks.push(text.replaceAll(/\s+/g, " "));
    },
    onclosetag(name) {
      depth--;
      if (UNREAD.has(name)) unread--;
      else if (LINES.has(name)) chunks.push("\n");
    },
  });
  parser.end(html.slice(0, FEED_LIMITS.field));
  return { text: tidied(chunks.join("")), pictures: pictures.filter(Boolean) };
}

/** A text that may be HTML: nobody says so, and half of all feeds escape once more than needed. */
export function titleText(text: string, mayBeMarkup: boolean): string {
  const closed = new Set([...text.matchAll(CLOSING)].map(([, name = ""]) => name.toLowerCase()));
  const isMarkup = (tag: string, name = ""): boolean =>
    tag === COMMENT || USUAL_IN_TITLES.has(name.toLowerCase()) || closed.has(name.toLowerCase());
  // "Why Vec<T> is fast": what no element is made of is what the title is about
  const html = text.replaceAll(BRACKETS, (tag: string, name?: string) =>
    mayBeMarkup && isMarkup(tag, name) ? tag : tag.replace("<", "&lt;"),
  );
  return html.includes("<") || ENTITY.test(text) ? oneLine(plainText(html).text) : oneLine(text);
}

/** Single spaces, no empty lines, and no character that only steers a terminal or a printer. */
function tidied(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[^\S\n]+/g, " ")
    .replaceAll(/(?!\n)\p{Cc}/gu, "")
    .replaceAll(/ ?\n[ \n]*/g, "\n")
    .trim();
}

export function oneLine(text: string): string {
  return tidied(text.replaceAll(/\s+/g, " "));
}

/** At most so many characters, cut between words where there are any. */
export function shortened(text: string, max: number): string {
  if (text.length <= max) return text;
  const cut = text.slice(0, max - 1);
  const space = cut.lastIndexOf(" ");
  return `${(space > max * 0.6 ? cut.slice(0, space) : cut).trimEnd().toWellFormed()}…`;
}

function isSeen({ width, height }: Readonly<Record<string, string>>): boolean {
  return [width, height].every((size) => size === undefined || !(Number.parseInt(size, 10) < MIN_PICTURE_SIZE));
}
