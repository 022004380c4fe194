/** What an import would do, read completely before anything is written. */
import {
  BlockLocator,
  type Condition,
  type ImportNoteCode,
  type ImportRefusal,
  type LinkGroup,
  MAX_JOINED,
  type Opens,
  type OwnContent,
  PageSource,
  type QuietLine,
  Schedule,
  WebUrl,
  type Words,
} from "@tessera/model";
import { compilePattern, MAX_PATTERNS } from "../../changes/pattern.ts";
import { type ImportNote, MAX_NOTES, noteOf } from "./import-note.ts";
import { linksTiles, mostOpen, ownContent } from "./own-content.ts";

export type ImportFormat =
  | "tessera"
  | "url-list"
  | "opml"
  | "changedetection"
  | "distill"
  | "urlwatch"
  | "bookmarks"
  | "start.me"
  | "netvibes"
  | "homarr"
  | "glance";

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
  /** Where it is a feed: the tile that it belongs to, by title; undefined where it is none. */
  readonly feedTile?: string | undefined;
}

/** A sheet of a start page, with what is on it at once; what is followed comes to it later. */
export interface PlannedSheet {
  readonly title: string;
  readonly tiles: readonly OwnContent[];
}

/** Some hundred megabytes at the worst, which a worker thread has. */
export const MAX_VALUES = 4_000_000;

const [QUOTE, COMMA, BACKSLASH, BRACKET, BRACE] = [...'",\\[{'].map((character) => character.charCodeAt(0));

export interface ImportPlan {
  readonly format: ImportFormat;
  readonly follows: readonly PlannedFollow[];
  readonly sheets: readonly PlannedSheet[];
  readonly notes: readonly ImportNote[];
}

/** Why a file is not imported at all: one clear message, and nothing was written. */
export class ImportRefused extends Error {
  override readonly name = "ImportRefused";
  readonly code: ImportRefusal;

