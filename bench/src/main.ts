/** `npm run -s bench -- <command>`: every measurement of the project, one command each. */
import { UsageError } from "./usage-error.ts";

const COMMANDS: Readonly<Record<string, () => Promise<{ run(args: string[]): Promise<void> }>>> = {
  accuracy: () => import("./accuracy/command.ts"),
  boxes: () => import("./boxes/command.ts"),
  browser: () => import("./browser/command.ts"),
  calibrate: () => import("./calibrate/command.ts"),
  capacity: () => import("./capacity/command.ts"),
  capture: () => import("./capture/command.ts"),
  checks: () => import("./checks/command.ts"),
  fidelity: () => import("./fidelity/command.ts"),
  fleet: () => import("./fleet/command.ts"),
  generate: () => import("./evolving-site/command.ts"),
  history: () => import("./history/command.ts"),
  hostile: () => import("./hostile/command.ts"),
  idle: () => import("./idle/command.ts"),
  layout: () => import("./layout/command.ts"),
  load: () => import("./load/command.ts"),
  obvious: () => import("./obvious/command.ts"),
  "operating-points": () => import("./operating-points/command.ts"),
  papers: () => import("./papers/command.ts"),
  parse: () => import("./parse/command.ts"),
  reliability: () => import("./reliability/command.ts"),
  render: () => import("./render/command.ts"),
  search: () => import("./search/command.ts"),
  snapshot: () => import("./snapshot/command.ts"),
  ted: () => import("./ted/command.ts"),
  "trace-speed": () => import("./trace-speed/command.ts"),
  traces: () => import("./traces/command.ts"),
  train: () => import("./train/command.ts"),
  feedback: () => import("./feedback/command.ts"),
  web: () => import("./web/command.ts"),
};

const [name = "", ...args] = process.argv.slice(2);
const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
try {
  if (!load) throw new UsageError(`no such command: ${name || "(none)"}; one of ${Object.keys(COMMANDS).join(", ")}`);
  await (await load()).run(args);
} catch (error) {
  if (!isMisuse(error)) throw error;
  console.error(`bench: ${error.message}`);
  process.exitCode = 2;
}

/** An option that is not known counts too. */
function isMisuse(error: unknown): error is Error {
  const isOption = error instanceof TypeError && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS");
  return isOption || error instanceof UsageError;
}
