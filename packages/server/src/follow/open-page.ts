/** Opening a page for picking: captured now, while the person hears what is being done. */
import type { Capture, CaptureFailureRecord, LiveEvent, Page, PageSource, PersonId } from "@tessera/model";
import type { CheckParts } from "../check/check-page.ts";
import { captureNow, ensurePage } from "./follow-block.ts";

export interface OpenRequest {
  readonly personId: PersonId;
  readonly source: PageSource;
  readonly onStage: (stage: OpeningStage) => void;
}

export type OpeningStage = Extract<LiveEvent, { kind: "opening" }>["stage"];

export type Opened =
  | { readonly kind: "opened"; readonly page: Page; readonly capture: Capture }
  | { readonly kind: "failed"; readonly failure: CaptureFailureRecord };

const UNDER_WAY: CaptureFailureRecord = {
  code: "timeout",
  retry: "soon",
  message: "the page is being looked at already",
};

export async function openPage({ personId, source, onStage }: OpenRequest, parts: CheckParts): Promise<Opened> {
  const { store } = parts;
  const { id } = await ensurePage(source, personId, parts);
  await captureNow(id, tellingStages(parts, onStage));
  const page = await store.pages.find(personId, id);
  const capture = page?.latestCaptureId ? await store.captures.find(personId, page.latestCaptureId) : null;
  const isOpened = page !== null && capture !== null && page.trouble === null;
  onStage(isOpened ? "ready" : "failed");
  return isOpened ? { kind: "opened", page, capture } : { kind: "failed", failure: page?.trouble ?? UNDER_WAY };
}

/** The same parts, which say what they begin. */
function tellingStages(parts: CheckParts, onStage: OpenRequest["onStage"]): CheckParts {
  return {
    ...parts,
    capture: (order) => {
      onStage(order.fetcher === "browser" ? "rendering" : "fetching");
      return parts.capture(order);
    },
    workers: {
      ...parts.workers,
      tracePage: (job) => {
        onStage("reading");
        return parts.workers.tracePage(job);
      },
    },
  };
}
