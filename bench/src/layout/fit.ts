/** A line over likenesses beside given scores, by the probability that it gives to the right candidates (conditional logit). */
import type { LayoutChoice } from "./choices.ts";

const ROUNDS = 400;
const RATE = 0.5;
/** Keeps what hardly ever occurs, such as a hidden copy, from becoming a certainty. */
const RIDGE = 0.002;

export function fitWorth(choices: readonly LayoutChoice[]): number[] {
  const worth = new Array<number>(choices[0]!.likenesses[0]!.length).fill(0);
  for (let round = 0; round < ROUNDS; round++) {
    const slope = worth.map((value) => -2 * RIDGE * value);
    for (const choice of choices) addSlope(choice, worth, slope, choices.length);
    for (let at = 0; at < worth.length; at++) worth[at]! += RATE * slope[at]!;
  }
  return worth.map((value) => Math.round(value * 100) / 100);
}

function addSlope(choice: LayoutChoice, worth: readonly number[], slope: number[], count: number): void {
  const { shares, right } = sharesOf(choice, worth);
  for (let row = 0; row < shares.length; row++) {
    const pull = ((choice.isRight[row] ? shares[row]! / right : 0) - shares[row]!) / count;
    const likenesses = choice.likenesses[row]!;
    for (let at = 0; at < slope.length; at++) slope[at]! += pull * likenesses[at]!;
  }
}

/** How one vote is spread over the candidates, and what the right ones have of it. */
function sharesOf({ scores, likenesses, isRight }: LayoutChoice, worth: readonly number[]) {
  const sums = scores.map((score, row) => worth.reduce((sum, value, at) => sum + value * likenesses[row]![at]!, score));
  const highest = Math.max(...sums);
  const powers = sums.map((sum) => Math.exp(sum - highest));
  const total = powers.reduce((sum, power) => sum + power, 0);
  const shares = powers.map((power) => power / total);
  return { shares, right: shares.reduce((sum, share, row) => sum + (isRight[row] ? share : 0), 0) };
}

/** Share of choices whose best candidate is right, and the mean surprise at the right ones. */
export function scoreOf(choices: readonly LayoutChoice[], worth: readonly number[]): { best: number; loss: number } {
  let [best, loss] = [0, 0];
  for (const choice of choices) {
    const { shares, right } = sharesOf(choice, worth);
    if (choice.isRight[shares.indexOf(Math.max(...shares))]) best++;
    loss -= Math.log(Math.max(right, 1e-9));
  }
  return { best: best / choices.length, loss: loss / choices.length };
}
