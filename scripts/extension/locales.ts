/** The words that the browser itself says of the extension, as it wants them: one file a language. */
import { readdirSync } from "node:fs";
import { join } from "node:path";

/** Those that are named in the manifest: all others are said by the extension, which knows plurals. */
const NAMED = ["name", "description", "menu.pick"];

/** Texts by the paths of their files. */
export async function localesOf(folder: string): Promise<Readonly<Record<string, string>>> {
  const languages = readdirSync(folder).flatMap((name) => /^([a-z]{2})\.ts$/.exec(name)?.[1] ?? []);
  const entries = languages.map(async (language) => {
    const module = (await import(join(folder, `${language}.ts`))) as Readonly<Record<string, Record<string, string>>>;
    const words = module[language] ?? {};
    const messages = NAMED.map((key) => [key.replaceAll(".", "_"), { message: words[key] ?? "" }]);
    return [`_locales/${language}/messages.json`, JSON.stringify(Object.fromEntries(messages), null, 2)];
  });
  return Object.fromEntries(await Promise.all(entries));
}
