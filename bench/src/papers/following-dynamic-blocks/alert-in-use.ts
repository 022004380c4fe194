/**
 * The alert as people get it: told along the usual tracer, of blocks that it found for sure. That one is wrong far less
 * often than the adaptive model that the alert was measured on, so that what an alert means is another matter here.
 */
import { type DomTree, followStep, nodeAt, readBlock } from "@tessera/engine";
import { type BlockPatterns, blockPatterns, changeOfPatterns, isLargeBlockChange } from "@tessera/engine/shown";
import { BenchTracers } from "../../accuracy/bench-tracers.ts";
import { agreementWithLabel, SAME_CONTENT } from "../../accuracy/content.ts";
import { yearsOf } from "../../accuracy/noticed.ts";
import type { LabelledCase } from "../../data/cases.ts";
import { PageCache } from "../../data/page-cache.ts";
import { type Part, part } from "../experiment.ts";

/** What is shown of a later version: nothing that was found for sure, the block, or something else; and whether it was told. */
const SHOWN = { nothing: "-", block: "b", blockTold: "B", other: "o", otherTold: "O" } as const;

interface FollowedCase {
  readonly set: string;
  /** Null where its versions have no dates. */
  readonly years: number | null;
  /** One of `SHOWN` a later version. */
  readonly marks: string;
}

export interface AlertInUse {
  readonly blockYears: number;
  readonly versions: number;
  readonly alerts: number;
  /** Alerts with another content than the block's, or where the block is gone. */
  readonly other: number;
  /** Alerts of the block itself, at once after something else was shown. */
  readonly back: number;
  /** Runs of versions in which something else was shown, and those of them with an alert. */
  readonly wrongRuns: number;
  readonly wrongRunsTold: number;
}

/** By set, and all together. */
export type AlertInUseResult = Readonly<Record<string, AlertInUse>>;

export function alertInUsePart(name: string): Part {
  return part<readonly FollowedCase[], AlertInUseResult>({
    name,
    revision: 1,
    quickShare: 0.5,
    examine(history) {
      const pages = new PageCache();
      const tracers = new BenchTracers();
      return history.cases.map((labelled) => ({
        set: labelled.set,
        years: yearsOf(labelled),
        marks: marksOf(labelled, pages, tracers),
      }));
    },
    conclude(findings) {
      const cases = findings.flat();
      const sets = [...Map.groupBy(cases, ({ set }) => set)];
      const all = sets.length > 1 ? [["all", cases] as const] : [];
      return Object.fromEntries([...sets, ...all].map(([set, group]) => [set, alertInUse(group)]));
    },
  });
}

/** What is compared with the next look: the alert is told of news only. */
interface Last {
  readonly patterns: BlockPatterns;
  readonly said: string;
}

/** Follow mode: nobody answers. The tracer has weights that were learned without the site. */
function marksOf(labelled: LabelledCase, pages: PageCache, tracers: BenchTracers): string {
  const tracer = tracers.get("fused", labelled.site);
  const [first, ...later] = labelled.versions;
  const firstPage = pages.treeOf(labelled, first!);
  const block = nodeAt(firstPage, first!.path!)!;
  let memory = tracer.learn(firstPage, block, { intent: labelled.intent ?? "auto" });
  let last = lookAt(firstPage, block);
  let marks = "";
  for (const version of later) {
    const page = pages.treeOf(labelled, version);
    const { verdict, memory: learned } = followStep(tracer, memory, page);
    memory = learned;
    if (verdict.kind !== "found") {
      marks += SHOWN.nothing;
      continue;
    }
    const now = lookAt(page, verdict.node);
    const change = changeOfPatterns(last.patterns, now.patterns);
    const isTold = now.said !== last.said && change !== null && isLargeBlockChange(change);
    last = now;
    const isBlock = (agreementWithLabel(page, version, verdict.node) ?? 0) >= SAME_CONTENT;
    marks += isBlock ? (isTold ? SHOWN.blockTold : SHOWN.block) : isTold ? SHOWN.otherTold : SHOWN.other;
  }
  return marks;
}

function lookAt(page: DomTree, node: number): Last {
  const { text, items, pictures } = readBlock(page, [node], { without: new Set() });
  return { patterns: blockPatterns(page, node), said: JSON.stringify([text, items, pictures]) };
}

/** @internal */
export function alertInUse(cases: readonly Pick<FollowedCase, "years" | "marks">[]): AlertInUse {
  const count = (pattern: RegExp): number =>
    cases.reduce((sum, { marks }) => sum + (marks.match(pattern)?.length ?? 0), 0);
  return {
    blockYears: cases.reduce((sum, { years }) => sum + (years ?? 0), 0),
    versions: cases.reduce((sum, { marks }) => sum + marks.length, 0),
    alerts: count(/[BO]/g),
    other: count(/O/g),
    back: count(/(?<=[oO]-*)B/g),
    wrongRuns: count(/[oO]+/g),
    wrongRunsTold: count(/o*O[oO]*/g),
  };
}
