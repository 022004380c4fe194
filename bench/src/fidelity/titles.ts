/** Whether the title that a block got names it, as far as that can be told without an eye. */

export interface TitledBlock {
  readonly title: string;
  /** Of the page that it is on. */
  readonly pageTitle: string;
  /** The words of the head of a table in the block; empty where there is none. */
  readonly tableHead: string;
}

/** What a title must not be. */
export type TitleFault = "empty" | "a number" | "an icon" | "a date" | "a table's head" | "the page's name";

const NUMBER = /^[\s\p{Sc}\p{N}.,:%+\-−–—/()]*$/u;
/** Names of glyphs as icon fonts write them, or characters that only such a font has a shape for. */
const ICON = /^(?:[a-z]+(?:_[a-z0-9]+)+|[\p{Co}\s]+)$/u;
const MONTH = "(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\\.?";
const DATE = new RegExp(
  `^(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,?\\s+)?(?:${MONTH}\\s+\\d{1,2}(?:st|nd|rd|th)?|\\d{1,2}(?:st|nd|rd|th)?\\s+${MONTH})(?:,?\\s+\\d{2,4})?(?:,?\\s+\\d{1,2}:\\d{2})?$|^${MONTH}\\s+\\d{4}$|^\\d+\\s+(?:second|minute|min|hour|day|week|month|year)s?\\s+ago$`,
  "i",
);

/** Null where nothing speaks against it. */
export function titleFault({ title, pageTitle, tableHead }: TitledBlock): TitleFault | null {
  const said = plain(title);
  if (said === "") return "empty";
  if (NUMBER.test(said)) return "a number";
  if (ICON.test(said)) return "an icon";
  if (DATE.test(said)) return "a date";
  if (tableHead !== "" && plain(tableHead).startsWith(said)) return "a table's head";
  return isShortened(said, plain(pageTitle)) ? "the page's name" : null;
}

/** The same, or its beginning where it is too long for a title. */
function isShortened(said: string, name: string): boolean {
  return said === name || (said.endsWith("…") && name.startsWith(said.slice(0, -1)));
}

function plain(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
