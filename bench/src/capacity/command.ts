/** `bench capacity`: what so many pages need, by the model and by simulation, as a table for docs/measurements/scale.md. */
import { parseArgs } from "node:util";
import { UsageError } from "../usage-error.ts";
import { type Demand, needOf, PLANNING } from "./model.ts";
import { simulate } from "./simulate.ts";

/** Four times an hour; a tenth changed, one in fifty rendered: what a person's sheet of news and prices looks like. */
const USUAL: Omit<Demand, "pages"> = { checksAPageADay: 96, changed: 0.1, rendered: 0.02, largestHost: 0.0001 };
const SIMULATED_SECONDS = 600;
/** A simulation of more pages takes longer than it says anything new. */
const MAX_SIMULATED = 300_000;

/** `--pages 1000,100000,10000000`: a row for each; `--checks 96 --changed 0.1 --rendered 0.02` for other habits. */
export async function run(args: string[]): Promise<void> {
  const options = {
    pages: { type: "string", default: "1000,10000,100000,1000000,10000000" },
    checks: { type: "string", default: String(USUAL.checksAPageADay) },
    changed: { type: "string", default: String(USUAL.changed) },
    rendered: { type: "string", default: String(USUAL.rendered) },
  } as const;
  const { values } = parseArgs({ args, options });
  const habits = {
    ...USUAL,
    checksAPageADay: number(values.checks),
    changed: number(values.changed),
    rendered: number(values.rendered),
  };
  console.log(
    "| pages | checks/s | worker cores | database cores | memory | rows/s | network | stored a day | lag p95 |",
  );
  console.log("|--:|--:|--:|--:|--:|--:|--:|--:|--:|");
  for (const pages of values.pages.split(",").map(Number)) console.log(row({ ...habits, pages }));
}

function number(text: string): number {
  const value = Number(text);
  if (!(value >= 0)) throw new UsageError(`not a number from 0 on: ${text}`);
  return value;
}

function row(demand: Demand): string {
  const need = needOf(demand, PLANNING);
  const cores = Math.ceil(need.workerCores);
  const simulated =
    demand.pages <= MAX_SIMULATED
      ? simulate({ demand, costs: PLANNING, cores, seconds: SIMULATED_SECONDS, random: Math.random })
      : null;
  const cells = [
    demand.pages.toLocaleString("en"),
    need.checksASecond.toFixed(1),
    cores,
    need.databaseCores.toFixed(1),
    `${(need.memoryMebibytes / 1_024).toFixed(1)} GiB`,
    Math.ceil(need.rowsASecond),
    `${need.networkMegabitsASecond.toFixed(1)} Mbit/s`,
    `${need.storedGibibytesADay.toFixed(2)} GiB`,
    simulated ? `${simulated.lag95Seconds.toFixed(2)} s` : "",
  ];
  return `| ${cells.join(" | ")} |`;
}
