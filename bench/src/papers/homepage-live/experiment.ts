/** [homepage-live]: Tables 1, 4, 5 and 6 and figures 9 and 10 on labelled pages of today. */

import { type Experiment, type Part, part } from "../experiment.ts";
import { unitName } from "../findings-file.ts";
import { costOf, type Distance } from "./cost.ts";
import { evolutionOf } from "./evolution.ts";
import { present } from "./present.ts";
import type { Cost, Evolution, MappedCase, TracedCase } from "./result.ts";
import { mapHistory, traceHistory } from "./tracing.ts";

/** One page in so many is timed. */
const COST_SHARE = 4;

const evolution = part<Evolution, readonly Evolution[]>({
  name: "evolution",
  revision: 1,
  examine: evolutionOf,
  conclude: (findings) => findings,
});

const tracing = part<readonly TracedCase[], readonly TracedCase[]>({
  name: "tracing",
  revision: 5,
  examine: traceHistory,
  conclude: (findings) => findings.flat(),
});

const mapping = part<readonly MappedCase[], readonly MappedCase[]>({
  name: "mapping",
  revision: 2,
  // the paper's pages are homepages, and these have the longest histories
  select: (history) => history.cases[0]!.kind === "homepage",
  examine: mapHistory,
  conclude: (findings) => findings.flat(),
});

const costPart = (name: string, distance: Distance): Part =>
  part<Cost, readonly Cost[]>({
    name,
    revision: 6,
    alone: true,
    // a fixed choice that does not depend on what else there is
    select: (history) => unitName(history.name).charCodeAt(0) % COST_SHARE === 0,
    examine: (history, pages) => costOf(history, pages, distance),
    conclude: (findings) => findings,
  });

export const experiment: Experiment = {
  key: "homepage-live",
  title: "Homepage Live: automatic block tracing for web personalization",
  parts: [evolution, tracing, mapping, costPart("cost-step", "step"), costPart("cost", "whole")],
  present,
};
