/** Why a request was not granted: the code to decide by, the same for the server that says it and whoever asked. */

export const API_ERROR_CODES = [
  "invalid",
  "login-needed",
  "wrong-login",
  "scope-missing",
  "owner-only",
  "cross-site",
  "unknown-host",
  "not-found",
  "conflict",
  "changed-meanwhile",
  "too-large",
  "unsupported",
  "too-many",
  "cap-reached",
  "capture-failed",
  "import-refused",
  "gadget-refused",
  "busy",
  "store-full",
  "store-unwritable",
  "internal",
] as const;
export type ApiErrorCode = (typeof API_ERROR_CODES)[number];
