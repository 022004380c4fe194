/** The number of a block over time: of every observation the one that stands for it. */
import type { NumberFound } from "@tessera/model";
import type { FollowReply, NumbersReply } from "../api/replies.ts";
import type { Point } from "./chart.ts";

/** The first with a unit or a currency, otherwise the first: what the conditions of the block look at. */
export function mainNumber(numbers: readonly NumberFound[]): NumberFound | null {
  return numbers.find(({ unit, currency }) => unit !== null || currency !== null) ?? numbers[0] ?? null;
}

/** It says one number above all, or a condition of its person looks at one. */
export function isAboutNumber({ number, conditions }: Pick<FollowReply, "number" | "conditions">): boolean {
  return number !== null || conditions.some(({ kind }) => kind.startsWith("number-"));
}

/** In the order of time; observations without a number are left out. */
export function pointsOf(replies: readonly NumbersReply[]): readonly Point[] {
  return replies.flatMap(({ at, numbers }) => {
    const main = mainNumber(numbers);
    return main ? [{ at, value: main.value }] : [];
  });
}

/** What the numbers are measured in, for the scale. */
export function unitOf(replies: readonly NumbersReply[]): string {
  const main = mainNumber(replies.at(-1)?.numbers ?? []);
  return main?.currency ?? main?.unit ?? "";
}
