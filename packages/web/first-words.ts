/**
 * Splits the words of every language in two when the app is built: what the first script can say comes with it, the rest
 * with the first part that is loaded later. Nobody keeps a list: it is what the modules say that the app begins with.
 */
import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { Plugin } from "vite";
import { saidBy } from "./src/i18n/said-words.ts";

const START = `${import.meta.dirname}/src/main.ts`;
const WORDS = /\/src\/i18n\/[a-z]{2}\.ts(\?late)?$/;

export function firstWords(): Plugin {
  let isFirst: ((key: string) => boolean) | null = null;
  return {
    name: "first-words",
    apply: "build",
    enforce: "pre",
    transform(code, id) {
      const [found, late] = WORDS.exec(id) ?? [];
      if (!found) return null;
      isFirst ??= saidBy(firstSources());
      return splitWords(code, (key) => isFirst?.(key) === (late === undefined));
    },
  };
}

/** The modules that are there from the start, but for the words themselves. */
function firstSources(): readonly string[] {
  const texts = new Map<string, string>();
  const pending = [START];
  for (let path = pending.pop(); path; path = pending.pop()) {
    if (texts.has(path) || WORDS.test(path)) continue;
    const text = readFileSync(path, "utf8");
    texts.set(path, text);
    for (const [, from] of text.matchAll(/^(?:import|export)\b(?! type)[^"';]*"(\.[^"]+\.(?:ts|svelte))";/gm)) {
      pending.push(resolve(dirname(path), from!));
    }
  }
  return [...texts.values()];
}

/** The module with those of its entries whose key is wanted; each begins a line of its own. @internal */
export function splitWords(code: string, isWanted: (key: string) => boolean): string {
  const [head = "", ...entries] = code.split(/^(?= {2}"[\w.-]+":)/m);
  const last = entries.pop() ?? "";
  const end = last.search(/^\}/m);
  const all = [...entries, last.slice(0, end)];
  const wanted = all.filter((entry) => isWanted(/^ {2}"([\w.-]+)"/.exec(entry)?.[1] ?? ""));
  return head + wanted.join("") + last.slice(end);
}
