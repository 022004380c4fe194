/** [page-fragmentation]: figures 5 to 7 on labelled pages of today, by tables as in the paper and by sections. */
import { type Experiment, part } from "../experiment.ts";
import { present } from "./present.ts";
import { offeredGrainsOf, proposalsOf } from "./proposals.ts";
import type { ProposalFinding, TrainingFinding, TransferFinding, UpdateFinding } from "./result.ts";
import { trainingOf } from "./training.ts";
import { transferOf } from "./transfer.ts";
import { updatesIn } from "./updates.ts";

const training = part<TrainingFinding, readonly TrainingFinding[]>({
  name: "training",
  revision: 1,
  examine: trainingOf,
  conclude: (findings) => findings,
});

const transfer = part<TransferFinding, readonly TransferFinding[]>({
  name: "transfer",
  revision: 1,
  examine: transferOf,
  conclude: (findings) => findings,
});

const updatesByTables = part<UpdateFinding, readonly UpdateFinding[]>({
  name: "updates-by-tables",
  revision: 2,
  examine: updatesIn("tables"),
  conclude: (findings) => findings,
});

const updatesBySections = part<UpdateFinding, readonly UpdateFinding[]>({
  name: "updates-by-sections",
  revision: 2,
  examine: updatesIn("sections"),
  conclude: (findings) => findings,
});

const proposals = part<ProposalFinding, readonly ProposalFinding[]>({
  name: "proposals",
  revision: 2,
  seesBoxes: true,
  examine: proposalsOf,
  conclude: (findings) => findings,
});

const offeredGrains = part<ProposalFinding, readonly ProposalFinding[]>({
  name: "offered-grains",
  revision: 1,
  quickShare: 0.5,
  examine: offeredGrainsOf,
  conclude: (findings) => findings,
});

export const experiment: Experiment = {
  key: "page-fragmentation",
  needsLayout: true,
  title: "A web content manipulation technique based on page fragmentation",
  parts: [training, transfer, updatesByTables, updatesBySections, proposals, offeredGrains],
  present,
};
