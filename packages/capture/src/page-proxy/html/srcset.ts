/** The candidates of a `srcset` with other addresses (HTML standard, "parse a srcset attribute"). */

const MOST_CANDIDATES = 32;

/** Candidates whose address has no replacement are left out. */
export function rewriteSrcset(srcset: string, replace: (url: string) => string | null): string {
  const candidates: string[] = [];
  // An address runs to white space; commas at its end belong to the list, those inside to the address.
  const pattern = /[\s,]*(\S*[^\s,])(?:\s*,|\s+([^,(]*(?:\([^)]*\)[^,(]*)*)(?:,|$)|$|,)/gy;
  for (let found = pattern.exec(srcset); found && candidates.length < MOST_CANDIDATES; found = pattern.exec(srcset)) {
    const url = replace(found[1]!);
    const descriptor = found[2]?.trim() ?? "";
    if (url !== null && /^(?:[\d.]+[wxh](?:\s+[\d.]+[wxh])?)?$/.test(descriptor)) {
      candidates.push(descriptor === "" ? url : `${url} ${descriptor}`);
    }
  }
  return candidates.join(", ");
}
