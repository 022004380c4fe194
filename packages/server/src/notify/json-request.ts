/** A request with JSON, as nearly every service takes it. */

export interface HttpRequest {
  readonly url: URL;
  readonly method: "POST" | "PUT";
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

interface JsonParts {
  readonly method?: HttpRequest["method"];
  readonly headers?: HttpRequest["headers"];
}

export function jsonRequest(url: URL, body: unknown, { method = "POST", headers = {} }: JsonParts = {}): HttpRequest {
  return { url, method, headers: { "content-type": "application/json", ...headers }, body: jsonText(body) };
}

/** Pages contain halves of characters, and cutting text makes some: many services refuse JSON that does. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => (typeof part === "string" ? sendable(part) : part));
}

/**
 * Without halves of characters, without control characters, and without those that turn the direction of all that comes
 * after them: what a page says stays where it is quoted.
 */
export function sendable(text: string): string {
  return text.toWellFormed().replace(UNSENDABLE, "");
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to remove
const UNSENDABLE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e]/g;
