/** A person's own browser as a fetcher: what it asks to look at, and what it has seen, as one check like any other. */
import { createHash } from "node:crypto";
import { type CaptureFailureRecord, isBlankVerdict, type PageId, type PersonId } from "@tessera/model";
import type { BrowserFailure } from "@tessera/model/api";
import type { Claim } from "@tessera/store";
import type { UploadedPage } from "../trace/read-upload.ts";
import { type CapturePage, closed, NO_PICTURES } from "./capture.ts";
import { type CheckOutcome, type CheckParts, checkPage } from "./check-page.ts";
import type { Traced } from "./trace.ts";

/** Long enough for a page in a background tab on a slow line, and for the upload. */
export const BROWSER_LEASE_MS = 5 * 60_000;

/** How a browser is named in its claims, so that they can be given back when it is unpaired. */
export function browserHolder(id: string): string {
  return `browser:${id}`;
}

export interface ClaimRightRequest {
  readonly owner: PersonId;
  readonly page: PageId;
  readonly token: string;
}

/** The claim that a browser says it has; null where that has run out or was never its person's. */
export function heldClaim({ owner, page, token }: ClaimRightRequest, parts: CheckParts): Promise<Claim | null> {
  return parts.store.checks.claimOf(owner, page, { token, now: parts.now() });
}

/** One check of the page with what the browser saw; `declined` where the browser should look again, in a tab. */
export function checkUploaded(claim: Claim, upload: UploadedPage, parts: CheckParts): Promise<CheckOutcome> {
  const accepts = upload.way === "fetch" ? { accepts: showsEverything } : {};
  return checkPage(claim, { ...parts, capture: capturedByOwnBrowser(upload), ...accepts });
}

/** One check of the page that the browser could not see. */
export function checkFailed(
  claim: Claim,
  { failure, message }: { readonly failure: Exclude<BrowserFailure, "given-back">; readonly message: string },
  parts: CheckParts,
): Promise<CheckOutcome> {
  const record = failureOf(failure, message);
  return checkPage(claim, { ...parts, capture: async () => closed({ kind: "failed", failure: record }) });
}

function failureOf(failure: Exclude<BrowserFailure, "given-back">, message: string): CaptureFailureRecord {
  if (failure === "unreachable") {
    return { code: "refused", retry: "later", message: message || "your browser could not open the page" };
  }
  return { code: "blocked", retry: "later", wall: failure, message: message || WALLS[failure] };
}

const WALLS = {
  login: "your browser is no longer logged in there",
  captcha: "the site wants to know whether somebody is there",
  consent: "the site wants an answer about cookies first",
} as const;

/** The upload in place of the fetch; there is no picture of a page that nobody here has open. */
function capturedByOwnBrowser({ finalUrl, html, tree, images }: UploadedPage): CapturePage {
  return async ({ source }) =>
    closed({
      kind: "page",
      capture: {
        kind: "page",
        by: "own-browser",
        url: source.url,
        finalUrl,
        at: Date.now(),
        redirects: 0,
        timing: { startedAtMs: Date.now(), headMs: 0, totalMs: 0 },
        bytesOnWire: 0,
        status: 200,
        headers: {},
        bodyHash: createHash("sha256").update(html).digest("hex"),
        html,
        encoding: "utf-8",
      },
      tree,
      images,
      ...NO_PICTURES,
    });
}

/** Every block is in the page for sure and shows something: a tab would show no more. */
function showsEverything(traced: Traced): boolean {
  if (traced.kind !== "page") return traced.kind === "unchanged";
  return traced.page.blocks.every(({ verdict }) => verdict.kind === "found" && !isBlankVerdict(verdict));
}
