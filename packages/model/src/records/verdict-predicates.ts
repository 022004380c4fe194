/** What follows from a verdict. Without the schemas, which the web app need not load for it. */
import type { AskingVerdict, MovedTo, VerdictRecord } from "./verdict.ts";

const ASKING: Readonly<Record<AskingVerdict, true>> = { unsure: true, gone: true };

/** True where the person is asked which block it is. */
export function asksPerson(verdict: VerdictRecord): verdict is Extract<VerdictRecord, { kind: AskingVerdict }> {
  return verdict.kind in ASKING;
}

/** True where the block is there, and nothing of it can be seen. */
export function isBlankVerdict(verdict: VerdictRecord | undefined): boolean {
  return verdict?.kind === "found" && verdict.shows === "nothing";
}

/** Where the block seems to be now, while it is not on its page. */
export function movedToOf(verdict: VerdictRecord | undefined): MovedTo | null {
  return (verdict && asksPerson(verdict) && verdict.movedTo) || null;
}

/** True where it was found, and has so little in common with what it was that it may be another block. */
export function looksDifferent(verdict: VerdictRecord | undefined): boolean {
  return verdict?.kind === "found" && verdict.looksDifferent !== undefined;
}