  constructor(code: ImportRefusal, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

const MAX_FOLLOWS = 20_000;

/** Of a start page. */
const MAX_SHEETS = 200;
const MAX_TILES = 2_000;
const MAX_TITLE = 300;
const MAX_SHEET_TITLE = 200;
/** Where a start page says nothing of how it is called. */
const USUAL_SHEET = "Start page";

/** Gathers follows and notes while a file is read. */
export class PlanBuilder {
  readonly #format: ImportFormat;
  readonly #follows: PlannedFollow[] = [];
  readonly #sheets = new Map<string, OwnContent[]>();
  readonly #notes: ImportNote[] = [];
  /** Each with the sheet and the name of what shows it. */
  readonly #feeds = new Set<string>();
  #noteCount = 0;
  #tileCount = 0;

  constructor(format: ImportFormat) {
    this.#format = format;
  }

  note(name: string, code: ImportNoteCode, about: Pick<ImportNote, "what" | "count"> = {}): void {
    if (this.#notes.length < MAX_NOTES) this.#notes.push(noteOf(name, code, about));
    this.#noteCount++;
  }

  /** A sheet that is there from the start, in the order in which they are named. Gives the title that it has. */
  sheet(wanted: string): string {
    const title = wanted.trim().slice(0, MAX_SHEET_TITLE).trim() || USUAL_SHEET;
    if (this.#sheets.size === MAX_SHEETS && !this.#sheets.has(title)) {
      throw new ImportRefused("too-large", `The file names more than ${MAX_SHEETS} sheets. Split it.`);
    }
    if (!this.#sheets.has(title)) this.#sheets.set(title, []);
    return title;
  }

  /** A tile of what the person wrote, on a sheet; noted where it would be none. */
  own(sheet: string, wanted: OwnWish): void {
    const content = ownContent(wanted);
    if (!content) {
      this.note(wanted.title ?? wanted.kind, "unreadable");
      return;
    }
    if (++this.#tileCount > MAX_TILES) {
      throw new ImportRefused("too-large", `The file names more than ${MAX_TILES} tiles. Split it.`);
    }
    this.#sheets.get(this.sheet(sheet))?.push(content);
  }

  /** Links with their headings, as tiles of as many as a tile takes; `opens`: where each of them did, if the file says so. */
  links(sheet: string, title: string, groups: readonly LinkGroup[], opens: readonly Opens[] = []): void {
    const tiles = linksTiles(title, groups, mostOpen(opens));
    if (new Set(opens).size > 1) this.note(title, "opens-alike");
    if (tiles.length === 0) this.note(title, "empty");
    if (tiles.length > 1) this.note(title, "split", { count: tiles.length });
    for (const tile of tiles) this.own(sheet, { ...tile });
  }

  /** Feeds that are shown together, each once, as tiles of as many as a tile takes. */
  feeds(sheet: string, title: string, feeds: readonly { readonly name: string; readonly url: string }[]): void {
    const once = feeds.filter((feed) => this.#isFirst(feed, [sheet, title]));
    for (const [at, { name, url }] of once.entries()) {
      const number = Math.floor(at / MAX_JOINED);
      const feedTile = title + (number === 0 ? "" : ` ${number + 1}`);
      this.add({ name, url, title: name, sheets: [sheet], feedTile });
    }
    const tiles = Math.ceil(once.length / MAX_JOINED);
    if (tiles > 1) this.note(title, "split", { count: tiles });
  }

  /** The same address is written in several ways; what is none is named where it is added. */
  #isFirst({ name, url }: { readonly name: string; readonly url: string }, tile: readonly string[]): boolean {
    const address = WebUrl.safeParse(url.trim()).data;
    if (address === undefined) return true;
    const feed = JSON.stringify([...tile, address]);
    const isFirst = !this.#feeds.has(feed);
    if (!isFirst) this.note(name, "twice");
    this.#feeds.add(feed);
    return isFirst;
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
      this.note(wanted.name, "no-address", { what: wanted.url });
      return;
    }
    if (!wish.success) this.note(wanted.name, "selector-long");
    const { conditions = [], quietLines = [] } = wanted;
    const isUsable = this.#patternFilter(wanted.name);
    this.#follows.push({
      name: wanted.name.slice(0, MAX_TITLE),
      title: (wanted.title?.trim() || new URL(source.data.url).host).slice(0, MAX_TITLE),
      source: source.data,
      wish: wish.success ? wish.data : { kind: "page" },
      schedule: this.#schedule(wanted),
      conditions: conditions.filter((one) => !("words" in one) || isUsable(one.words)),
      quietLines: quietLines.filter((one) => one.kind !== "contains" || isUsable(one.words)),
      isPaused: wanted.isPaused ?? false,
      sheets: (wanted.sheets ?? []).map((title) => title.trim().slice(0, MAX_SHEET_TITLE)).filter(Boolean),
      ...(wanted.feedTile ? { feedTile: wanted.feedTile.trim().slice(0, MAX_TITLE) } : {}),
    });
  }

  finish(): ImportPlan {
    if (this.#follows.length === 0 && this.#tileCount === 0) {
      const why = this.#notes[0] ? ` (${this.#notes[0].name}: ${this.#notes[0].message})` : "";
      throw new ImportRefused("empty", `The file names nothing that can be followed or put on a sheet${why}.`);
    }
    const more = this.#noteCount - this.#notes.length;
    const rest = more > 0 ? [noteOf(this.#format, "more-notes", { count: more })] : [];
    const named = new Set(this.#follows.flatMap(({ sheets }) => sheets));
    const sheets = [...this.#sheets].map(([title, tiles]) => ({ title, tiles }));
    return {
      format: this.#format,
      follows: this.#follows,
      // nothing is left of one whose tiles are all left out
      sheets: sheets.filter(({ title, tiles }) => tiles.length > 0 || named.has(title)),
      notes: [...this.#notes, ...rest],
    };
  }

  /** Other programs know patterns that RE2 does not: what looks ahead or back would never be found. */
  #patternFilter(name: string): (words: Words) => boolean {
    let count = 0;
    return ({ as, text }) => {
      if (as === "words") return true;
      count++;
      if (count === MAX_PATTERNS + 1) this.note(name, "patterns-many", { count: MAX_PATTERNS });
      if (count > MAX_PATTERNS) return false;
      const pattern = compilePattern(text);
      if (pattern.kind === "pattern") return true;
      this.note(name, "pattern", { what: text });
      return false;
    };
  }

  #schedule(wanted: { readonly name: string; readonly schedule?: Schedule | null }): Schedule | null {
    if (!wanted.schedule) return null;
    const schedule = Schedule.safeParse(wanted.schedule);
    if (!schedule.success) this.note(wanted.name, "interval");
    return schedule.success ? schedule.data : null;
  }
}

/** Content as a file has it; whether it is any is tried. */
interface OwnWish extends Readonly<Record<string, unknown>> {
  readonly kind: OwnContent["kind"];
  readonly title: string | null;
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
