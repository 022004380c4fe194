/** Writes HTML node by node so that a parser reads back the same tree: the one serialiser of this package. */

/** HTML standard, "serializing HTML fragments": these have no end tag. */
const VOID_TAGS: ReadonlySet<string> = new Set(
  "area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr".split(" "),
);
/** The text of these is written as it is; `</` becomes `<\/`, which is the same in a string of CSS or JavaScript. */
const RAW_TEXT_TAGS: ReadonlySet<string> = new Set(
  "style script xmp iframe noembed noframes noscript plaintext".split(" "),
);
/** A parser drops a line feed that follows these start tags, so one is written for it to drop. */
const FIRST_LINE_FEED_TAGS: ReadonlySet<string> = new Set(["pre", "textarea", "listing"]);

export type Attribute = readonly [name: string, value: string];

export class HtmlWriter {
  readonly #parts: string[] = [];
  readonly #open: string[] = [];
  #isFirstChild = false;
  #length = 0;

  /** Characters written so far. */
  get length(): number {
    return this.#length;
  }

  doctype(name: string, publicId: string, systemId: string): void {
    const ids = publicId ? ` PUBLIC "${publicId}" "${systemId}"` : systemId ? ` SYSTEM "${systemId}"` : "";
    this.#write(`<!DOCTYPE ${name}${ids}>`);
  }

  open(tag: string, attributes: Iterable<Attribute> = []): void {
    let start = `<${tag}`;
    for (const [name, value] of attributes)
      start += value === "" ? ` ${name}=""` : ` ${name}="${escaped(value, true)}"`;
    this.#write(`${start}>`);
    this.#open.push(tag);
    this.#isFirstChild = true;
  }

  text(text: string): void {
    const parent = this.#open.at(-1) ?? "";
    if (this.#isFirstChild && FIRST_LINE_FEED_TAGS.has(parent) && text.startsWith("\n")) this.#write("\n");
    this.#isFirstChild = false;
    this.#write(RAW_TEXT_TAGS.has(parent) ? text.replaceAll("</", "<\\/") : escaped(text, false));
  }

  /** Keeps the texts on both sides apart; what a comment said is no part of a page. */
  comment(): void {
    this.#isFirstChild = false;
    this.#write("<!---->");
  }

  close(): void {
    const tag = this.#open.pop();
    this.#isFirstChild = false;
    if (tag !== undefined && !VOID_TAGS.has(tag)) this.#write(`</${tag}>`);
  }

  /** What is written so far, everything open left open. */
  get unfinished(): string {
    return this.#parts.join("");
  }

  finish(): string {
    while (this.#open.length > 0) this.close();
    return this.#parts.join("");
  }

  #write(part: string): void {
    this.#parts.push(part);
    this.#length += part.length;
  }
}

/** Less-than is escaped in attributes too, as the standard does since 2025: a value can then never look like a tag. */
function escaped(text: string, isAttribute: boolean): string {
  return text.replace(/[&\u00a0<>"]/g, (character) => {
    switch (character) {
      case "&":
        return "&amp;";
      case "\u00a0":
        return "&nbsp;";
      case "<":
        return "&lt;";
      case ">":
        return "&gt;";
      default:
        return isAttribute ? "&quot;" : character;
    }
  });
}
