/** Web links: the Link header (RFC 8288) and the same in a document of type application/link-format (RFC 6690). */

export interface WebLink {
  readonly target: string;
  /** In lower case. */
  readonly relations: readonly string[];
  /** All other parameters, names in lower case. */
  readonly parameters: ReadonlyMap<string, string>;
}

const TARGET = /[\s,]*<([^>]*)>/y;
const PARAMETER = /\s*;\s*(?:([^\s=;,"<>]+)\s*)?(?:=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]*)))?/y;

/** Reads as far as the text makes sense; linear in its length. */
export function readLinks(text: string): readonly WebLink[] {
  const links: WebLink[] = [];
  let at = 0;
  for (;;) {
    TARGET.lastIndex = at;
    const target = TARGET.exec(text)?.[1];
    if (target === undefined) return links;
    at = TARGET.lastIndex;
    const parameters = new Map<string, string>();
    for (;;) {
      PARAMETER.lastIndex = at;
      const match = PARAMETER.exec(text);
      if (!match) break;
      at = PARAMETER.lastIndex;
      const [, name = "", quoted, plain = ""] = match;
      const key = name.toLowerCase();
      // RFC 8288 section 3.3: of several `rel` the first counts.
      if (key !== "" && !parameters.has(key)) parameters.set(key, quoted?.replace(/\\(.)/g, "$1") ?? plain);
    }
    const relations = (parameters.get("rel") ?? "")
      .toLowerCase()
      .split(/\s+/)
      .filter((relation) => relation !== "");
    parameters.delete("rel");
    links.push({ target: target.trim(), relations, parameters });
  }
}
