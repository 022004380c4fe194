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
  "sheet-shared",
  "busy",
  "store-full",
  "store-unwritable",
  "internal",
] as const;
export type ApiErrorCode = (typeof API_ERROR_CODES)[number];

/** More exactly, where a person is helped by it: the web app has a sentence for each, `error.<code>.<reason>`. */
export const API_ERROR_REASONS = {
  invalid: ["twice-in-tile"],
  "wrong-login": ["current-password"],
  "owner-only": ["robots"],
  "not-found": ["link-used", "code-used", "no-block", "moved-unsure", "page-closed"],
  conflict: ["name-taken", "own-role", "own-account", "offered"],
  "changed-meanwhile": ["moved-not", "taught-since"],
  unsupported: ["picture", "no-browser", "no-secrets-key", "in-frame"],
  "too-many": ["secrets"],
  "cap-reached": ["gadgets", "shares"],
  "sheet-shared": ["owner", "edit", "private-tile"],
  busy: ["recordings"],
} as const satisfies Partial<Record<ApiErrorCode, readonly string[]>>;
export type ApiErrorReason = (typeof API_ERROR_REASONS)[keyof typeof API_ERROR_REASONS][number];
