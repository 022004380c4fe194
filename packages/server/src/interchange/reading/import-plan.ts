/** What an import would do, read completely before anything is written. */
import { BlockLocator, type Condition, PageSource, type QuietLine, Schedule, type Words } from "@tessera/model";
import type { ARCHIVE_NOTE_CODES } from "@tessera/model/api";
import { compilePattern, MAX_PATTERNS } from "../../changes/pattern.ts";

export type ImportFormat = "tessera" | "url-list" | "opml" | "changedetection" | "distill" | "urlwatch";

/** A block to follow, in the words of the file that named it. */
export interface PlannedFollow {
  /** What the file calls it, for the report. */
  readonly name: string;
  readonly title: string;
  readonly source: PageSource;
  readonly wish: BlockLocator;
  readonly schedule: Schedule | null;
  /** Empty for the usual ones. */
  readonly conditions: readonly Condition[];
  readonly quietLines: readonly QuietLine[];
  readonly isPaused: boolean;
  /** The sheets to put it on, by title. */
  readonly sheets: readonly string[];
}

/** Something that could not be carried over, and of what. */
export interface ImportNote {
  readonly name: string;
  readonly message: string;
  /** Names the reason where it is one of an archive, so that it can be said in any language. */
  readonly code?: ArchiveNoteCode;
}

/** Some hundred megabytes at the worst, which a worker thread has. */
export const MAX_VALUES = 4_000_000;

const [QUOTE, COMMA, BACKSLASH, BRACKET, BRACE] = [...'",\\[{'].map((character) => character.charCodeAt(0));

type ArchiveNoteCode = (typeof ARCHIVE_NOTE_CODES)[number];

export interface ImportPlan {
  readonly format: ImportFormat;
  readonly follows: readonly PlannedFollow[];
  readonly notes: readonly ImportNote[];
}

/** Why a file is not imported at all: one clear message, and nothing was written. */
export class ImportRefused extends Error {
  override readonly name = "ImportRefused";
  readonly code: "too-large" | "damaged" | "unknown-format" | "unknown-version" | "invalid" | "duplicate-id" | "empty";

