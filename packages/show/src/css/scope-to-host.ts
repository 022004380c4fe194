/** The styles of a shadow tree, for a page in which its nodes are ordinary children of their host. */

/**
 * They apply below the host, and not to what was put into its slots from outside. `:host` is the host. Rules of the
 * page outside reach in, which a shadow root would keep out; that is the price of one flat page.
 */
export function scopeToHost(css: string, host: string): string {
  const inner = css.replace(/:host(?:-context)?\(([^()]*)\)/g, ":scope:is($1)").replace(/:host\b/g, ":scope");
  return css === ""
    ? ""
    : `@scope (${host}) to (slot > *) {${inner.replace(/::slotted\(([^()]*)\)/g, "slot > :is($1)")}}`;
}
