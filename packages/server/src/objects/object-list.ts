/** The answer of S3's ListObjectsV2, as far as it is of interest: names, times, and how the list goes on. */
import type { StoredObject } from "@tessera/store";

export interface ObjectList {
  readonly objects: readonly StoredObject[];
  /** Null at the end of the list. */
  readonly next: string | null;
}

export function readObjectList(xml: string): ObjectList {
  const objects = [...xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, entry = ""]) => ({
    key: textOf(entry, "Key") ?? "",
    changedAt: Date.parse(textOf(entry, "LastModified") ?? "") || 0,
  }));
  const isCut = textOf(xml, "IsTruncated") === "true";
  return { objects, next: isCut ? textOf(xml, "NextContinuationToken") : null };
}

function textOf(xml: string, name: string): string | null {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
  return text === undefined ? null : unescaped(text);
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function unescaped(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w+));/gi, (all, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES[name] ?? all;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10_ffff ? String.fromCodePoint(code) : all;
  });
}
