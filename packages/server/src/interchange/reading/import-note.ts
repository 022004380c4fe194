/** One line of the account of an import: what it is about, the reason by its code, and the same in English. */
import type { ImportNoteCode } from "@tessera/model";

export interface ImportNote {
  /** As the file calls it. */
  readonly name: string;
  readonly code: ImportNoteCode;
  /** The part of it that the reason is about. */
  readonly what?: string;
  readonly count?: number;
  readonly message: string;
}

type About = Pick<ImportNote, "what" | "count">;

/** People read them: nobody reads more. */
export const MAX_NOTES = 1_000;
const MAX_NAME = 300;
const MAX_WHAT = 100;

/** Said behind the name, on the command line and to programs; the app has the same in the person's language. */
const SENTENCES: Readonly<Record<ImportNoteCode, (about: { what: string; count: number }) => string>> = {
  "no-address": ({ what }) => `"${what}" is not an http or https address: left out`,
  "no-page": ({ what }) => `"${what}" leads to no page: left out`,
  "no-kind": ({ what }) => `there is no tile for "${what}" here: left out`,
  "no-room": () => "is left out: there is no room for more",
  "tiles-no-room": ({ count }) => `${count} of its tiles are left out: there is no room for more`,
  "no-scope": () => 'is left out: the token lacks the scope "manage"',
  command: () => "is a command: Tessera runs none",
  unreadable: () => "cannot be read: left out",
  empty: () => "has nothing in it that could come: left out",
  elsewhere: ({ what }) => `${what} is in another file: import that file as well`,
  "more-notes": ({ count }) => `and ${count} notes more, which are not listed`,
  twice: () => "is in the file twice: it came once",
  split: ({ count }) => `is too much for one tile: shown as ${count} tiles`,
  cut: () => "is too long: the end is left out",
  "first-only": ({ count }) => `only the first of its ${count} selectors is followed`,
  "part-left": ({ what }) => `${what} is not carried over`,
  "opens-alike": () => "some of its links opened in a new tab and some did not: here all open as most of them did",
  "parts-cut": () => "parts to leave out are not carried over: cut them out in the picker",
  "no-block": ({ what }) => `its ${what} filter is no block of a page: the page is followed`,
  "selector-long": () => "the selector is too long: the main content of the page is followed",
  interval: () => "the interval is out of bounds: the usual one is used",
  pattern: ({ what }) => `the pattern ${what} is not one that can be matched here: not carried over`,
  "patterns-many": ({ count }) => `only the first ${count} of its patterns are carried over`,
  "robots-respected": () => "only the owner may leave robots.txt aside: it is respected again",
  "channel-off": ({ what }) =>
    `is a channel that leads to ${what}: it is paused, and not for new follows, until you turn it on in the settings`,
  "channel-left-out": () =>
    "is a channel with a secret, which no archive holds: set it up again and choose it for its follows",
  "secret-missing": () => "is a secret that a page needs, and no archive holds any: store it again",
  "here-twice": () => "was here already: it is here twice now",
  "sheet-extended": () => "was here already: what came was added to it",
  "tile-there": ({ what }) => `is on ${what} already: not added again`,
  "followed-already": () => "is followed already: not followed again",
  "waits-already": () => "waits for its first check already: not added again",
};

export function noteOf(name: string, code: ImportNoteCode, about: About = {}): ImportNote {
  const [what, { count }] = [about.what?.slice(0, MAX_WHAT), about];
  return {
    name: name.slice(0, MAX_NAME),
    code,
    ...(what === undefined ? {} : { what }),
    ...(count === undefined ? {} : { count }),
    message: SENTENCES[code]({ what: what ?? "", count: count ?? 0 }),
  };
}

/** As many as anybody reads, and how many there are besides. */
export function readableNotes(notes: readonly ImportNote[], name: string): readonly ImportNote[] {
  if (notes.length <= MAX_NOTES) return notes;
  return [...notes.slice(0, MAX_NOTES), noteOf(name, "more-notes", { count: notes.length - MAX_NOTES })];
}
