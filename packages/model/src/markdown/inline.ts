/** The words of a line of Markdown: emphasis, code, links and breaks, found in one pass with a stack of what is open. */
import { safeHref } from "./safe-href.ts";

export type Inline =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "code"; readonly text: string }
  | { readonly kind: "break" }
  | { readonly kind: "em" | "strong" | "strike"; readonly inline: readonly Inline[] }
  | { readonly kind: "link"; readonly href: string; readonly inline: readonly Inline[] };

/** Something that may end: where it does not, its mark is text. */
interface Open {
  readonly kind: "em" | "strong" | "strike" | "link";
  readonly mark: string;
  readonly inline: Inline[];
}

/** Emphasis in links in emphasis: what is deeper is text. */
const MAX_OPEN = 12;
const MAX_ADDRESS = 2_000;

export function parseInline(text: string): readonly Inline[] {
  return new InlineParser(text).parse();
}

class InlineParser {
  readonly #text: string;
  #at = 0;
  #plain = "";
  readonly #root: Inline[] = [];
  readonly #open: Open[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  parse(): readonly Inline[] {
    while (this.#at < this.#text.length) this.#step();
    while (this.#open.length > 0) this.#giveUp();
    this.#flush();
    return this.#root;
  }

  #step(): void {
    const char = this.#text[this.#at]!;
    const isTaken =
      (char === "\\" && this.#escape()) ||
      (char === "\n" && this.#put({ kind: "break" }, 1)) ||
      (char === "`" && this.#code()) ||
      (char === "<" && this.#address("<")) ||
      (char === "h" && this.#address("")) ||
      (char === "[" && this.#begin({ kind: "link", mark: "[" })) ||
      (char === "]" && this.#link()) ||
      ((char === "*" || char === "_" || char === "~") && this.#emphasis(char));
    if (isTaken) return;
    // a picture is a link to it
    if (char !== "!" || this.#text[this.#at + 1] !== "[") this.#plain += char;
    this.#at++;
  }

  #escape(): boolean {
    const next = this.#text[this.#at + 1] ?? "";
    if (next === "\n") return this.#put({ kind: "break" }, 2);
    const isEscaped = /[!-/:-@[-`{-~]/.test(next);
    this.#plain += isEscaped ? next : "\\";
    this.#at += isEscaped ? 2 : 1;
    return true;
  }

  #code(): boolean {
    const [marks = "`"] = /^`{1,12}/.exec(this.#text.slice(this.#at, this.#at + 12)) ?? [];
    const from = this.#at + marks.length;
    const end = this.#closingCode(marks, from);
    if (end === -1) {
      this.#plain += marks;
      this.#at = from;
      return true;
    }
    const text = this.#text.slice(from, end).replaceAll("\n", " ");
    this.#put({ kind: "code", text: text.trim() === "" ? text : text.trim() }, end + marks.length - this.#at);
    return true;
  }

  /** Marks that nothing closes from here on are not looked for again. */
  readonly #unclosed = new Set<string>();

  #closingCode(marks: string, from: number): number {
    if (this.#unclosed.has(marks)) return -1;
    for (let end = this.#text.indexOf(marks, from); end !== -1; ) {
      let after = end + marks.length;
      while (this.#text[after] === "`") after++;
      if (after === end + marks.length && this.#text[end - 1] !== "`") return end;
      end = this.#text.indexOf(marks, after);
    }
    this.#unclosed.add(marks);
    return -1;
  }

  /** An address as it is written, in angle brackets or bare; not within a link. */
  #address(bracket: "<" | ""): boolean {
    if (bracket === "" && /\w/.test(this.#text[this.#at - 1] ?? "")) return false;
    const from = this.#at + bracket.length;
    const [found = ""] = /^(?:https?:\/\/|mailto:)[^\s<>"'`]+/.exec(this.#text.slice(from, from + MAX_ADDRESS)) ?? [];
    const written = bracket ? found : withoutEnd(found);
    const href = written && safeHref(written);
    const isClosed = bracket === "" || this.#text[from + written.length] === ">";
    if (!href || !isClosed || this.#open.some(({ kind }) => kind === "link")) return false;
    const inline: readonly Inline[] = [{ kind: "text", text: written }];
    this.#put({ kind: "link", href, inline }, written.length + 2 * bracket.length);
    return true;
  }

  /** `](address "title")` after a bracket; one that leads anywhere but to the web or a mailbox stays text. */
  #link(): boolean {
    const at = this.#open.findLastIndex(({ kind }) => kind === "link");
    if (at === -1) return false;
    const found = destinationAt(this.#text, this.#at + 1);
    const href = found && safeHref(found.address);
    while (this.#open.length > at + 1) this.#giveUp();
    if (!found || !href) {
      this.#giveUp();
      return false;
    }
    this.#flush();
    const { inline } = this.#open.pop()!;
    this.#put({ kind: "link", href, inline }, found.length + 1);
    return true;
  }

  #emphasis(char: "*" | "_" | "~"): boolean {
    let end = this.#at;
    while (this.#text[end] === char) end++;
    const count = end - this.#at;
    const kinds = kindsOf(char, count);
    const [before, after] = [this.#text[this.#at - 1] ?? " ", this.#text[end] ?? " "];
    const canClose = /\S/.test(before) && (char !== "_" || !/[\p{L}\p{N}]/u.test(after));
    const canOpen = /\S/.test(after) && (char !== "_" || !/[\p{L}\p{N}]/u.test(before));
    if (kinds.length === 0 || !(canOpen || canClose)) {
      this.#plain += this.#text.slice(this.#at, end);
      this.#at = end;
      return true;
    }
    const isEnd = canClose && this.#open.some(({ mark }) => mark.startsWith(char));
    // of three marks the inner ones are closed first
    for (const kind of isEnd ? kinds.toReversed() : kinds) {
      const mark = char.repeat(kind === "em" ? 1 : 2);
      if (canClose && this.#close(kind, mark)) continue;
      if (canOpen) this.#begin({ kind, mark });
      else {
        this.#plain += mark;
        this.#at += mark.length;
      }
    }
    return true;
  }

  #begin({ kind, mark }: Pick<Open, "kind" | "mark">): boolean {
    this.#at += mark.length;
    if (this.#open.length >= MAX_OPEN) this.#plain += mark;
    else {
      this.#flush();
      this.#open.push({ kind, mark, inline: [] });
    }
    return true;
  }

  #close(kind: "em" | "strong" | "strike", mark: string): boolean {
    const at = this.#open.findLastIndex((open) => open.kind === kind && open.mark === mark);
    if (at === -1 || (at === this.#open.length - 1 && this.#isEmpty())) return false;
    while (this.#open.length > at + 1) this.#giveUp();
    this.#flush();
    const { inline } = this.#open.pop()!;
    this.#put({ kind, inline }, mark.length);
    return true;
  }

  #isEmpty(): boolean {
    return this.#plain === "" && this.#open.at(-1)?.inline.length === 0;
  }

  /** What is open innermost never ends: its mark and what came after are text of what is around it. */
  #giveUp(): void {
    this.#flush();
    const { mark, inline } = this.#open.pop()!;
    this.#target().push({ kind: "text", text: mark }, ...inline);
  }

  #put(inline: Inline, length: number): boolean {
    this.#flush();
    this.#target().push(inline);
    this.#at += length;
    return true;
  }

  #flush(): void {
    if (this.#plain !== "") this.#target().push({ kind: "text", text: this.#plain });
    this.#plain = "";
  }

  #target(): Inline[] {
    return this.#open.at(-1)?.inline ?? this.#root;
  }
}

/** `(address "title")`: the address, and how long all of it is; brackets within it are closed again. */
function destinationAt(text: string, from: number): { readonly address: string; readonly length: number } | null {
  if (text[from] !== "(") return null;
  let depth = 0;
  let end = from;
  for (; end < Math.min(text.length, from + MAX_ADDRESS); end++) {
    if (text[end] === "(") depth++;
    else if (text[end] === ")" && --depth === 0) break;
  }
  if (depth !== 0) return null;
  const [address = "", ...title] = text
    .slice(from + 1, end)
    .trim()
    .split(/\s+/);
  const words = title.join(" ");
  const isTitled = words === "" || (/^["']/.test(words) && words.length > 1 && words.endsWith(words[0]!));
  const bare = address.startsWith("<") && address.endsWith(">") ? address.slice(1, -1) : address;
  return isTitled ? { address: bare, length: end + 1 - from } : null;
}

function kindsOf(char: string, count: number): readonly ("em" | "strong" | "strike")[] {
  if (char === "~") return count === 2 ? ["strike"] : [];
  return ([[], ["em"], ["strong"], ["strong", "em"]] as const)[count] ?? [];
}

/** A full stop after an address is not a part of it, nor is a bracket that was opened before it. */
function withoutEnd(address: string): string {
  let end = address.length;
  while (end > 0 && ".,;:!?*_~)]}".includes(address[end - 1]!)) {
    if (address[end - 1] === ")" && address.slice(0, end).includes("(")) break;
    end--;
  }
  return address.slice(0, end);
}
