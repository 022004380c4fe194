/** [following-dynamic-blocks] (Hu et al., World Wide Web 2016): Tables 2 to 7 and figures 4 to 6, done again. */
import type { Experiment } from "../experiment.ts";
import { renderingsText } from "../rendering.ts";
import { accuracyPart } from "./accuracy.ts";
import { alertPart, heedingPart } from "./alert.ts";
import { alertInUsePart } from "./alert-in-use.ts";
import { candidatesPart } from "./candidates.ts";
import { feedbackPart } from "./feedback.ts";
import { plotsOf } from "./plots.ts";
import { numbersOf, type Reproduced, tablesOf } from "./present.ts";
import type { Published } from "./published.ts";
import { timePart } from "./time.ts";

export const experiment: Experiment = {
  key: "following-dynamic-blocks",
  needsLayout: true,
  title: "Following the dynamic block on the Web",
  parts: [
    candidatesPart("candidates", true),
    candidatesPart("candidatesPlain", false),
    accuracyPart("accuracy", true),
    accuracyPart("accuracyPlain", false),
    feedbackPart("feedback", true),
    feedbackPart("feedbackPlain", false),
    alertPart("alert"),
    heedingPart("heeding"),
    alertInUsePart("alertInUse"),
    timePart("time"),
  ],
  present(results, published) {
    const found = results as unknown as Reproduced;
    const tables = { ...tablesOf(found, published as Published), renderings: renderingsText(results) };
    return { tables, plots: plotsOf(found), numbers: numbersOf(found) };
  },
};
