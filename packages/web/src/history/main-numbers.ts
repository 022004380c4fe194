/** The number of a block over time: of every observation the one that stands for it. */
import type { NumberFound } from "@tessera/model";
import type { FollowReply, NumbersReply } from "../api/replies.ts";
import type { Point, Stretch } from "./chart.ts";

/** The first with a unit or a currency, otherwise the first: what the conditions of the block look at. */
export function mainNumber(numbers: readonly NumberFound[]): NumberFound | null {
  return numbers.find(({ unit, currency }) => unit !== null || currency !== null) ?? numbers[0] ?? null;
}

/** It says one number above all, or a condition of its person looks at one. */
export function isAboutNumber({ number, conditions }: Pick<FollowReply, "number" | "conditions">): boolean {
  return number !== null || conditions.some(({ kind }) => kind.startsWith("number-"));
}

/** In the order of time; observations without a number, or of what may be another block, are left out. */
export function pointsOf(replies: readonly NumbersReply[]): readonly Point[] {
  return replies.filter(isKnown).flatMap(({ at, numbers }) => {
    const main = mainNumber(numbers);
    return main ? [{ at, value: main.value }] : [];
  });
}

/** When the number was not known: from the first look that did not find the block until the one that did again. */
export function unknownOf(replies: readonly NumbersReply[]): readonly Stretch[] {
  const stretches: Stretch[] = [];
  for (const [index, reply] of replies.entries()) {
    const before = replies[index - 1];
    const goesOn = before !== undefined && !isKnown(before) ? stretches.pop() : undefined;
    if (goesOn) stretches.push({ ...goesOn, until: isKnown(reply) ? reply.at : reply.lastAt });
    else if (!isKnown(reply)) stretches.push({ from: reply.at, until: reply.lastAt });
  }
  return stretches;
}

function isKnown({ verdict, numbers }: NumbersReply): boolean {
  return verdict === "found" && numbers.length > 0;
}

/** What the numbers are measured in, for the scale. */
export function unitOf(replies: readonly NumbersReply[]): string {
  const main = mainNumber(replies.findLast(isKnown)?.numbers ?? []);
  return main?.currency ?? main?.unit ?? "";
}
