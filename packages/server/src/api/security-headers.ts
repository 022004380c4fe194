/** What every answer says about how browsers may treat it. */

/** For data: nothing of it is ever run, shown in a frame or guessed to be something else. */
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

export const BASE_HEADERS: Readonly<Record<string, string>> = {
  "content-security-policy": DATA_POLICY,
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
  "cache-control": "no-store",
};

/** The web app: its own scripts and styles, frames of ours for tiles, and nothing from elsewhere. */
export const APP_POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  // positions and colours of tiles are set on elements
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "frame-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join("; ");

/** Foreign markup: an origin of its own that is nobody's, no scripts, no forms, pictures and fonts through us only. */
export const FOREIGN_POLICY = [
  "sandbox",
  "default-src 'none'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "style-src 'self' 'unsafe-inline'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join("; ");

export const HSTS = "max-age=31536000";
