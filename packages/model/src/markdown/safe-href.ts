/** Where a link that somebody else wrote may lead. */
const OPENABLE = new Set(["http:", "https:", "mailto:"]);

/** The address, or null where it could do anything but open a page. */
export function safeHref(href: string | null): string | null {
  if (href === null || !URL.canParse(href)) return null;
  const url = new URL(href);
  return OPENABLE.has(url.protocol) ? url.href : null;
}
