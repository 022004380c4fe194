/** The languages of messages: every file in `words/` that is named by one, read at the start. */
import { readdirSync } from "node:fs";
import type { PersonId } from "@tessera/model";
import { codeOf, directionOf, isLocale, type Say, sayer } from "@tessera/model/sentence";
import { type AmountUnit, amountIn } from "@tessera/model/series";
import type { Store } from "@tessera/store";
import { words as english, type Key, type Words } from "../words/en.ts";

export type { Key, Words };

export interface Language {
  readonly code: string;
  readonly direction: "rtl" | "ltr";
  readonly say: Say<Key>;
  /** A share with its sign: `−23%`, `+4.5 %`. */
  readonly share: (share: number) => string;
  /** An amount as people write it, with its currency or unit. */
  readonly amount: (value: number, unit?: AmountUnit) => string;
  /** Date and time of day where the person is. */
  readonly instant: (at: number) => string;
}

export const KEYS = Object.keys(english) as readonly Key[];

const FOLDER = new URL("../words/", import.meta.url);
/** As sources, or as what is built of them. */
const FILES = readdirSync(FOLDER).filter((name) => /^[a-z]{2}\.[jt]s$/.test(name));

/** @internal */
export const LANGUAGES: ReadonlyMap<string, Words> = new Map(
  await Promise.all(
    FILES.map(
      async (name): Promise<[string, Words]> => [name.slice(0, 2), (await import(new URL(name, FOLDER).href)).words],
    ),
  ),
);

/** The language of a locale such as `de-AT`; English where its words are not there. */
export function languageOf(locale: string, timeZone = "UTC"): Language {
  const words = LANGUAGES.get(codeOf(locale));
  const code = words ? codeOf(locale) : "en";
  const meant = words && isLocale(locale) ? locale : code;
  const instants = new Intl.DateTimeFormat(meant, { dateStyle: "medium", timeStyle: "short", timeZone });
  return {
    code,
    direction: directionOf(code),
    say: sayer(words ?? english, { code, locale: meant }),
    share: (share) => shareIn(meant, share),
    amount: (value, unit) => amountIn(meant, value, unit),
    instant: (at) => instants.format(at),
  };
}

function shareIn(locale: string, share: number): string {
  const maximumFractionDigits = Math.abs(share) < 0.1 ? 1 : 0;
  const size = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits }).format(Math.abs(share));
  return `${share < 0 ? "−" : "+"}${size}`;
}

/** What is stored for later, and what nobody's language is known for. */
export const ENGLISH = languageOf("en");

/** The language that a person is told things in. */
export async function languageFor(person: PersonId, { people }: Pick<Store, "people">): Promise<Language> {
  const found = await people.find(person);
  return found ? languageOf(found.locale, found.timeZone) : ENGLISH;
}
