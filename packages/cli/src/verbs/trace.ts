/** `tessera trace`: where is the block of the old page on each newer one? */
import {
  type Candidate,
  DEFAULT_TRACER,
  type DomTree,
  followStep,
  nodeAt,
  pathOf,
  type Tracer,
  textOf,
  type Verdict,
} from "@tessera/engine";
import { ALL_TRACERS, anyTracerNamed } from "@tessera/engine/papers";
import { readArguments } from "../command/arguments.ts";
import { CliError, EXIT, type Terminal, type Verb } from "../command/verb.ts";
import { readPage } from "./pages.ts";

const USAGE = "tessera trace OLD.html --block PATH NEW.html [NEWER.html …] [--tracer NAME] [--json] [--explain]";

const options = {
  block: { type: "string" },
  tracer: { type: "string", default: DEFAULT_TRACER },
  json: { type: "boolean", default: false },
  explain: { type: "boolean", default: false },
} as const;

export const trace: Verb = {
  about: "find a block of an old page again on newer ones",
  help: `${USAGE}

Learns the block at PATH of the first page and follows it through the others in order, with one verdict per page:
  found    with its confidence and the margin to the runner-up
  unsure   with the candidates to choose from
  gone     the block is not on that page
  blocked  a captcha, consent or login screen instead of the page

  --block PATH   the block, as html[1]/body[1]/div[3]; \`tessera pages OLD.html\` lists the paths
  --tracer NAME  ${ALL_TRACERS.map((tracer) => tracer.name).join(", ")} (default ${DEFAULT_TRACER})
  --explain      the signals that set the best candidate apart from the runner-up. Of \`fused\`: origin. is against what was
                 pointed at, latest. against the last sighting, gap. how far behind the best rival, own. the element itself
  --json         one JSON line per page

Exit codes: 0 found on every page, 4 not found for sure on at least one, 2 wrong call, 3 a file or path cannot be used.`,
  options,

  async run(args, terminal) {
    const { values, positionals } = readArguments(args, options, USAGE);
    const [old, ...newer] = positionals;
    if (!old || newer.length === 0 || !values.block) throw new CliError(EXIT.usage, `Usage: ${USAGE}`);
    const tracer = anyTracerNamed(values.tracer);
    if (!tracer)
      throw new CliError(
        EXIT.usage,
        `no such tracer: ${values.tracer}; one of ${ALL_TRACERS.map((one) => one.name).join(", ")}`,
      );
    return follow(
      tracer,
      { old, newer, block: values.block },
      values.json ? jsonReport(terminal) : textReport(terminal, values.explain),
    );
  },
};

type Report = (file: string, page: DomTree, verdict: Verdict) => void;

async function follow(
  tracer: Tracer,
  pages: { old: string; newer: string[]; block: string },
  report: Report,
): Promise<number> {
  const first = await readPage(pages.old);
  const block = nodeAt(first, pages.block);
  if (block === null)
    throw new CliError(
      EXIT.input,
      `${pages.old}: nothing at ${pages.block}; \`tessera pages ${pages.old}\` lists the paths`,
    );
  let memory = tracer.learn(first, block);
  let isFoundEverywhere = true;
  for (const file of pages.newer) {
    const page = await readPage(file);
    const step = followStep(tracer, memory, page);
    memory = step.memory;
    isFoundEverywhere &&= step.verdict.kind === "found";
    report(file, page, step.verdict);
  }
  return isFoundEverywhere ? EXIT.ok : EXIT.no;
}

function jsonReport(terminal: Terminal): Report {
  return (file, page, { candidates, ...verdict }) => {
    const { kind, ...rest } = verdict;
    const described = candidates.map(({ node, score, signals }) => ({
      path: pathOf(page, node),
      score,
      ...(signals ? { signals } : {}),
    }));
    terminal.out(
      JSON.stringify({ file, verdict: kind, path: described[0]?.path ?? null, ...rest, candidates: described }),
    );
  };
}

function textReport(terminal: Terminal, isExplained: boolean): Report {
  return (file, page, verdict) => {
    const [best, second] = verdict.candidates;
    terminal.out(`${file}: ${verdict.kind}${figuresOf(verdict)}`);
    if (best) terminal.out(`  ${verdict.kind === "found" ? "block    " : "candidate"} ${described(page, best)}`);
    if (second) terminal.out(`  runner-up ${described(page, second)}`);
    if (isExplained && best) for (const line of explained(best, second)) terminal.out(line);
  };
}

function figuresOf(verdict: Verdict): string {
  if (verdict.kind === "blocked") return `, ${verdict.reason} instead of the page`;
  const confidence = `, confidence ${verdict.confidence.toFixed(2)}`;
  return verdict.kind === "found" ? `${confidence}, margin ${verdict.margin.toFixed(2)}` : confidence;
}

function described(page: DomTree, { node, score }: Candidate): string {
  const words = textOf(page, node).replace(/\s+/g, " ").trim();
  const excerpt = words.length > 60 ? `${words.slice(0, 59)}…` : words;
  return `${pathOf(page, node)} (${score.toFixed(2)}) "${excerpt}"`;
}

/** The signals in which the two differ, most first: the others decided nothing. */
function explained(best: Candidate, second: Candidate | undefined): string[] {
  if (!best.signals) return ["  this tracer names no signals"];
  const others = second?.signals ?? {};
  const all = Object.entries(best.signals).map(([name, value]) => ({ name, value, other: others[name] }));
  const rows = all.filter(({ value, other }) => value.toFixed(2) !== other?.toFixed(2));
  rows.sort((a, b) => Math.abs(b.value - (b.other ?? 0)) - Math.abs(a.value - (a.other ?? 0)));
  const width = Math.max(...rows.map(({ name }) => name.length));
  const cell = (value: number | undefined): string => (value === undefined ? "-" : value.toFixed(2)).padStart(10);
  const line = ({ name, value, other }: (typeof rows)[number]): string =>
    `    ${name.padEnd(width)}${cell(value)}${cell(other)}`;
  return [
    `    ${"signal".padEnd(width)}${"best".padStart(10)}${"runner-up".padStart(10)}`,
    ...rows.map(line),
    `    both say the same in ${all.length - rows.length} more signals`,
  ];
}
