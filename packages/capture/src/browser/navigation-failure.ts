/** Why a page did not open in the browser, as a typed failure: what the door knows, and else what the browser says. */
import type { CaptureFailureCode } from "@tessera/model";
import type { BrowserProxy } from "@tessera/network";
import { CaptureFailure } from "@tessera/network/failure";

/** Chromium's net_error_list.h: families by their beginning, exact names before them. */
const NET_ERRORS: readonly (readonly [start: string, code: CaptureFailureCode])[] = [
  ["ERR_TOO_MANY_REDIRECTS", "too-many-redirects"],
  ["ERR_NAME_", "dns"],
  ["ERR_CONNECTION_REFUSED", "refused"],
  ["ERR_CONNECTION_TIMED_OUT", "timeout"],
  ["ERR_TIMED_OUT", "timeout"],
  ["ERR_CONNECTION_", "reset"],
  ["ERR_EMPTY_RESPONSE", "reset"],
  ["ERR_CERT_", "tls"],
  ["ERR_SSL_", "tls"],
  ["ERR_BAD_SSL_", "tls"],
  // Neither a page nor an error: a redirect to a scheme that is not the web's.
  ["ERR_ABORTED", "bad-url"],
  ["ERR_UNSAFE_PORT", "forbidden-address"],
  ["ERR_UNSAFE_REDIRECT", "bad-url"],
  ["ERR_DISALLOWED_URL_SCHEME", "bad-url"],
  ["ERR_UNKNOWN_URL_SCHEME", "bad-url"],
  ["ERR_INVALID_URL", "bad-url"],
  ["ERR_INVALID_REDIRECT", "bad-url"],
  ["ERR_FILE_NOT_FOUND", "bad-url"],
  ["ERR_CONTENT_DECODING_FAILED", "decompression"],
  ["ERR_RESPONSE_HEADERS_TOO_BIG", "protocol"],
];

export interface FailedNavigation {
  /** Where the browser was going when it stopped: the URL asked for, or a redirect's. */
  readonly url: URL;
  /** The browser's name for the error, such as `net::ERR_TIMED_OUT`. */
  readonly netError: string | null;
  readonly cause: unknown;
}

export function navigationFailure(
  browserProxy: BrowserProxy,
  { url, netError, cause }: FailedNavigation,
): CaptureFailure {
  const refusal = browserProxy.refusals.findLast(({ destination }) => destination === url.host);
  if (refusal) return refusal.failure;
  if (browserProxy.isOverBudget) {
    return new CaptureFailure("too-large", { message: `${url.host} sends more than a capture may have`, cause });
  }
  const name = netError?.replace(/^net::/, "") ?? "";
  if (name === "" && isTimeout(cause)) {
    return new CaptureFailure("timeout", { message: `${url.host} took too long in the browser`, cause });
  }
  const code = NET_ERRORS.find(([start]) => name.startsWith(start))?.[1] ?? "protocol";
  return new CaptureFailure(code, {
    message: `${url.host} did not open in the browser: ${name || "no reason"}`,
    cause,
  });
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === "TimeoutError";
}
