/** The figures of the suite as tables and for machines. */
import { type Judgement, type Score, score } from "../accuracy/score.ts";
import { markdownTable } from "../papers/table.ts";
import type { JudgedAnswer, JudgedByTracer } from "./run-stories.ts";

/** Below this share of right best candidates a situation is marked. */
const MIN_BEST_RIGHT = 0.9;

/** Shares of versions after the first. */
export interface Figures {
  readonly versions: number;
  /** The best candidate is right, whatever the verdict; where the block is gone, the verdict says so. */
  readonly bestRight: number;
  readonly right: number;
  readonly asked: number;
  readonly wrong: number;
  readonly lost: number;
}

export interface SituationReport {
  readonly situation: string;
  readonly tracers: Readonly<Record<string, Figures>>;
  /** Where the first tracer is not good enough. */
  readonly marks: readonly string[];
}

export interface Report {
  /** How many best candidates of the first tracer are wrong, by how they differ from the block. */
  readonly mistakes: Readonly<Record<string, number>>;
  readonly overall: Readonly<Record<string, Figures>>;
  readonly situations: readonly SituationReport[];
}

/** `judged` has what the tracers made of each situation; the first of `tracers` is compared with the others. */
export function reportOf(judged: ReadonlyMap<string, JudgedByTracer>, tracers: readonly string[]): Report {
  const figures = (of: (tracer: string) => readonly Judgement[]) =>
    Object.fromEntries(tracers.map((tracer) => [tracer, figuresOf(of(tracer))]));
  const situations = [...judged].map(([situation, byTracer]) => {
    const found = figures((tracer) => byTracer[tracer]!);
    return { situation, tracers: found, marks: marksOf(found, tracers) };
  });
  const answersOf = (tracer: string) => [...judged.values()].flatMap((one) => one[tracer]!);
  return { overall: figures(answersOf), situations, mistakes: mistakesOf(answersOf(tracers[0]!)) };
}

function mistakesOf(answers: readonly JudgedAnswer[]): Record<string, number> {
  const byClass = Map.groupBy(answers, ({ mistake }) => mistake);
  byClass.delete(null);
  return Object.fromEntries([...byClass].map(([name, group]) => [name, group.length]));
}

function figuresOf(judgements: readonly Judgement[]): Figures {
  const { versions, forcedVersions, right, asked, wrong, lost } = score(judgements) as Score;
  return { versions, bestRight: forcedVersions, right, asked, wrong, lost };
}

function marksOf(figures: Readonly<Record<string, Figures>>, [first, ...others]: readonly string[]): string[] {
  const own = figures[first!]!.bestRight;
  const better = bestOf(figures, others);
  return [
    ...(own < MIN_BEST_RIGHT ? [`below ${MIN_BEST_RIGHT * 100}`] : []),
    ...(better !== null && own < figures[better]!.bestRight ? [`below ${better}`] : []),
  ];
}

/** The tracer with the most right best candidates; null where there is none. */
function bestOf(figures: Readonly<Record<string, Figures>>, names: readonly string[]): string | null {
  return names.toSorted((a, b) => figures[b]!.bestRight - figures[a]!.bestRight)[0] ?? null;
}

const percent = (share: number): string => (share * 100).toFixed(1);
const shares = (one: Figures): number[] => [one.bestRight, one.right, one.asked, one.wrong, one.lost];
const SHARES = ["best right", "right", "asked", "wrong", "lost"].map((title) => ({ title, format: percent }));

/** A row a situation: the first tracer in full, and the best of the others. */
export function situationTable({ overall, situations }: Report, tracers: readonly string[]): string {
  const [first, ...others] = tracers;
  const row = (name: string, figures: Readonly<Record<string, Figures>>, marks: readonly string[]) => {
    const best = bestOf(figures, others);
    const { versions } = figures[first!]!;
    const other = best === null ? null : `${percent(figures[best]!.bestRight)} ${best}`;
    return [name, versions, ...shares(figures[first!]!), other, marks.join(", ")];
  };
  const columns = [
    { title: "situation" },
    { title: "versions" },
    ...SHARES,
    { title: "best other" },
    { title: "mark" },
  ];
  return markdownTable(columns, [
    ...situations.map(({ situation, tracers: figures, marks }) => row(situation, figures, marks)),
    row("**all**", overall, marksOf(overall, tracers)),
  ]);
}

/** A row a tracer, over all situations. */
export function tracerTable({ overall, situations }: Report): string {
  const columns = [{ title: "tracer" }, ...SHARES, { title: "worst situation" }];
  const rows = Object.entries(overall).map(([tracer, figures]) => {
    const worst = situations.toSorted((a, b) => a.tracers[tracer]!.bestRight - b.tracers[tracer]!.bestRight)[0]!;
    return [tracer, ...shares(figures), `${percent(worst.tracers[tracer]!.bestRight)} ${worst.situation}`];
  });
  return markdownTable(columns, rows);
}

/** Right best candidates of every tracer in every situation. */
export function matrixTable({ situations }: Report, tracers: readonly string[]): string {
  const columns = [{ title: "best right" }, ...tracers.map((title) => ({ title, format: percent }))];
  const rows = situations.map(({ situation, tracers: figures }) => [
    situation,
    ...tracers.map((tracer) => figures[tracer]!.bestRight),
  ]);
  return markdownTable(columns, rows);
}
