import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  childrenOf,
  type DomTree,
  type Memory,
  type PageElement,
  parseNodes,
  type Tracer,
  tagOf,
  textOf,
} from "@tessera/engine";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type LabelledCase, type LabelledVersion, readCases } from "../data/cases.ts";
import { PageCache } from "../data/page-cache.ts";
import { seededRandom } from "../seeded-random.ts";
import { run } from "./command.ts";
import type { NoticedScore } from "./noticed.ts";
import { type Mode, type Prediction, predict } from "./predict.ts";
import { reportOf, type TracerReport } from "./report.ts";

// What a person notices once more, in the plainest way, from the predictions, the cases and the pages alone.

type Tally = Omit<NoticedScore, "perBlockYear"> & NonNullable<NoticedScore["perBlockYear"]>;

function figures(cases: readonly LabelledCase[], lines: readonly Prediction[]): Tally {
  const stories = cases.map((labelled) => labelled.versions.slice(1).map((version) => told(labelled, version, lines)));
  const all = stories.flat();
  const share = (letter: string) => all.filter((one) => one.letter === letter).length / all.length;
  const spelled = stories.map((story) => story.map((one) => one.letter).join("")).join(" ");
  const runs = (letter: string) => [...spelled.matchAll(new RegExp(`${letter}+`, "g"))].length;
  const cost = all.reduce((sum, one) => sum + one.cost, 0);
  const years = cases.reduce((sum, one) => sum + daysOf(one), 0) / 365.25;
  return {
    cases: cases.length,
    versions: all.length,
    contentVersions: all.filter((one) => one.isRight).length / all.length,
    contentBlocks: stories.filter((story) => !story.some((one) => !one.isRight)).length / cases.length,
    ...{ shown: share("s"), asked: share("a"), lost: share("l"), wrong: share("w") },
    costPerVersion: cost / all.length,
    blockYears: years,
    questions: (share("a") * all.length) / years,
    ...{ doubts: runs("a") / years, losses: runs("l") / years, wrongBlocks: runs("w") / years, cost: cost / years },
  };
}

/** The first letter of shown, asked, lost or wrong, and what it costs. */
function told(labelled: LabelledCase, version: LabelledVersion, lines: readonly Prediction[]) {
  const { verdict, path } = lines.find((one) => one.case === labelled.id && one.file === version.file)!;
  if (verdict === "unsure") return { letter: "a", cost: 1, isRight: holdsContent(labelled, version, path) };
  if (version.path === null) {
    return verdict === "gone" ? { letter: "s", cost: 0, isRight: true } : { letter: "w", cost: 20, isRight: false };
  }
  const isRight = holdsContent(labelled, version, path);
  if (verdict === "gone") return { letter: "l", cost: 2, isRight };
  return isRight
    ? { letter: "s", cost: isLabel(version, path) ? 0 : 0.2, isRight }
    : { letter: "w", cost: 20, isRight };
}

function isLabel(version: LabelledVersion, path: string | null): boolean {
  return path !== null && [version.path, ...(version.equiv ?? [])].includes(path);
}

function holdsContent(labelled: LabelledCase, version: LabelledVersion, path: string | null): boolean {
  return isLabel(version, path) || f1(labelled, version, path) >= 0.9;
}

/** Dates of the pages below are midnights. */
function daysOf({ versions }: LabelledCase): number {
  const [first, last] = [versions[0]!, versions.at(-1)!].map(({ date }) => Date.parse(date!.slice(0, 10)));
  return (last! - first!) / 86_400_000;
}

function f1(labelled: LabelledCase, version: LabelledVersion, path: string | null): number {
  if (path === null || version.path === null) return 0;
  const root = parseNodes(readFileSync(join(labelled.folder, version.file), "utf8"))!;
  const label = tokensOf(elementAt(root, version.path), labelled.mask);
  const left = tokensOf(elementAt(root, path), labelled.mask);
  const total = label.length + left.length;
  let common = 0;
  for (const token of label) {
    const at = left.indexOf(token);
    if (at < 0) continue;
    left.splice(at, 1);
    common++;
  }
  return (2 * common) / total;
}

function elementAt(root: PageElement, path: string): PageElement {
  let element = root;
  for (const step of path.split("/").slice(1)) {
    const [, tag, rank] = /^(.+)\[(\d+)\]$/.exec(step)!;
    element = elementsIn(element).filter((child) => child.tagName === tag)[Number(rank) - 1]!;
  }
  return element;
}

function elementsIn(element: PageElement): PageElement[] {
  return element.childNodes.filter((child): child is PageElement => "tagName" in child);
}

function tokensOf(element: PageElement, mask: readonly string[]): string[] {
  if (element.tagName === "script") return [];
  const source = element.attrs.find(({ name }) => name === "src" && !mask.includes(name))?.value;
  const image = element.tagName === "img" ? [`image ${source ?? "without"}`] : [];
  return [
    ...image,
    ...element.childNodes.flatMap((child) => ("value" in child ? wordsOf(child.value) : tokensOf(child, mask))),
  ];
}

