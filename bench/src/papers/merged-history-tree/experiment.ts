/** [merged-history-tree]: figures 4 to 7 and section 5.3 on labelled pages of today. */
import type { History } from "../../data/history.ts";
import { type Experiment, part } from "../experiment.ts";
import { ageOf } from "./age.ts";
import { dynamicOf } from "./dynamic.ts";
import { byMergedTree, byRoadRunner, LEAST_LENGTH, lengthsWith } from "./lengths.ts";
import { present } from "./present.ts";
import type {
  AgeFinding,
  DynamicFinding,
  LengthFinding,
  PageSimilarity,
  StrategyFinding,
  StrategyTimes,
} from "./result.ts";
import { similarityOf } from "./similarity.ts";
import { strategiesOf, strategyTimesOf } from "./strategies.ts";

/** The paper's pages have fifty versions; shorter histories than this say little about histories. */
const MIN_VERSIONS = 12;

const isLong = (history: History): boolean => history.files.length >= MIN_VERSIONS;

/** The paper's pages are homepages; policy pages change otherwise, and are looked at where nothing else is compared. */
const isLongHomepage = (history: History): boolean => isLong(history) && history.cases[0]!.kind === "homepage";

const similarity = part<PageSimilarity, readonly PageSimilarity[]>({
  name: "similarity",
  revision: 2,
  select: isLongHomepage,
  examine: similarityOf,
  conclude: (findings) => findings,
});

const lengths = part<LengthFinding, readonly LengthFinding[]>({
  name: "lengths",
  revision: 2,
  quickShare: 0.5,
  select: isLongHomepage,
  examine: lengthsWith(byMergedTree),
  conclude: (findings) => findings,
});

const roadRunner = part<LengthFinding, readonly LengthFinding[]>({
  name: "road-runner",
  revision: 2,
  quickShare: 0.5,
  select: isLongHomepage,
  examine: lengthsWith(byRoadRunner, LEAST_LENGTH),
  conclude: (findings) => findings,
});

const age = part<AgeFinding, readonly AgeFinding[]>({
  name: "age",
  revision: 1,
  select: isLong,
  examine: ageOf,
  conclude: (findings) => findings,
});

const strategies = part<StrategyFinding, readonly StrategyFinding[]>({
  name: "strategies",
  revision: 2,
  quickShare: 0.5,
  select: isLong,
  examine: strategiesOf,
  conclude: (findings) => findings,
});

const strategyTimes = part<StrategyTimes, readonly StrategyTimes[]>({
  name: "strategy-times",
  revision: 1,
  quickShare: 0.5,
  alone: true,
  select: isLong,
  examine: strategyTimesOf,
  conclude: (findings) => findings,
});

const dynamic = part<DynamicFinding, readonly DynamicFinding[]>({
  name: "dynamic",
  revision: 2,
  select: isLongHomepage,
  examine: dynamicOf,
  conclude: (findings) => findings,
});

export const experiment: Experiment = {
  key: "merged-history-tree",
  title: "Detecting and monitoring dynamic content blocks of a web page by merging its historical versions",
  parts: [similarity, lengths, roadRunner, age, strategies, strategyTimes, dynamic],
  present,
};
