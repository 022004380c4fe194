/** Which sentences some sources say: those that are written out, and those of templates with a place for a part of the key. */

export function saidBy(sources: readonly string[]): (key: string) => boolean {
  const literals = new Set(sources.flatMap((text) => [...text.matchAll(/"([\w.-]+)"/g)].map(([, key]) => key!)));
  const patterns = sources
    .flatMap((text) => [...text.matchAll(/`((?:[\w.-]|\$\{[^`{}]*\})+)`/g)].map(([, template]) => template!))
    .filter((template) => /^[a-z]+\..*\$\{/.test(template))
    .map((template) => new RegExp(patternOf(template)));
  return (key) => literals.has(key) || patterns.some((pattern) => pattern.test(key));
}

/** Whatever stands in a place of the template is one part of the key, or two. */
function patternOf(template: string): string {
  const escaped = template.replace(/\$\{[^{}]*\}/g, "*").replace(/[.]/g, "\\.");
  return `^${escaped.replaceAll("*", "[\\w-]+(\\.[\\w-]+)?")}$`;
}
