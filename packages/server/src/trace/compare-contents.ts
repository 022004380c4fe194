/** Two contents of a block beside each other, for whoever asks about the past. Runs in a worker thread. */
import { type Change, type Content, StoredContent } from "@tessera/model";
import type { Body } from "@tessera/store";
import { compareContents as differenceOf } from "../changes/compare.ts";
import { compareWithBefore, contentOf } from "./compare-with-before.ts";
import type { TracedContent } from "./page-job.ts";

/** As they are stored; null where there was none. */
export interface ContentPair {
  readonly before: string | null;
  readonly after: string | null;
}

export interface PastJob {
  readonly seen: TracedContent;
  /** The content of the version before it. */
  readonly before: Body | null;
}

const NOTHING: Content = { text: "", html: "", items: null, pictures: [] };

export function compareContents({ before, after }: ContentPair): Change {
  return differenceOf(stored(before), stored(after));
}

/** What was seen, as if the version before had been seen before it. */
export function comparePast({ seen, before }: PastJob): TracedContent {
  const { body, ...read } = seen;
  const { steady, ...content } = contentOf(body);
  return compareWithBefore({ ...read, content, steady: steady ?? content }, before).seen;
}

function stored(text: string | null): Content {
  return text === null ? NOTHING : StoredContent.parse(JSON.parse(text));
}
