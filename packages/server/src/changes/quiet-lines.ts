/** Lines that a person asked to ignore: by words, by an RE2 pattern, or by likeness to a line but for its digits. */
import type { Content, QuietLine } from "@tessera/model";
import type { WordMatcher } from "./pattern.ts";

/** The content without the lines to ignore; items that consist of nothing else go with them. */
export function withoutQuietLines(content: Content, rules: readonly QuietLine[], matcher: WordMatcher): Content {
  if (rules.length === 0) return content;
  const tests = rules.map((rule) => testOf(rule, matcher));
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

function testOf(rule: QuietLine, matcher: WordMatcher): (line: string) => boolean {
  if (rule.kind === "contains") return (line) => matcher.test(rule.words, line);
  const shape = shapeOf(rule.line);
  return (line) => shapeOf(line) === shape;
}

function shapeOf(line: string): string {
  return line.replace(/\p{Nd}+/gu, "0").trim();
}