  constructor(code: ImportRefused["code"], message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

const MAX_FOLLOWS = 20_000;

/** People read them: nobody reads more. */
const MAX_NOTES = 1_000;
const MAX_TITLE = 300;
const MAX_SHEET_TITLE = 200;

/** Gathers follows and notes while a file is read. */
export class PlanBuilder {
  readonly #format: ImportFormat;
  readonly #follows: PlannedFollow[] = [];
  readonly #notes: ImportNote[] = [];
  #noteCount = 0;

  constructor(format: ImportFormat) {
    this.#format = format;
  }

  note(name: string, message: string): void {
    if (this.#notes.length < MAX_NOTES) this.#notes.push({ name: name.slice(0, MAX_TITLE), message });
    this.#noteCount++;
  }

  /** Adds a follow, or a note where its address cannot be followed. */
  add(
    wanted: { readonly name: string; readonly url: string } & Partial<Omit<PlannedFollow, "source">> & Fetching,
  ): void {
    if (this.#follows.length === MAX_FOLLOWS) {
      throw new ImportRefused("too-large", `The file names more than ${MAX_FOLLOWS} blocks. Split it.`);
    }
    const source = PageSource.safeParse({ url: wanted.url.trim(), fetcher: wanted.fetcher ?? "auto" });
    const wish = BlockLocator.safeParse(wanted.wish ?? { kind: "page" });
    if (!source.success) {
      this.note(wanted.name, `"${wanted.url.slice(0, 200)}" is not an http or https address: left out`);
      return;
    }
    if (!wish.success) this.note(wanted.name, "the selector is too long: the main content of the page is followed");
    const { conditions = [], quietLines = [] } = wanted;
    const isUsable = this.#patternFilter(wanted.name);
    this.#follows.push({
      name: wanted.name,
      title: (wanted.title?.trim() || new URL(source.data.url).host).slice(0, MAX_TITLE),
      source: source.data,
      wish: wish.success ? wish.data : { kind: "page" },
      schedule: this.#schedule(wanted),
      conditions: conditions.filter((one) => !("words" in one) || isUsable(one.words)),
      quietLines: quietLines.filter((one) => one.kind !== "contains" || isUsable(one.words)),
      isPaused: wanted.isPaused ?? false,
      sheets: (wanted.sheets ?? []).map((title) => title.trim().slice(0, MAX_SHEET_TITLE)).filter(Boolean),
    });
  }

  finish(): ImportPlan {
    if (this.#follows.length === 0) {
      const why = this.#notes[0] ? ` (${this.#notes[0].name}: ${this.#notes[0].message})` : "";
      throw new ImportRefused("empty", `The file names nothing that can be followed${why}.`);
    }
    const more = this.#noteCount - this.#notes.length;
    const rest = more > 0 ? [{ name: this.#format, message: `and ${more} notes more, which are not listed` }] : [];
    return { format: this.#format, follows: this.#follows, notes: [...this.#notes, ...rest] };
  }

  /** Other programs know patterns that RE2 does not: what looks ahead or back would never be found. */
  #patternFilter(name: string): (words: Words) => boolean {
    let count = 0;
    return ({ as, text }) => {
      if (as === "words") return true;
      count++;
      if (count === MAX_PATTERNS + 1)
        this.note(name, `only the first ${MAX_PATTERNS} of its patterns are carried over`);
      if (count > MAX_PATTERNS) return false;
      const pattern = compilePattern(text);
      if (pattern.kind === "pattern") return true;
      this.note(name, `the pattern ${text.slice(0, 60)} is not carried over: ${pattern.message.slice(0, 100)}`);
      return false;
    };
  }

  #schedule(wanted: { readonly name: string; readonly schedule?: Schedule | null }): Schedule | null {
    if (!wanted.schedule) return null;
    const schedule = Schedule.safeParse(wanted.schedule);
    if (!schedule.success) this.note(wanted.name, "the interval is out of bounds: the usual one is used");
    return schedule.success ? schedule.data : null;
  }
}

interface Fetching {
  readonly fetcher?: PageSource["fetcher"];
}

export type SelectorReading =
  | { readonly kind: "wish"; readonly wish: BlockLocator }
  | { readonly kind: "unknown"; readonly language: string };

/** `xpath:`, `xpath1:`, a leading slash and parentheses mean XPath; `json:` and the like are no blocks; the rest is CSS. */
export function readSelector(text: string): SelectorReading {
  const trimmed = text.trim();
  const [, language = "", rest = ""] = /^(xpath1?|css|json|jqraw|jq):\s*([\s\S]*)$/.exec(trimmed) ?? [];
  if (language.startsWith("j")) return { kind: "unknown", language };
  if (language.startsWith("xpath")) return { kind: "wish", wish: { kind: "xpath", expression: rest } };
  if (language === "css") return { kind: "wish", wish: { kind: "css", selector: rest } };
  if (/^(\/|\()/.test(trimmed)) return { kind: "wish", wish: { kind: "xpath", expression: trimmed } };
  return { kind: "wish", wish: { kind: "css", selector: trimmed } };
}

/**
 * Throws a SyntaxError where the text is no JSON. Values are counted first: parsing cannot be interrupted, and one that
 * runs out of memory on the way would end the whole process and not its thread alone.
 */
export function parseJson(text: string, maxValues = MAX_VALUES): unknown {
  if (hasMoreValues(text, maxValues)) {
    throw new ImportRefused("too-large", `The file has more than ${maxValues} values. Split it.`);
  }
  return JSON.parse(text);
}

/** Every value but the first stands behind a comma or begins a list or an object. */
function hasMoreValues(text: string, max: number): boolean {
  let count = 1;
  let isInText = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) isInText = !isInText;
    else if (isInText && code === BACKSLASH) at++;
    else if (!isInText && (code === COMMA || code === BRACKET || code === BRACE) && ++count > max) return true;
  }
  return false;
}
