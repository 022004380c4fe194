/** The order in which a Chromium is looked for: the first one that starts is taken. */

/** One place that a Chromium may come from. */
export interface BrowserSource {
  /** Completes the sentence "using a Chromium …". */
  readonly name: string;
  /** Executables to try, best first; fetches them where that is what the source is about. Rejects with the reason. */
  find(): Promise<readonly string[]>;
}

export type FindResult =
  | { readonly kind: "found"; readonly path: string; readonly source: string; readonly tried: readonly string[] }
  | { readonly kind: "none"; readonly tried: readonly string[] };

/** Asks the sources in turn. `tried` has a line for each that had nothing, and why. */
export async function findBrowser(
  sources: readonly BrowserSource[],
  starts: (path: string) => Promise<boolean>,
): Promise<FindResult> {
  const tried: string[] = [];
  for (const source of sources) {
    try {
      const paths = await source.find();
      for (const path of paths) {
        if (await starts(path)) return { kind: "found", path, source: source.name, tried };
        tried.push(`${source.name}: ${path} does not start`);
      }
      if (paths.length === 0) tried.push(`${source.name}: none`);
    } catch (reason) {
      tried.push(`${source.name}: ${reason instanceof Error ? reason.message : String(reason)}`);
    }
  }
  return { kind: "none", tried };
}
