/** Whether a change is still there at a second look: flickers and pages caught half-built are no news. */
import type { Content } from "@tessera/model";

/**
 * What a first look showed persists if some of the lines that were new are still there; or, where lines had only
 * gone, if they are still gone. The rest of the block may have moved on meanwhile.
 */
export function persists(told: Content, firstLook: Content, secondLook: Content): boolean {
  const [toldLines, firstLines, secondLines] = [told, firstLook, secondLook].map(linesOf) as [Lines, Lines, Lines];
  const added = [...firstLines].filter((line) => !toldLines.has(line));
  if (added.length > 0) return added.some((line) => secondLines.has(line));
  const removed = [...toldLines].filter((line) => !firstLines.has(line));
  if (removed.length > 0) return removed.every((line) => !secondLines.has(line));
  // the same lines in another order
  return firstLook.text !== told.text && secondLook.text === firstLook.text;
}

type Lines = ReadonlySet<string>;

function linesOf(content: Content): Lines {
  const links = content.items?.map(({ key, text }) => `${key}\n${text}`) ?? [];
  return new Set([...content.text.split("\n"), ...links, ...content.pictures]);
}
