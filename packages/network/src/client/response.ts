/** A complete answer of a foreign server: read within its budget, decompressed, nothing left open. */

/** Names in lower case; a header that was sent several times has an array. */
export type ResponseHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

export interface Hop {
  readonly url: string;
  readonly status: number;
}

export interface Timing {
  /** When the first request was sent, milliseconds since the epoch. */
  readonly startedAtMs: number;
  /** Until the head of the final answer was there, redirects included. */
  readonly headMs: number;
  /** Until the whole body was read and decompressed. */
  readonly totalMs: number;
}

export interface FetchedResponse {
  readonly status: number;
  /** Where the answer really came from, after all redirects. */
  readonly url: URL;
  /** The redirects on the way, in order, without the final answer. */
  readonly hops: readonly Hop[];
  readonly headers: ResponseHeaders;
  readonly body: Buffer;
  /** Bytes of heads and bodies as they came over the wire, all redirects together. */
  readonly bytesOnWire: number;
  readonly timing: Timing;
}

/** The head of an answer, and its body piece by piece: decompressed, within its budget. */
export interface StreamedResponse {
  readonly status: number;
  readonly url: URL;
  readonly headers: ResponseHeaders;
  readonly body: AsyncIterable<Buffer>;
}

/** The first value of a header. */
export function headerOf(headers: ResponseHeaders, name: string): string | undefined {
  const value = headers[name.toLowerCase()];
  return typeof value === "string" ? value : value?.[0];
}

/** What a head costs on the wire, written as HTTP/1.1 would. */
export function headBytes(headers: ResponseHeaders): number {
  let bytes = "HTTP/1.1 200 OK\r\n\r\n".length;
  for (const [name, value] of Object.entries(headers)) {
    for (const one of typeof value === "string" ? [value] : (value ?? [])) bytes += name.length + one.length + 4;
  }
  return bytes;
}
