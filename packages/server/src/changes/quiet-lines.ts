/** Lines that a person asked to ignore: by words, by an RE2 pattern, or by likeness to a line but for its digits. */
import type { Content, QuietLine, Words } from "@tessera/model";
import { compilePattern } from "./pattern.ts";

/** The content without the lines to ignore; items that consist of nothing else go with them. */
export function withoutQuietLines(content: Content, rules: readonly QuietLine[]): Content {
  if (rules.length === 0) return content;
  const tests = rules.map(testOf);
  const keep = (text: string): string =>
    text
      .split("\n")
      .filter((line) => !tests.some((test) => test(line)))
      .join("\n");
  const items = content.items?.map((item) => {
    const text = keep(item.text);
    // a key that is the item's text would otherwise still hold what is to be ignored
    return { ...item, text, key: item.href === null ? text : item.key };
  });
  return { ...content, text: keep(content.text), items: items?.filter(({ text }) => text !== "") ?? null };
}

function testOf(rule: QuietLine): (line: string) => boolean {
  if (rule.kind === "contains") return testOfWords(rule.words);
  const shape = shapeOf(rule.line);
  return (line) => shapeOf(line) === shape;
}

/** A test for words, ignoring case, or for a pattern; a pattern that is none matches nothing. */
export function testOfWords(words: Words): (text: string) => boolean {
  if (words.as === "words") {
    const wanted = words.text.toLowerCase();
    return (text) => text.toLowerCase().includes(wanted);
  }
  const pattern = compilePattern(words.text);
  return pattern.kind === "pattern" ? (text) => pattern.test(text) : () => false;
}

function shapeOf(line: string): string {
  return line.replace(/\p{Nd}+/gu, "0").trim();
}
