/** Somebody has as much of something as the owner of the instance lets one person have: nothing was written. */
import type { CountedCap } from "./instance-records.ts";

export class CapReached extends Error {
  override readonly name = "CapReached";
  readonly cap: CountedCap;
  readonly limit: number;

  constructor(cap: CountedCap, limit: number) {
    super(
      `One person may have ${limit} ${THINGS[cap]} here. The owner can change that in the settings of the instance.`,
    );
    this.cap = cap;
    this.limit = limit;
  }
}

const THINGS: Readonly<Record<CountedCap, string>> = {
  follows: "follows",
  wishes: "imports that wait",
  sheets: "sheets",
  tiles: "tiles on a sheet",
  channels: "channels",
  tokens: "tokens",
};
