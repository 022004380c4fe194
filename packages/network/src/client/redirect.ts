/** What a redirect answer means for the next request (Fetch standard, "HTTP-redirect fetch"). */
import { isUtf8 } from "node:buffer";
import { CaptureFailure } from "../guard/capture-failure.ts";

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Headers that belong to the origin they were meant for, and to a body that is not sent again. */
const BOUND_TO_ORIGIN = ["authorization", "cookie", "proxy-authorization"];
const BOUND_TO_BODY = ["content-type", "content-length", "content-encoding", "content-language", "content-location"];

export interface Request {
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer | null;
}

export interface RedirectAnswer {
  readonly status: number;
  readonly location: string | undefined;
}

/** The request that follows, or null when the answer is not a redirect. */
export function nextRequest(request: Request, { status, location }: RedirectAnswer): Request | null {
  if (!REDIRECTS.has(status) || location === undefined) return null;
  const target = textOf(location);
  if (!URL.canParse(target, request.url.href)) {
    throw new CaptureFailure("protocol", {
      message: `${request.url.host} redirects to something that is no URL`,
      status,
    });
  }
  const url = new URL(target, request.url);
  if (url.hash === "") url.hash = request.url.hash;
  const becomesGet = (status === 303 && request.method !== "HEAD") || (status <= 302 && request.method === "POST");
  const dropped = new Set([
    ...(url.origin === request.url.origin ? [] : BOUND_TO_ORIGIN),
    ...(becomesGet ? BOUND_TO_BODY : []),
  ]);
  return {
    url,
    method: becomesGet ? "GET" : request.method,
    headers: Object.fromEntries(Object.entries(request.headers).filter(([name]) => !dropped.has(name.toLowerCase()))),
    body: becomesGet ? null : request.body,
  };
}

/** Header values come byte by byte; servers that write other than ASCII into a URL write UTF-8. */
function textOf(header: string): string {
  const bytes = Buffer.from(header, "latin1");
  return isUtf8(bytes) ? bytes.toString("utf8") : header;
}
