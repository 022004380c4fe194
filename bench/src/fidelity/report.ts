/** What the bench says: a line for each block, what counts of it, and the same as a file for the measurements. */
import { writeFileSync } from "node:fs";
import type { Likeness } from "./compare.ts";
import type { Way } from "./product.ts";
import type { TitleFault } from "./titles.ts";

export interface BlockResult {
  readonly family: string;
  readonly technique: string;
  readonly way: Exclude<Way, "auto"> | "text" | "none";
  readonly chosen: "automatic" | "forced";
  readonly fetcher: "http" | "browser" | "none";
  readonly title: string;
  /** Why it does not name the block; null where nothing speaks against it, undefined where nobody looked. */
  readonly titleFault?: TitleFault | null;
  readonly verdict: string;
  /** Null where there is no tile or no picture of the page; `note` says why. */
  readonly likeness: Pick<Likeness, "ssim" | "changed" | "inkInTile"> | null;
  /** `hidden` is nothing to compare: nobody sees the block on its page either, such as a closed menu. */
  readonly state: "shown" | "blank" | "said-blank" | "missing" | "failed" | "hidden";
  readonly note: string;
}

export interface Bars {
  readonly blocks: number;
  readonly hidden: number;
  /** Share with more than `ALIKE` structural similarity; at least `ALIKE_BAR` are wanted. */
  readonly alike: number;
  readonly notBlank: number;
  /** Alike in light and dark, which is all that SSIM sees, but not in colour. */
  readonly otherColours: number;
  /** Nothing to see, and nothing said of it. */
  readonly blankUnderFound: number;
}

const ALIKE = 0.95;
const ALIKE_BAR = 0.95;
const NOT_BLANK_BAR = 1;
const COLOURS = 0.05;

function barsOf(all: readonly BlockResult[]): Bars {
  const results = all.filter(({ state }) => state !== "hidden");
  const share = (count: number) => count / Math.max(1, results.length);
  return {
    blocks: results.length,
    hidden: all.length - results.length,
    alike: share(results.filter(({ likeness }) => (likeness?.ssim ?? 0) > ALIKE).length),
    notBlank: share(results.filter(({ state }) => state === "shown").length),
    otherColours: results.filter(({ likeness }) => likeness && likeness.ssim > ALIKE && likeness.changed > COLOURS)
      .length,
    blankUnderFound: results.filter(({ state, verdict }) => state === "blank" && verdict === "found").length,
  };
}

/** Titles have a bar of their own, which says how much is left to do. Where nothing is to be seen, nothing is missed. */
export function meetsBars(results: readonly BlockResult[]): boolean {
  const { blocks, alike, notBlank, blankUnderFound } = barsOf(results);
  return blocks === 0 || (alike >= ALIKE_BAR && notBlank >= NOT_BLANK_BAR && blankUnderFound === 0);
}

const TITLES_BAR = 0.9;

/** Of the blocks that can be seen on their page; what no rule tells has to be judged by eye. */
function titleLines(results: readonly BlockResult[]): readonly string[] {
  const judged = results.filter(({ state, titleFault }) => state !== "hidden" && titleFault !== undefined);
  if (judged.length === 0) return [];
  const faulty = judged.filter(({ titleFault }) => titleFault !== null);
  const share = 1 - faulty.length / judged.length;
  return [
    `titles that no rule speaks against: ${judged.length - faulty.length} of ${judged.length} (bar ${percent(TITLES_BAR)}, ${share >= TITLES_BAR ? "met" : "missed"})`,
    ...faulty.map(({ technique, title, titleFault }) => `  ${technique}: ${JSON.stringify(title)} is ${titleFault}`),
  ];
}

export const COLUMNS = "technique | way | chosen | fetched by | SSIM | other pixels | state | note";

export function lineOf({ technique, way, chosen, fetcher, likeness, state, note }: BlockResult): string {
  const figures = likeness ? [likeness.ssim.toFixed(3), percent(likeness.changed)] : ["-", "-"];
  return [technique, way, chosen, fetcher, ...figures, state, note].join(" | ").trimEnd();
}

export function summaryOf(results: readonly BlockResult[]): readonly string[] {
  const { blocks, hidden, alike, notBlank, otherColours, blankUnderFound } = barsOf(results);
  const verdict = (isMet: boolean) => (isMet ? "met" : "missed");
  return [
    `${blocks} blocks${hidden === 0 ? "" : `, and ${hidden} that nobody sees on their page`}`,
    `over ${ALIKE} SSIM: ${percent(alike)} (bar ${percent(ALIKE_BAR)}, ${verdict(alike >= ALIKE_BAR)})`,
    `not blank: ${percent(notBlank)} (bar ${percent(NOT_BLANK_BAR)}, ${verdict(notBlank >= NOT_BLANK_BAR)})`,
    `of the alike with other colours in more than ${percent(COLOURS)} of their pixels: ${otherColours}`,
    `blank under a found verdict: ${blankUnderFound} (bar 0, ${verdict(blankUnderFound === 0)})`,
    ...titleLines(results),
  ];
}

/** The same as a table of Markdown, family by family, with what failed first. */
export function writeFigures(file: string, results: readonly BlockResult[]): void {
  const head = COLUMNS.split(" | ");
  const lines = [
    ...summaryOf(results).map((line) => `- ${line}`),
    "",
    `| ${head.join(" | ")} |`,
    `|${"---|".repeat(head.length)}`,
  ];
  const sorted = results.toSorted((a, b) => (a.likeness?.ssim ?? 0) - (b.likeness?.ssim ?? 0));
  writeFileSync(file, [...lines, ...sorted.map((result) => `| ${lineOf(result)} |`), ""].join("\n"));
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
