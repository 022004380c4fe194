/** The request that a service wants: data, made by pure functions, sent in one place through the one way out. */

export interface HttpRequest {
  readonly url: URL;
  readonly method: "POST" | "PUT";
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface JsonRequest {
  readonly method?: HttpRequest["method"];
  readonly headers?: HttpRequest["headers"];
}

export function jsonRequest(url: URL, body: unknown, { method = "POST", headers = {} }: JsonRequest = {}): HttpRequest {
  return { url, method, headers: { "content-type": "application/json", ...headers }, body: jsonText(body) };
}

/** Pages contain halves of characters, and cutting text makes some: many services refuse JSON that does. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => (typeof part === "string" ? part.toWellFormed() : part));
}

/** A URL below another one, whose own path and query are kept; segments are escaped. */
export function below(base: string, ...segments: readonly string[]): URL {
  const url = new URL(base);
  let path = url.pathname;
  while (path.endsWith("/")) path = path.slice(0, -1);
  // a colon needs no escape within a path, and some services do not undo it
  url.pathname = [path, ...segments.map((segment) => encodeURIComponent(segment).replaceAll("%3A", ":"))].join("/");
  return url;
}
