/** What a paper's experiment is: named parts that examine page histories one by one, and a page that presents them. */
import type { History } from "../data/history.ts";
import type { PageCache } from "../data/page-cache.ts";

/**
 * One measurement over many page histories. `examine` runs in a worker thread for one history at a time and returns
 * plain JSON, which is cached; `conclude` runs once at the end over all of them, in the order of the data.
 */
export interface Part<Finding = unknown, Result = unknown> {
  readonly name: string;
  /** Raised whenever `examine` would now find something else: earlier cached findings are then not used. */
  readonly revision: number;
  /** The histories it looks at; all of them where absent. */
  select?(history: History): boolean;
  /** It looks at the layout boxes of rendered pages: what it found is used again only while they are the same. */
  readonly seesBoxes?: boolean;
  /** Null where this history has nothing to say. */
  examine(history: History, pages: PageCache): Finding | null | Promise<Finding | null>;
  conclude(findings: readonly Finding[]): Result;
  /** True for measurements of time and memory, which run one at a time. */
  readonly alone?: boolean;
  /** Share of the sample that a quick run looks at, for parts that are slow; 1 where absent. */
  readonly quickShare?: number;
}

/** What goes into the paper's page: `{{table name}}`, `{{plot name}}` and `{{number name}}` in its template become these. */
export interface Presentation {
  readonly tables: Readonly<Record<string, string>>;
  /** SVG text by name. */
  readonly plots: Readonly<Record<string, string>>;
  /** What the text says of the tables, so that it cannot say something else. */
  readonly numbers?: Readonly<Record<string, string>>;
}

/** Results of the parts by name. */
export type Results = Readonly<Record<string, unknown>>;

export interface Experiment {
  /** Key of the paper, as in `docs/papers/<key>.md`. */
  readonly key: string;
  readonly title: string;
  readonly parts: readonly Part[];
  /** Some parts look at where things stand on the rendered pages: `bench papers` renders those that are not yet. */
  readonly needsLayout?: boolean;
  /** `published` is the content of `bench/papers/<key>/published.json`. */
  present(results: Results, published: unknown): Presentation;
}

/** Gives a part its types inside and forgets them outside, because the frame carries only JSON between its steps. */
export function part<Finding, Result>(definition: Part<Finding, Result>): Part {
  return definition as unknown as Part;
}
