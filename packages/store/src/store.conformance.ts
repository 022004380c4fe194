/** The suite that every store runs: `describeStore(name, open)` in its own test file. */
import { afterAll, describe } from "vitest";
import { describeArchives } from "./conformance/archives.ts";
import { describeCaps } from "./conformance/caps.ts";
import { describeChecks } from "./conformance/checks.ts";
import { describeFollows } from "./conformance/follows.ts";
import { describeHistory } from "./conformance/history.ts";
import { describeLessons } from "./conformance/lessons.ts";
import { describePendingFollows } from "./conformance/pending-follows.ts";
import { describePeople } from "./conformance/people.ts";
import { describeQueue } from "./conformance/queue.ts";
import { describeSheets } from "./conformance/sheets.ts";
import { describeTurns } from "./conformance/turns.ts";
import type { Store } from "./contract/store.ts";

/**
 * Runs the conformance suite. `open` gives a store, empty or used by earlier tests of the suite; it is opened once and
 * closed at the end.
 */
export function describeStore(name: string, open: () => Promise<Store>): void {
  describe(`store ${name}`, () => {
    let opened: Promise<Store> | null = null;
    const once = () => {
      opened ??= open();
      return opened;
    };
    afterAll(async () => (await opened)?.close());
    describePeople(once);
    describeFollows(once);
    describeLessons(once);
    describeChecks(once);
    describeHistory(once);
    describeSheets(once);
    describePendingFollows(once);
    describeQueue(once);
    describeArchives(once);
    describeCaps(once);
    describeTurns(once);
  });
}
