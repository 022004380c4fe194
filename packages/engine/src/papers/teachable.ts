/**
 * Any tracer of the papers as a person's follow needs it: the person can tell it "this one", "not this one" and "it is
 * gone", and a wall in front of a page is no page without the block. What it finds besides is what the paper's finds.
 */
import { pageIndex } from "../feature/page-index.ts";
import { interstitialOf } from "../tracer/fused/blocked-reason.ts";
import type { LearnOptions, Memory, Ranking, Teacher, Tracer } from "../tracer/tracer.ts";
import { decide } from "../tracer/verdict.ts";
import { type DomTree, isText, textOf } from "../tree/dom-tree.ts";
import { hashString } from "../tree/hash.ts";
import { pathOf } from "../tree/path.ts";

export interface TaughtMemory<M extends Memory = Memory> extends Memory {
  /** What the tracer itself remembers. */
  readonly own: M;
  /** Elements that the person has said not to be the block. */
  readonly refused: readonly Refusal[];
  /** How many words the page had where the block was last seen: a wall has fewer. */
  readonly pageWords: number;
}

interface Refusal {
  readonly path: string;
  readonly text: number;
  readonly shape: number;
}

const VERSION = 1;
const MAX_REFUSALS = 40;
/** How many elements that it is sure of a person refuses at most by saying that the block is gone. */
const MAX_REFUSED_AT_ONCE = 3;

export function teachable<M extends Memory>(tracer: Tracer<M>): Tracer<TaughtMemory<M>> {
  const { name, about, calibration } = tracer;

  function learn(page: DomTree, node: number, options?: LearnOptions): TaughtMemory<M> {
    return { tracer: name, version: VERSION, own: tracer.learn(page, node, options), refused: [], ...pageFacts(page) };
  }

  function trace(memory: TaughtMemory<M>, page: DomTree): Ranking {
    const ranking = without(memory.refused, page, tracer.trace(memory.own, page));
    if (decide(ranking, calibration).kind === "found") return ranking;
    const wall = pageFacts(page).pageWords < memory.pageWords ? interstitialOf(page) : null;
    return wall ? { ...ranking, blocked: wall } : ranking;
  }

  function reject(memory: TaughtMemory<M>, page: DomTree, node: number): TaughtMemory<M> {
    return { ...memory, refused: [...memory.refused, refusalOf(page, node)].slice(-MAX_REFUSALS) };
  }

  return {
    name,
    about,
    calibration,
    learn,
    trace,
    reject,
    adapt(memory: TaughtMemory<M>, page: DomTree, node: number, teacher: Teacher): TaughtMemory<M> {
      const adapted = tracer.adapt(memory.own, page, node, teacher);
      if (teacher === "tracer") return { ...memory, own: adapted, ...pageFacts(page) };
      // a tracer that does not learn by itself begins with what the person points at
      const own = adapted === memory.own ? tracer.learn(page, node) : adapted;
      const refused = memory.refused.filter((refusal) => !agrees(refusal, page, node));
      return { ...memory, own, refused, ...pageFacts(page) };
    },
    miss(memory: TaughtMemory<M>, page: DomTree): TaughtMemory<M> {
      let wiser: TaughtMemory<M> = { ...memory, own: tracer.miss?.(memory.own, page) ?? memory.own };
      for (let refused = 0; refused < MAX_REFUSED_AT_ONCE; refused++) {
        const verdict = decide(trace(wiser, page), calibration);
        if (verdict.kind !== "found") break;
        wiser = reject(wiser, page, verdict.node);
      }
      return wiser;
    },
    revive(stored: unknown): TaughtMemory<M> | null {
      const memory = stored as Partial<TaughtMemory<M>> | null;
      if (typeof memory !== "object" || memory?.tracer !== name || memory.version !== VERSION) return null;
      const own = tracer.revive(memory.own);
      const { refused, pageWords } = memory;
      if (!own || !Array.isArray(refused) || !refused.every(isRefusal) || !Number.isInteger(pageWords)) return null;
      return { tracer: name, version: VERSION, own, refused, pageWords: pageWords as number };
    },
  };
}

function without(refused: readonly Refusal[], page: DomTree, ranking: Ranking): Ranking {
  const candidates = ranking.candidates.filter(({ node }) => !refused.some((refusal) => agrees(refusal, page, node)));
  if (candidates.length === ranking.candidates.length) return ranking;
  // what the tracer said of its best candidate does not hold for the next one
  const isSameBest = candidates[0] === ranking.candidates[0];
  return isSameBest ? { ...ranking, candidates } : { candidates };
}

function pageFacts(page: DomTree): { readonly pageWords: number } {
  return { pageWords: pageIndex(page).words.hash.length };
}

function refusalOf(page: DomTree, node: number): Refusal {
  return { path: pathOf(page, node), text: hashString(textOf(page, node)), shape: page.shapeHash[node] };
}

/** "Not this one" stays said as long as the element stays what it was: in its place, or with its words. */
function agrees(refusal: Refusal, page: DomTree, node: number): boolean {
  if (isText(page, node)) return false;
  const isSameShape = refusal.shape === page.shapeHash[node];
  const isSamePath = refusal.path === pathOf(page, node);
  if (!isSameShape && !isSamePath) return false;
  return (isSamePath && isSameShape) || refusal.text === hashString(textOf(page, node));
}

function isRefusal(stored: unknown): stored is Refusal {
  const { path, text, shape } = (stored ?? {}) as Partial<Refusal>;
  return typeof path === "string" && Number.isFinite(text) && Number.isFinite(shape);
}
