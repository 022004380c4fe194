/** The browser that the extension runs in: one interface for Chromium and Firefox, as each of them has it. */

/** Firefox names it `browser`; both answer with promises. */
export const extension: typeof chrome = (globalThis as { readonly browser?: typeof chrome }).browser ?? chrome;

/** Firefox runs the background in a document, Chromium in a worker that needs one beside it. */
export const hasDocument: boolean = typeof DOMParser !== "undefined";

/** What is asked for and granted by site. */
export function originsOf(url: string): string[] {
  const { protocol, hostname } = new URL(url);
  // patterns know no ports
  return [`${protocol}//${hostname}/*`];
}

export function mayVisit(url: string): Promise<boolean> {
  return extension.permissions.contains({ origins: originsOf(url) });
}

/** Only where a person has just pressed something; Firefox throws at once otherwise. */
export async function askToVisit(url: string): Promise<boolean> {
  return extension.permissions.request({ origins: originsOf(url) });
}
