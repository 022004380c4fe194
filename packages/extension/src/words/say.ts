/** What the extension says, in the language of the browser. */
import { codeOf, type Say, sayer } from "@tessera/model/sentence";
import { extension } from "../platform/web-extension.ts";
import { ar } from "./ar.ts";
import { de } from "./de.ts";
import { en, type Key, type Words } from "./en.ts";

const LANGUAGES: Readonly<Record<string, Words>> = { en, de, ar };

const locale: string = extension.i18n.getUILanguage();
/** English where the browser speaks a language that is not here. */
export const language: string = Object.hasOwn(LANGUAGES, codeOf(locale)) ? codeOf(locale) : "en";
export const say: Say<Key> = sayer(LANGUAGES[language] ?? en, { code: language, locale });

/** When something was, as one would say it now. */
export function sayAge(at: number, now: number = Date.now()): string {
  const format = new Intl.RelativeTimeFormat(language, { numeric: "auto", style: "short" });
  const minutes = Math.round((at - now) / 60_000);
  if (Math.abs(minutes) < 60) return format.format(minutes, "minute");
  const hours = Math.round(minutes / 60);
  return Math.abs(hours) < 24 ? format.format(hours, "hour") : format.format(Math.round(hours / 24), "day");
}
