/** Where a language is spoken: "English" alone does not say how a date is written, the browser's settings do. */

/** The wanted locale as the browser's languages have it: `en` becomes `en-GB` for whoever reads that. */
export function inRegion(wanted: string, preferred: readonly string[]): string {
  if (wanted.includes("-")) return wanted;
  return preferred.find((tag) => tag.toLowerCase().startsWith(`${wanted.toLowerCase()}-`)) ?? wanted;
}
