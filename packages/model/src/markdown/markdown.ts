/**
 * The Markdown of notes as a tree: headings, paragraphs, lists and tasks, quotes, code, tables and rules. It is shown as
 * elements that are made one by one; HTML in a note is text, and a picture is a link to it. One pass over the lines for
 * each level of nesting, of which there are few, so that no text takes long.
 */
import { type Inline, parseInline } from "./inline.ts";

export type { Inline } from "./inline.ts";

export type Align = "start" | "center" | "end";

export type Block =
  | { readonly kind: "heading"; readonly level: number; readonly inline: readonly Inline[] }
  | { readonly kind: "paragraph"; readonly inline: readonly Inline[] }
  | { readonly kind: "list"; readonly start: number | null; readonly items: readonly Item[] }
  | { readonly kind: "quote"; readonly blocks: readonly Block[] }
  | { readonly kind: "code"; readonly text: string }
  | { readonly kind: "rule" }
  | { readonly kind: "table"; readonly align: readonly Align[]; readonly rows: readonly Row[] };

/** Of a table; the first is its head. */
type Row = readonly (readonly Inline[])[];

export interface Item {
  /** Null where it is no task. */
  readonly isDone: boolean | null;
  /** The line of the text that it begins in. */
  readonly line: number;
  readonly blocks: readonly Block[];
}

interface Line {
  readonly text: string;
  readonly at: number;
}

/** Lists in quotes in lists: what is deeper is text. */
const MAX_DEPTH = 8;
const MAX_COLUMNS = 20;

export function parseMarkdown(source: string): readonly Block[] {
  const lines = source.split(/\r\n|\n|\r/).map((text, at) => ({ text: text.replaceAll("\t", "    "), at }));
  return blocksOf(lines, 0);
}

/** The text with the task in this line done, or to be done again. */
export function toggleTask(source: string, line: number): string {
  // every other part is the end of a line, which stays as it is
  const parts = source.split(/(\r\n|\n|\r)/);
  const text = parts[2 * line] ?? "";
  const box = /\[([ xX])\]/.exec(text);
  if (!box) return source;
  parts[2 * line] = `${text.slice(0, box.index)}[${box[1] === " " ? "x" : " "}]${text.slice(box.index + 3)}`;
  return parts.join("");
}

/** What a reader understood: the block, and the line after it. */
type Read = readonly [Block, number] | null;
type Reader = (lines: readonly Line[], at: number, depth: number) => Read;

const READERS: readonly Reader[] = [readFence, readHeading, readRule, readQuote, readList, readTable];

function blocksOf(lines: readonly Line[], depth: number): readonly Block[] {
  const blocks: Block[] = [];
  let paragraph: string[] = [];
  const close = (): void => {
    if (paragraph.length > 0) blocks.push({ kind: "paragraph", inline: parseInline(paragraph.join("\n")) });
    paragraph = [];
  };
  for (let at = 0; at < lines.length; ) {
    const { text } = lines[at]!;
    const read = text.trim() === "" ? null : readBlock(lines, at, depth);
    if (read) {
      close();
      blocks.push(read[0]);
      at = read[1];
      continue;
    }
    if (text.trim() === "") close();
    else paragraph.push(text.trimStart());
    at++;
  }
  close();
  return blocks;
}

function readBlock(lines: readonly Line[], at: number, depth: number): Read {
  for (const read of READERS) {
    const found = read(lines, at, depth);
    if (found) return found;
  }
  return null;
}

function readFence(lines: readonly Line[], at: number): Read {
  const fence = /^ {0,3}(`{3,12}|~{3,12})[^`]*$/.exec(lines[at]!.text)?.[1];
  if (!fence) return null;
  let end = at + 1;
  while (end < lines.length && lines[end]!.text.trim() !== fence) end++;
  const code = lines.slice(at + 1, end).map(({ text }) => text);
  return [{ kind: "code", text: code.join("\n") }, end + 1];
}

