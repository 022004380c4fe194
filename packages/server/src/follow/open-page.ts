/** Opening a page for picking: captured now, while the person hears what is being done. */
import type { Capture, CaptureFailureRecord, Page, PageSource, PersonId } from "@tessera/model";
import type { CheckParts, CheckStage } from "../check/check-page.ts";
import { captureNow, ensurePage } from "./follow-block.ts";

export interface OpenRequest {
  readonly personId: PersonId;
  readonly source: PageSource;
  readonly onStage: (stage: CheckStage) => void;
}

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
  await captureNow(id, { ...parts, onStage });
  const page = await store.pages.find(personId, id);
  const capture = page?.latestCaptureId ? await store.captures.find(personId, page.latestCaptureId) : null;
  const isOpened = page !== null && capture !== null && page.trouble === null;
  onStage(isOpened ? "ready" : "failed");
  return isOpened ? { kind: "opened", page, capture } : { kind: "failed", failure: page?.trouble ?? UNDER_WAY };
}