function wordsOf(text: string): string[] {
  const signs = [...text.toLowerCase()].map((sign) => (/^[\p{L}\p{N}]$/u.test(sign) ? sign : " "));
  return signs
    .join("")
    .split(" ")
    .filter((word) => word !== "");
}

// Pages of our own: four sections that change their words, their order and their wrappers, and two rows of pictures.

const TOPICS = ["Politics", "Économie", "Sport", "天気"];
const VERSIONS = 8;
const REDESIGN = 5;

function pageOf(version: number): string {
  const pictures = (from: number) =>
    Array.from({ length: 10 }, (_, at) => `<img src="${version}-${from + at}.png" alt="picture ${at}">`).join("");
  // the second row shares nine pictures of ten with the first, or five
  const rows = [0, version % 2 === 0 ? 1 : 5].map((from) => `<figure>${pictures(from)}</figure>`);
  return `<body>${topicsOn(version)
    .map((topic) => wrapped(topic, version))
    .join("")}${rows.join("")}</body>`;
}

/** The redesign turns the order round; each topic is missing now and then. */
function topicsOn(version: number): string[] {
  const order = version < REDESIGN ? TOPICS : TOPICS.toReversed();
  return order.filter((topic) => version === 0 || version % TOPICS.length !== TOPICS.indexOf(topic));
}

/** A section in a wrapper that says one word more, every third time six; the redesign puts a pure wrapper between them. */
function wrapped(topic: string, version: number): string {
  const words = Array.from({ length: 5 }, (_, at) => `${topic}-${version % 4 === 0 ? "same" : version}/${at}`).join(
    ", ",
  );
  const section = `<section id="${topic}"><h2>${topic}</h2><p>${words}</p><script>hidden()</script><img src="${version}.png"></section>`;
  const more = version % 3 === 2 ? "read five more of these here" : "more";
  return `<div>${version < REDESIGN ? section : `<div>${section}</div>`}<small>${more}</small></div>`;
}

function labelOf(topic: string, version: number): { path: string | null; equiv: string[] } {
  const rank = topicsOn(version).indexOf(topic) + 1;
  const wrapper = `html[1]/body[1]/div[${rank}]`;
  if (rank === 0) return { path: null, equiv: [] };
  if (version < REDESIGN) return { path: `${wrapper}/section[1]`, equiv: [] };
  return { path: `${wrapper}/div[1]/section[1]`, equiv: [`${wrapper}/div[1]`] };
}

const folder = mkdtempSync(join(tmpdir(), "tessera-noticed-"));
afterAll(() => rmSync(folder, { recursive: true }));
let cases: LabelledCase[];

beforeAll(() => {
  const numbers = Array.from({ length: VERSIONS }, (_, version) => version);
  for (const version of numbers) writeFileSync(join(folder, `${version}.html`), pageOf(version));
  const caseOf = (name: string, kind: string, mask: string[], label: typeof labelOf) => ({
    ...{ id: name, set: "own", site: "own", kind, mask },
    versions: numbers.map((version) => ({
      file: `${version}.html`,
      // both ways to write a date, with leaps of more and less than a year
      date:
        kind === "section"
          ? `20${10 + version * 2}-0${version + 1}-11T00-00-00Z`
          : `2020-0${version + 1}-11T00:00:00.000Z`,
      ...label(name, version),
      ...(version === REDESIGN ? { redesign: true } : {}),
    })),
  });
  const figure = () => ({ path: "html[1]/body[1]/figure[1]", equiv: [] });
  const records = [
    ...TOPICS.map((topic, at) => caseOf(topic, "section", at % 2 === 0 ? ["id"] : [], labelOf)),
    caseOf("pictures", "figure", [], figure),
    // without their addresses all rows of pictures are alike
    caseOf("masked pictures", "figure", ["src"], figure),
  ];
  writeFileSync(join(folder, "cases.jsonl"), records.map((one) => `${JSON.stringify(one)}\n`).join(""));
  cases = readCases(folder);
});

interface MoodyMemory extends Memory {
  readonly name: string;
  /** On so many pages more it goes by the name. */
  readonly sure: number;
}

/** Knows a block by its first word, yet says anything at all whenever the mood takes it, until a person answers. */
function moodyTracer(seed: number): Tracer {
  const random = seededRandom(seed);
  const nameOf = (page: DomTree, node: number) => textOf(page, node).split("\n")[0]!;
  const tracer: Tracer<MoodyMemory> = {
    ...{ name: `moody ${seed}`, about: "", revive: () => null },
    calibration: { bias: 0, score: 0, margin: 0, foundFrom: 0.7, goneBelow: 0.3 },
    learn: (page, node) => ({
      tracer: "moody",
      version: 1,
      name: nameOf(page, node),
      sure: random() < 0.2 ? VERSIONS : 0,
    }),
    trace(memory, page) {
      const blocks = childrenOf(page, childrenOf(page, 0)[1]!).flatMap((node) => [node, ...childrenOf(page, node)]);
      const elements = blocks.filter((node) => ["div", "section", "figure"].includes(tagOf(page, node)));
      const named = elements.filter((node) => nameOf(page, node) === memory.name);
      const isClear = memory.sure > 0 || random() < 0.4;
      const among = isClear ? named : elements;
      if (among.length === 0) return { candidates: [] };
      const node = among[Math.floor(random() * among.length)]!;
      return { candidates: [{ node, score: 1 }], confidence: isClear ? 1 : random(), gone: random() };
    },
    adapt: (memory, _page, _node, teacher) => ({ ...memory, sure: teacher === "person" ? 3 : memory.sure - 1 }),
  };
  return tracer as unknown as Tracer;
}

