/** Blocks that the page offers by itself, as rectangles with an add button (papers/3, section 9). */
import type { FollowedBlock, Grain, OfferedBlock, ProposedBlock } from "@tessera/model/api";
import type { Mark } from "@tessera/page";
import type { ShownFragments } from "@tessera/page/pick-state";

type Fragment = Pick<OfferedBlock, "path" | "node" | "title" | "excerpt"> &
  Partial<Pick<ProposedBlock, "alike" | "box">>;

export interface Offered {
  /** In the order of the page. */
  readonly fragments: readonly Fragment[];
  /** Most often changing first. */
  readonly changing: readonly OfferedBlock[];
  /** How many looks at the page this was learned from. */
  readonly looks: number;
  /** How large the fragments are. */
  readonly grain: Grain;
  /** Captures that agree on the fragments; null where too few do, and they are those of this one. */
  readonly trainedOn: number | null;
  /** What of the page is followed already, however it came to be. */
  readonly followed: readonly FollowedBlock[];
}

/** From few and large to many and small; the middle one meets most of what people pick (docs/papers/page-fragmentation.md). */
export const GRAINS: readonly Grain[] = ["coarse", "normal", "fine"];

export interface MarkLabels {
  /** Words of the button, before and after it was pressed. */
  readonly add: string;
  readonly remove: string;
  readonly changes: (percent: number) => string;
  /** The one that is pointed at in the list. */
  readonly at: number | null;
  /** Those that are to be joined. */
  readonly selected: ReadonlySet<number>;
}

export const NOTHING_OFFERED: Offered = {
  fragments: [],
  changing: [],
  looks: 0,
  grain: "normal",
  trainedOn: null,
  followed: [],
};

/** The follow of an element; with several, the latest. */
export function followedAt({ followed }: Offered, node: number): FollowedBlock | null {
  return followed.findLast((block) => block.node === node) ?? null;
}

/** Everything that is offered by a number, for whoever can say whether it is seen. */
export function blocksOf({
  fragments,
  changing,
}: Offered): readonly { readonly node: number; readonly isMany: boolean }[] {
  const all: readonly Fragment[] = [...fragments, ...changing];
  return all.filter(isNumbered).map((block) => ({ node: block.node, isMany: !isOne(block) }));
}

export function fragmentMarks(offered: Offered, shown: ShownFragments, labels: MarkLabels): readonly Mark[] {
  const marks = offeredMarks(offered, shown, labels);
  if (shown === "none") return marks;
  const marked = new Set(marks.map(({ node }) => node));
  // what was followed by other means looks chosen as well, whether it is offered or not
  const others = offered.followed.filter(({ node }) => !marked.has(node));
  return [
    ...marks.map((mark): Mark => withChoice(mark, offered, labels)),
    ...others.map(({ node, title }): Mark => withChoice({ node, look: "followed", label: title }, offered, labels)),
  ];
}

/** One that is followed can be removed where the others can be added. */
function withChoice(mark: Mark, offered: Offered, { remove, at, selected }: MarkLabels): Mark {
  const follow = followedAt(offered, mark.node);
  const look = mark.node === at ? "hover" : selected.has(mark.node) ? "selected" : follow ? "followed" : mark.look;
  if (!follow) return { ...mark, look, isPressed: false };
  return { ...mark, look, button: remove, isPressed: true, label: `✓ ${mark.label ?? follow.title}` };
}

function offeredMarks(offered: Offered, shown: ShownFragments, { add, changes }: MarkLabels): readonly Mark[] {
  switch (shown) {
    case "none":
      return [];
    case "all":
      return offered.fragments
        .filter(isNumbered)
        .filter(isOne)
        .map(({ node, title }) => ({ node, look: "fragment", button: add, ...(title ? { label: title } : {}) }));
    case "changing":
      return offered.changing.filter(isNumbered).map(({ node, changeShare }, index) => ({
        node,
        look: "changing",
        button: add,
        label: `${index + 1} · ${changes(percentOf(changeShare))}`,
      }));
  }
}

export interface OfferedLine {
  readonly node: number;
  readonly name: string;
  /** In percent; null where nothing is known of it. */
  readonly changes: number | null;
  /** Above 1 it stands for so many alike. */
  readonly alike: number;
  /** Where it is in the picture of the page; null where nobody knows. */
  readonly box: ProposedBlock["box"];
  /** The picture that changes in it; null where none does. */
  readonly face: string | null;
  /** The follow that it is already. */
  readonly follow: FollowedBlock | null;
}

/** The same blocks as a list: in the order of the page, or most often changing first. */
export function offeredLines(offered: Offered, shown: ShownFragments): readonly OfferedLine[] {
  const known = new Map(offered.changing.map((block) => [block.path, block]));
  const blocks = shown === "none" ? [] : shown === "all" ? offered.fragments : offered.changing;
  return blocks.filter(isNumbered).map((block: Fragment & { readonly node: number }) => {
    const { node, path, title, excerpt, alike = 1, box = null } = block;
    const { changeShare = null, picture: face = null } = (alike === 1 && known.get(path)) || {};
    const changes = changeShare === null ? null : percentOf(changeShare);
    const follow = alike === 1 ? followedAt(offered, node) : null;
    return { node, name: title || firstLine(excerpt), changes, alike, box, face, follow };
  });
}

/** What stands for several has no border of its own: each of them has. */
function isOne({ alike = 1 }: Fragment): boolean {
  return alike === 1;
}

function firstLine(text: string): string {
  return text.split("\n").find((line) => line.trim() !== "") ?? "";
}

/** The heading of an offered block; empty where it has none. */
export function titleOffered({ fragments, changing }: Offered, node: number): string {
  return [...fragments, ...changing].find((block) => block.node === node && block.title)?.title ?? "";
}

function percentOf(share: number | null): number {
  return Math.round((share ?? 0) * 100);
}

function isNumbered<Block extends { readonly node?: number | undefined }>(
  block: Block,
): block is Block & { readonly node: number } {
  return block.node !== undefined;
}
