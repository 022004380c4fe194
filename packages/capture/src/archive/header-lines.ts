/** Header fields as mail, MHTML and archived HTTP messages write them (RFC 5322 section 2.2). */

/** Names in lower case; of a field that comes twice the first one counts. */
export type HeaderFields = ReadonlyMap<string, string>;

export interface HeadAndBody {
  readonly head: string;
  readonly body: Buffer;
}

const LONGEST_HEAD = 256 * 1024;

/** Splits at the first empty line, whichever line ends are used; null where there is none within a sensible head. */
export function splitHead(message: Buffer): HeadAndBody | null {
  const start = message.subarray(0, LONGEST_HEAD).toString("latin1");
  const end = /\r?\n\r?\n/.exec(start);
  return end && { head: start.slice(0, end.index), body: message.subarray(end.index + end[0].length) };
}

/** Lines that are no fields are passed over; a line that begins with a space goes on with the one before. */
export function readFields(head: string): HeaderFields {
  const fields = new Map<string, string>();
  for (const line of head.replace(/\r?\n[ \t]+/g, " ").split(/\r?\n/)) {
    const colon = line.indexOf(":");
    const name = line.slice(0, Math.max(colon, 0)).trim().toLowerCase();
    if (name !== "" && !fields.has(name)) fields.set(name, line.slice(colon + 1).trim());
  }
  return fields;
}

/** A parameter of a structured field: `boundary` of `multipart/related; boundary="x"`. */
export function parameterOf(field: string, name: string): string | undefined {
  for (const [, key, quoted, plain] of field.matchAll(
    /;\s*([\w!#$&+.^`|~-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;]*))/g,
  )) {
    if (key?.toLowerCase() === name) return quoted === undefined ? plain : quoted.replace(/\\(.)/g, "$1");
  }
  return undefined;
}
