/** [dom-structure-similarity]: Table 1 over page histories, and how well Q tells updates from labelled redesigns. */
import { type Experiment, part } from "../experiment.ts";
import { present } from "./present.ts";
import type { PageSequence, SimilarityResult } from "./result.ts";
import { rocOf, tableByLayers } from "./separate.ts";
import { sequenceOf } from "./sequence.ts";

const similarity = part<PageSequence, SimilarityResult>({
  name: "similarity",
  revision: 1,
  examine: sequenceOf,
  conclude(findings) {
    const steps = findings.flatMap((finding) => finding.steps);
    return {
      byLayers: tableByLayers(findings),
      steps: {
        all: steps.length,
        redesigns: steps.filter((step) => step.isRedesign).length,
        pages: new Set(findings.filter((one) => one.steps.some((step) => step.isRedesign)).map((one) => one.page)).size,
      },
      roc: rocOf(findings),
    };
  },
});

export const experiment: Experiment = {
  key: "dom-structure-similarity",
  title: "DOM-based web pages to determine the structure of the similarity algorithm",
  parts: [similarity],
  present,
};
