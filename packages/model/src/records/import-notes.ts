/** What an account of an import can say, and how large a file may be; without schemas, so that the web app loads none for it. */

export const MAX_IMPORT_BYTES = 64 * 1024 * 1024;

/** Of an archive, unpacked, over the API. */
export const MAX_ARCHIVE_BYTES = 32 * 1024 * 1024;

/** Why something of a file did not come, or came otherwise, by the part of the account in which it is read. */
const REASONS = {
  leftOut: [
    "no-address",
    "no-page",
    "no-kind",
    "no-room",
    "tiles-no-room",
    "no-scope",
    "command",
    "unreadable",
    "empty",
    "elsewhere",
    "more-notes",
  ],
  /** It came, but not as it was. */
  otherwise: [
    "twice",
    "split",
    "cut",
    "first-only",
    "part-left",
    "opens-alike",
    "parts-cut",
    "no-block",
    "selector-long",
    "interval",
    "pattern",
    "patterns-many",
    "robots-respected",
    "channel-off",
  ],
  secrets: ["channel-left-out", "secret-missing"],
  already: ["here-twice", "sheet-extended", "tile-there", "followed-already", "waits-already"],
} as const;

export type ImportNoteGroup = keyof typeof REASONS;
export type ImportNoteCode = (typeof REASONS)[ImportNoteGroup][number];

/** In the order in which an account has them. */
export const IMPORT_NOTE_GROUPS = Object.keys(REASONS) as ImportNoteGroup[];
export const IMPORT_NOTE_CODES: readonly ImportNoteCode[] = Object.values(REASONS).flat();

export function groupOfNote(code: ImportNoteCode): ImportNoteGroup {
  const isIn = (group: ImportNoteGroup): boolean => (REASONS[group] as readonly ImportNoteCode[]).includes(code);
  return IMPORT_NOTE_GROUPS.find(isIn) ?? "otherwise";
}

/** Why a file is not imported at all. */
export type ImportRefusal =
  | "too-large"
  | "damaged"
  | "unknown-format"
  | "unknown-version"
  | "invalid"
  | "duplicate-id"
  | "empty";
