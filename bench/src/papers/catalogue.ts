/** The papers' experiments: one folder a paper, each with an `experiment.ts` that exports `experiment`. */
export const EXPERIMENTS: Readonly<Record<string, URL>> = {
  "homepage-live": new URL("./homepage-live/experiment.ts", import.meta.url),
  "dom-structure-similarity": new URL("./dom-structure-similarity/experiment.ts", import.meta.url),
  "following-dynamic-blocks": new URL("./following-dynamic-blocks/experiment.ts", import.meta.url),
  "merged-history-tree": new URL("./merged-history-tree/experiment.ts", import.meta.url),
  "page-fragmentation": new URL("./page-fragmentation/experiment.ts", import.meta.url),
};
