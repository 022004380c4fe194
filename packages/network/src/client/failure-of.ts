/** What the HTTP client, the TLS layer and the clock throw, as typed failures. */
import type { CaptureFailureCode } from "@tessera/model";
import { CaptureFailure } from "../guard/capture-failure.ts";

/** Error codes of undici, Node and OpenSSL that name their kind exactly. */
const KINDS: Readonly<Record<string, CaptureFailureCode>> = {
  UND_ERR_CONNECT_TIMEOUT: "timeout",
  UND_ERR_HEADERS_TIMEOUT: "timeout",
  UND_ERR_BODY_TIMEOUT: "timeout",
  ETIMEDOUT: "timeout",
  UND_ERR_HEADERS_OVERFLOW: "protocol",
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: "protocol",
  UND_ERR_INVALID_ARG: "bad-url",
  UND_ERR_SOCKET: "reset",
  ECONNRESET: "reset",
  EPIPE: "reset",
  UND_ERR_DESTROYED: "reset",
  UND_ERR_CLOSED: "reset",
  ECONNREFUSED: "refused",
  EHOSTUNREACH: "refused",
  ENETUNREACH: "refused",
  EADDRNOTAVAIL: "refused",
  EPROTO: "tls",
  ENOTFOUND: "dns",
};

const MESSAGES: Partial<Record<CaptureFailureCode, string>> = {
  timeout: "took too long",
  protocol: "did not speak HTTP properly",
  reset: "closed the connection in the middle",
  refused: "refused the connection",
  tls: "has no valid certificate or TLS",
  "bad-url": "cannot be asked for",
  dns: "could not be resolved",
};

/** Types any error of a request to `url`; what is typed already passes through. */
export function failureOf(error: unknown, url: URL): CaptureFailure {
  const typed = typedCause(error);
  if (typed) return typed;
  const code = kindOf(error);
  return new CaptureFailure(code, { message: `${url.host} ${MESSAGES[code] ?? "failed"}`, cause: error });
}

/**
 * The connection went before an answer came. It may have been an old one that the server closed at that moment, or one
 * that an earlier request has ruined: worth one more try on a new one.
 */
export function isConnectionLost(error: unknown): boolean {
  if (typedCause(error)) return false;
  const code = codeOf(error);
  return KINDS[code] === "reset" || code.startsWith("ERR_HTTP2_");
}

/** undici wraps what a connector throws; the guard's own failure is somewhere down the causes. */
function typedCause(error: unknown): CaptureFailure | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof CaptureFailure) return cause;
  }
  return null;
}

function kindOf(error: unknown): CaptureFailureCode {
  const name = error instanceof Error ? error.name : "";
  if (name === "TimeoutError" || name === "AbortError") return "timeout";
  const code = codeOf(error);
  if (code.startsWith("HPE_") || code.startsWith("ERR_HTTP2_") || code.startsWith("ERR_HTTP_")) return "protocol";
  if (code.startsWith("ERR_SSL_") || code.startsWith("ERR_TLS_") || isCertificateCode(code)) return "tls";
  return KINDS[code] ?? "protocol";
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}

/** OpenSSL's verification results have no prefix of their own; Node hands them on as they are. */
function isCertificateCode(code: string): boolean {
  return /(^|_)(CERT|CERTIFICATE|CRL|CHAIN|SIGNATURE|ISSUER)(_|$)/.test(code) || code === "HOSTNAME_MISMATCH";
}