function expectSame(report: TracerReport["noticed"], lines: readonly Prediction[]): void {
  const kinds = ["section", "figure"].map((kind) => cases.filter((one) => one.kind === kind));
  const redesigned = kinds.map((kind) => kind.map((one) => ({ ...one, versions: one.versions.slice(REDESIGN - 1) })));
  expectScore(report.overall, figures(cases, lines));
  expectScore(report.byKind.section!, figures(kinds[0]!, lines));
  expectScore(report.byKind.figure!, figures(kinds[1]!, lines));
  expectScore(report.afterRedesign.section!, { ...figures(redesigned[0]!, lines), blockYears: null });
  expectScore(report.afterRedesign.figure!, { ...figures(redesigned[1]!, lines), blockYears: null });
}

function expectScore(score: NoticedScore | null, again: Tally): void {
  const { questions, doubts, losses, wrongBlocks, cost, ...shares } = again;
  const yearly = { questions, doubts, losses, wrongBlocks, cost };
  const close = (record: object) =>
    Object.fromEntries(
      Object.entries(record).map(([name, value]) => [name, value === null ? null : expect.closeTo(value, 9)]),
    );
  expect(score).toEqual({ ...close(shares), perBlockYear: again.blockYears === null ? null : close(yearly) });
}

test("the figures of a moody tracer come out again, and answers leave it fewer questions", () => {
  const pages = new PageCache();
  const saidIn = (mode: Mode): Prediction[] =>
    Array.from({ length: 25 }, (_, seed) => {
      const lines = cases.flatMap((labelled) => predict(labelled, moodyTracer(seed), mode, pages));
      expectSame(reportOf("moody", cases, lines).noticed, lines);
      return lines;
    }).flat();
  const [alone, answered] = [saidIn("follow"), saidIn("answered")];
  const asked = (lines: Prediction[]) => lines.filter((one) => one.verdict === "unsure").length;
  expect(asked(answered)).toBeLessThan(asked(alone));
  const contents = ["the same", "similar", "another", "none"];
  const every = ["found", "unsure", "gone"].flatMap((verdict) => contents.map((content) => `${verdict}, ${content}`));
  expect([...new Set(alone.map(kindOf))].sort()).toEqual([...every, "found, nine of ten"].sort());
});

/** Which way of being right or wrong a line shows; its content fields are compared with the plain count on the way. */
function kindOf({ case: id, file, path, verdict, agreement, sameContent }: Prediction): string {
  const labelled = cases.find((one) => one.id === id)!;
  const version = labelled.versions.find((one) => one.file === file)!;
  if (version.path === null || path === null) {
    expect([agreement, sameContent]).toEqual([null, false]);
    return `${verdict}, none`;
  }
  const plain = isLabel(version, path) ? 1 : f1(labelled, version, path);
  expect(agreement).toBeCloseTo(plain, 4);
  expect(sameContent).toBe(plain >= 0.9);
  if (isLabel(version, path)) return `${verdict}, the same`;
  if (verdict === "found" && plain === 0.9) return "found, nine of ten";
  return `${verdict}, ${sameContent ? "similar" : "another"}`;
}

test.each<Mode>(["follow", "answered"])("what the command writes in %s mode comes out again", async (mode) => {
  const [json, file] = [join(folder, "out.json"), join(folder, "out.jsonl")];
  const log = vi.spyOn(console, "log").mockImplementation(() => {});
  const tracers = ["fixed-subtree", "content", "direct-path"];
  await run(["--data", folder, "--tracer", tracers.join(), "--mode", mode, "--json", json, "--predictions", file]);
  const printed = log.mock.calls.flat().join("\n");
  log.mockRestore();
  const lines = readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line): Prediction => JSON.parse(line));
  const reports: TracerReport[] = JSON.parse(readFileSync(json, "utf8")).tracers;
  expect(reports.map((report) => report.tracer)).toEqual(tracers);
  for (const { tracer, noticed } of reports) {
    expectSame(
      noticed,
      lines.filter((line) => line.tracer === tracer),
    );
    expect(printed).toContain(`${tracer}, what a person notices`);
    expect(printed).toContain(noticed.overall!.perBlockYear!.cost.toFixed(3));
  }
});

test("a line of the predictions has its fields in one order", () => {
  const [line] = predict(cases[0]!, moodyTracer(1), "follow", new PageCache());
  expect(Object.keys(line!)).toEqual([
    ...["case", "tracer", "file", "verdict", "path", "confidence", "candidates", "ms"],
    ...["agreement", "sameContent"],
  ]);
});
