/** A remembered fingerprint laid over a page: what the signals compare the candidates with. */
import { Overlap } from "../../feature/overlap.ts";
import type { PageIndex } from "../../feature/page-index.ts";
import { NO_LIMIT } from "../../feature/sample.ts";
import type { TokenList } from "../../feature/token-list.ts";
import type { Fingerprint } from "./fingerprint.ts";
import { tokensOfMark } from "./traits.ts";

export interface Reference {
  readonly print: Fingerprint;
  readonly steps: readonly string[];
  readonly words: Overlap;
  readonly runs: Overlap;
  readonly patterns: Overlap;
  readonly links: Overlap;
  readonly linkDirs: Overlap;
  readonly images: Overlap;
  readonly namesInside: Overlap;
  readonly classes: Overlap;
  /** The block's own class tokens, and those and the ids of its remembered ancestors. */
  readonly ownClasses: Overlap;
  readonly ancestorClasses: Overlap;
  readonly ancestorTokens: ReadonlySet<number>;
  /** What stood around the block, and so not in it. */
  readonly around: Overlap;
  readonly firstWords: ReadonlySet<number>;
  readonly lastWords: ReadonlySet<number>;
  readonly before: ReadonlySet<number>;
  readonly after: ReadonlySet<number>;
}

/** Linear in the size of the page. */
export function referTo(print: Fingerprint, index: PageIndex): Reference {
  const ancestorTokens = new Set(print.ancestors.flatMap(tokensOfMark));
  return {
    print,
    steps: print.path.split("/"),
    words: new Overlap(print.words, index.words),
    runs: new Overlap(print.runs, index.runs),
    patterns: new Overlap(print.patterns, index.patterns),
    links: new Overlap(print.links, index.links),
    linkDirs: new Overlap(print.linkDirs, index.linkDirs),
    images: new Overlap(print.images, index.images),
    namesInside: new Overlap(print.namesInside, index.names),
    classes: new Overlap(print.classes, index.classes),
    ownClasses: overlapOfAll(print.self.classes, index.classes),
    ancestorClasses: overlapOfAll([...ancestorTokens], index.classes),
    ancestorTokens,
    around: overlapOfAll([...print.before, ...print.after], index.runs),
    firstWords: new Set(print.firstWords),
    lastWords: new Set(print.lastWords),
    before: new Set(print.before),
    after: new Set(print.after),
  };
}

function overlapOfAll(hashes: readonly number[], tokens: TokenList): Overlap {
  return new Overlap({ hashes: [...new Set(hashes)], limit: NO_LIMIT }, tokens);
}
