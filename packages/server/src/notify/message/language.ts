/** The languages of messages: every file in `words/` that is named by one, read at the start. */
import { readdirSync } from "node:fs";
import type { PersonId } from "@tessera/model";
import { codeOf, directionOf, isLocale, type Say, sayer } from "@tessera/model/sentence";
import type { Store } from "@tessera/store";
import { words as english, type Key, type Words } from "../words/en.ts";

export type { Key, Words };

export interface Language {
  readonly code: string;
  readonly direction: "rtl" | "ltr";
  readonly say: Say<Key>;
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
export function languageOf(locale: string): Language {
  const words = LANGUAGES.get(codeOf(locale));
  const code = words ? codeOf(locale) : "en";
  const say = sayer(words ?? english, { code, locale: words && isLocale(locale) ? locale : code });
  return { code, direction: directionOf(code), say };
}

/** What is stored for later, and what nobody's language is known for. */
export const ENGLISH = languageOf("en");

/** The language that a person is told things in. */
export async function languageFor(person: PersonId, { people }: Pick<Store, "people">): Promise<Language> {
  return languageOf((await people.find(person))?.locale ?? "en");
}