function readHeading(lines: readonly Line[], at: number): Read {
  const [, marks = "", text = ""] = /^ {0,3}(#{1,6})(?: (.*))?$/.exec(lines[at]!.text) ?? [];
  if (!marks) return null;
  const words = text.trim();
  const bare = words.endsWith("#") ? withoutMarks(words) : words;
  return [{ kind: "heading", level: marks.length, inline: parseInline(bare) }, at + 1];
}

/** A heading may be closed by as many marks as one likes, after a blank. */
function withoutMarks(words: string): string {
  let end = words.length;
  while (end > 0 && words[end - 1] === "#") end--;
  return end === 0 || words[end - 1] === " " ? words.slice(0, end).trimEnd() : words;
}

function readRule(lines: readonly Line[], at: number): Read {
  const marks = lines[at]!.text.replaceAll(" ", "");
  const [mark = ""] = marks;
  const isRule = marks.length >= 3 && "-*_".includes(mark) && marks === mark.repeat(marks.length);
  return isRule ? [{ kind: "rule" }, at + 1] : null;
}

function readQuote(lines: readonly Line[], at: number, depth: number): Read {
  const isQuoted = (line: Line | undefined): boolean => line !== undefined && /^ {0,3}>/.test(line.text);
  if (depth >= MAX_DEPTH || !isQuoted(lines[at])) return null;
  let end = at;
  while (isQuoted(lines[end])) end++;
  const inside = lines.slice(at, end).map((line) => ({ ...line, text: line.text.replace(/^ {0,3}> ?/, "") }));
  return [{ kind: "quote", blocks: blocksOf(inside, depth + 1) }, end];
}

interface Marker {
  readonly indent: number;
  /** Where the words of the item begin. */
  readonly inset: number;
  readonly number: number | null;
}

function markerOf({ text }: Line): Marker | null {
  const [all, before = "", mark = "", gap = ""] = /^( *)([-*+]|\d{1,9}[.)])( +|$)/.exec(text) ?? [];
  if (all === undefined) return null;
  const number = /\d/.test(mark) ? Number.parseInt(mark, 10) : null;
  return { indent: before.length, inset: before.length + mark.length + Math.min(gap.length, 4) || 1, number };
}

function readList(lines: readonly Line[], at: number, depth: number): Read {
  const first = markerOf(lines[at]!);
  if (depth >= MAX_DEPTH || !first || first.indent > 3) return null;
  const items: Item[] = [];
  let end = at;
  while (end < lines.length) {
    const marker = markerOf(lines[end]!);
    const isSame = marker && marker.indent <= first.indent + 1 && (marker.number === null) === (first.number === null);
    if (!isSame || readRule(lines, end)) break;
    const next = endOfItem(lines, end, marker);
    items.push(itemOf(lines.slice(end, next), marker, depth));
    end = next;
    // a blank line between two items does not end the list
    const after = nextFilled(lines, end);
    const following = lines[after];
    if (after > end && following && markerOf(following) && markerOf(following)!.indent <= first.indent + 1) end = after;
  }
  return items.length === 0 ? null : [{ kind: "list", start: first.number, items }, end];
}

/** Lines that are inset as its words are, with blank ones between them, and those that go on without a blank line. */
function endOfItem(lines: readonly Line[], at: number, { indent, inset }: Marker): number {
  let end = at + 1;
  while (end < lines.length) {
    const filled = nextFilled(lines, end);
    const line = lines[filled];
    if (!line) break;
    const blanks = indentOf(line.text);
    const isInside = blanks >= inset || (blanks > indent + 1 && filled === end);
    const goesOn = filled === end && !markerOf(line) && !startsOther(line.text);
    if (!isInside && !goesOn) break;
    end = filled + 1;
  }
  return end;
}

function nextFilled(lines: readonly Line[], from: number): number {
  let at = from;
  while (at < lines.length && lines[at]!.text.trim() === "") at++;
  return at;
}

function startsOther(text: string): boolean {
  return /^ {0,3}(#{1,6} |>|```|~~~)/.test(text);
}

function indentOf(text: string): number {
  return text.length - text.trimStart().length;
}

function itemOf(lines: readonly Line[], { inset }: Marker, depth: number): Item {
  const [first, ...rest] = lines;
  const text = first!.text.slice(inset);
  const task = /^\[([ xX])\](?: |$)/.exec(text);
  const inside = [
    { at: first!.at, text: task ? text.slice(4) : text },
    ...rest.map((line) => ({ ...line, text: line.text.slice(Math.min(inset, indentOf(line.text))) })),
  ];
  const isDone = task ? task[1] !== " " : null;
  return { isDone, line: first!.at, blocks: blocksOf(inside, depth + 1) };
}

function readTable(lines: readonly Line[], at: number): Read {
  const [head, rule] = [lines[at]!.text, lines[at + 1]?.text ?? ""];
  if (!head.includes("|") || !/^[ |:-]+$/.test(rule) || !rule.includes("-")) return null;
  const align = cellsOf(rule).map(alignOf);
  const cells = cellsOf(head);
  if (cells.length !== align.length || cells.length > MAX_COLUMNS) return null;
  let end = at + 2;
  while (end < lines.length && lines[end]!.text.includes("|")) end++;
  const rows = [head, ...lines.slice(at + 2, end).map(({ text }) => text)].map((text) => rowOf(text, cells.length));
  return [{ kind: "table", align, rows }, end];
}

function cellsOf(text: string): readonly string[] {
  const bare = text.trim().replace(/^\|/, "").replace(/\|$/, "");
  return bare.split("|").map((cell) => cell.trim());
}

function rowOf(text: string, columns: number): Row {
  const cells = cellsOf(text);
  return Array.from({ length: columns }, (_, at) => parseInline(cells[at] ?? ""));
}

function alignOf(cell: string): Align {
  if (!cell.endsWith(":")) return "start";
  return cell.startsWith(":") ? "center" : "end";
}
