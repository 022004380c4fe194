/** The answer of S3's ListObjectsV2, as far as it is of interest: names, times, and how the list goes on. */
import type { StoredObject } from "@tessera/store";

export interface ObjectList {
  readonly objects: readonly StoredObject[];
  /** Null at the end of the list. */
  readonly next: string | null;
}

/** Linear, and a list is a thousand names at most: on the main thread it takes no time. */
export function readObjectList(xml: string): ObjectList {
  const objects: StoredObject[] = [];
  for (const part of xml.split("<Contents>").slice(1)) {
    const end = part.indexOf("</Contents>");
    const entry = end < 0 ? "" : part.slice(0, end);
    const key = textOf(entry, "Key");
    if (key !== null) objects.push({ key, changedAt: Date.parse(textOf(entry, "LastModified") ?? "") || 0 });
  }
  const isCut = textOf(xml, "IsTruncated") === "true";
  return { objects, next: isCut ? textOf(xml, "NextContinuationToken") : null };
}

/** What stands in the first element of this name; none of those that are asked for has another in it. */
function textOf(xml: string, name: string): string | null {
  const start = xml.indexOf(`<${name}>`);
  const end = xml.indexOf("</", start);
  return start < 0 || end < 0 ? null : unescaped(xml.slice(start + name.length + 2, end));
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function unescaped(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w+));/gi, (all, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES[name] ?? all;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10_ffff ? String.fromCodePoint(code) : all;
  });
}
