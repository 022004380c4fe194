/** The Content-Security-Policy of what we show of foreign pages: the second wall behind the sanitiser. */

export interface PolicyOptions {
  /** Where assets come from, as a source of CSP: an origin, or `'self'`. */
  readonly assetSource: string;
  /** For our own script in the picker's frame, and in a hidden one that measures a tile; without it no script runs at all. */
  readonly nonce?: string | undefined;
  /** Links of the document open in windows of their own, outside of its sandbox. */
  readonly opensLinks?: boolean;
  /** Sites whose pages may have it in a frame, as sources of CSP; our own unless told. */
  readonly embeddedBy?: readonly string[];
}

/** What a sandbox allows where links open in windows of their own. */
export const OPENING_LINKS = "allow-popups allow-popups-to-escape-sandbox";

/** For the header of the response that carries the page. As a frame it has an opaque origin, whoever embeds it. */
export function contentPolicy(options: PolicyOptions): string {
  const allowed = [options.nonce ? " allow-scripts" : "", options.opensLinks ? ` ${OPENING_LINKS}` : ""];
  return `${documentPolicy(options)}; frame-ancestors ${(options.embeddedBy ?? ["'self'"]).join(" ")}; sandbox${allowed.join("")}`;
}

/** The part of it that a document can say about itself in a `meta` element. */
export function documentPolicy({ assetSource, nonce }: PolicyOptions): string {
  return [
    "default-src 'none'",
    nonce ? `script-src 'nonce-${nonce}'` : "script-src 'none'",
    `style-src 'unsafe-inline' ${assetSource}`,
    `img-src ${assetSource} data:`,
    `font-src ${assetSource} data:`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}
