/**
 * Parts that a person cut out of a block or ignores in it, followed from look to look like the block itself: what each is
 * like is learned again wherever it is surely found, so that one that changes a little every day is still known after a
 * month. As it was picked it is never forgotten, and looked for where what was learned since leads nowhere.
 */
import { type DomTree, describePart, type InnerPart, pathOf, traceParts } from "@tessera/engine";
import { BlockPath, type BlockPick, CutPart } from "@tessera/model";
import { z } from "zod";
import { partNodes } from "./read-content.ts";

export interface FollowedParts {
  readonly cuts: ReadonlySet<number>;
  readonly ignored: ReadonlySet<number>;
  /** To be stored with the block, beside what its history taught; undefined where nothing new was learned. */
  readonly learned: LearnedParts | undefined;
  /** Where the cuts are, where the pick alone leads elsewhere. */
  readonly cutPaths: readonly BlockPath[] | undefined;
}

/** As they were when each was last surely found, in the order of the pick. */
const LearnedParts = z.object({ cuts: z.array(CutPart).max(100), ignored: z.array(CutPart).max(100) });
type LearnedParts = z.infer<typeof LearnedParts>;

/** What is stored with a block besides its history. */
const Stored = z.object({ parts: LearnedParts });

/** `stored` is what came of an earlier look, whatever it is. Of several alike a part is that of each. */
export function followParts(
  tree: DomTree,
  nodes: readonly number[],
  { pick, stored }: { readonly pick: Pick<BlockPick, "cuts" | "ignored">; readonly stored: unknown },
): FollowedParts {
  const [block] = nodes;
  if (nodes.length !== 1 || block === undefined || pick.cuts.length + pick.ignored.length === 0) {
    const [cuts, ignored] = [partNodes(tree, nodes, pick.cuts), partNodes(tree, nodes, pick.ignored)];
    return { cuts, ignored, learned: undefined, cutPaths: undefined };
  }
  const known = learnedParts(stored, pick);
  const cuts = followEach(tree, block, { picked: pick.cuts, known: known.cuts });
  const ignored = followEach(tree, block, { picked: pick.ignored, known: known.ignored });
  const learned = { cuts: cuts.learned, ignored: ignored.learned };
  const isNew = JSON.stringify(learned) !== JSON.stringify(known);
  return {
    cuts: cuts.nodes,
    ignored: ignored.nodes,
    learned: isNew ? learned : undefined,
    cutPaths: areEqual(cuts.nodes, partNodes(tree, nodes, pick.cuts)) ? undefined : pathsOf(tree, cuts.nodes),
  };
}

/** With what was learned of the parts, in this look or before; undefined where nothing is to be stored. */
export function withParts(dynamics: unknown, stored: unknown, learned: LearnedParts | undefined): unknown {
  const parts = learned ?? Stored.safeParse(stored).data?.parts;
  if (parts === undefined) return dynamics;
  if (dynamics === undefined && learned === undefined) return undefined;
  return { ...((dynamics ?? stored) as object | null), parts };
}

/** What stays of a memory on the next design of a page: places change there, parts are what they are. */
export function partsAlone(stored: unknown): unknown {
  return Stored.safeParse(stored).data ?? null;
}

/** What stays where a person has chosen other parts: what was learned of those before is nothing about these. */
export function withoutParts(stored: unknown): unknown {
  if (typeof stored !== "object" || stored === null) return stored;
  const { parts: _, ...rest } = stored as { readonly parts?: unknown };
  return Object.keys(rest).length > 0 ? rest : null;
}

function learnedParts(stored: unknown, pick: Pick<BlockPick, "cuts" | "ignored">): LearnedParts {
  const parts = Stored.safeParse(stored).data?.parts;
  const fits = parts?.cuts.length === pick.cuts.length && parts.ignored.length === pick.ignored.length;
  return parts && fits ? parts : { cuts: [...pick.cuts], ignored: [...pick.ignored] };
}

interface Followed {
  readonly nodes: ReadonlySet<number>;
  readonly learned: CutPart[];
}

function followEach(
  tree: DomTree,
  block: number,
  { picked, known }: { readonly picked: readonly InnerPart[]; readonly known: readonly CutPart[] },
): Followed {
  const found = traceParts(tree, block, known);
  const nodes = new Set(found.flatMap((part) => part?.node ?? []));
  // what was learned leads nowhere: perhaps it is as it was picked
  const lost = picked.filter((_, at) => found[at] === null);
  for (const part of lost.length > 0 ? traceParts(tree, block, lost) : []) if (part) nodes.add(part.node);
  const learned = known.map((part, at) => {
    const now = found[at];
    if (!now?.isSure) return part;
    const described = CutPart.safeParse(describePart(tree, block, now.node));
    return described.data ?? part;
  });
  return { nodes, learned };
}

function areEqual(some: ReadonlySet<number>, others: ReadonlySet<number>): boolean {
  return some.size === others.size && [...some].every((node) => others.has(node));
}

function pathsOf(tree: DomTree, nodes: ReadonlySet<number>): readonly BlockPath[] {
  return [...nodes].flatMap((node) => BlockPath.safeParse(pathOf(tree, node)).data ?? []);
}
