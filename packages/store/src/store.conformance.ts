/** The suite that every store runs: `describeStore(name, open)` in its own test file. */
import { describe } from "vitest";
import { describeArchives } from "./conformance/archives.ts";
import { describeArranging } from "./conformance/arranging.ts";
import { describeBoards } from "./conformance/boards.ts";
import { describeCaps } from "./conformance/caps.ts";
import { describeChanges } from "./conformance/changes.ts";
import { describeChecks } from "./conformance/checks.ts";
import { describeFetchBy } from "./conformance/fetch-by.ts";
import { describeFollows } from "./conformance/follows.ts";
import { describeHistory } from "./conformance/history.ts";
import { describeLessons } from "./conformance/lessons.ts";
import { describeMoves } from "./conformance/moves.ts";
import { describeOwnBrowsers } from "./conformance/own-browsers.ts";
import { describeOwnTiles } from "./conformance/own-tiles.ts";
import { describePendingFollows } from "./conformance/pending-follows.ts";
import { describePeople } from "./conformance/people.ts";
import { describeQueue } from "./conformance/queue.ts";
import { describeReadItems } from "./conformance/read-items.ts";
import { describeSearch } from "./conformance/search.ts";
import { describeSecrets } from "./conformance/secrets.ts";
import { describeShares } from "./conformance/shares.ts";
import { describeSheets } from "./conformance/sheets.ts";
import { describeTurns } from "./conformance/turns.ts";
import type { Store } from "./contract/store.ts";

/** Runs the conformance suite. `open` gives every test a store with nothing in it, and closes it when that is over. */
export function describeStore(name: string, open: () => Promise<Store>): void {
  describe(`store ${name}`, () => {
    describePeople(open);
    describeFollows(open);
    describeLessons(open);
    describeMoves(open);
    describeFetchBy(open);
    describeSecrets(open);
    describeOwnBrowsers(open);
    describeChecks(open);
    describeHistory(open);
    describeReadItems(open);
    describeChanges(open);
    describeSheets(open);
    describeBoards(open);
    describeArranging(open);
    describeOwnTiles(open);
    describeShares(open);
    describePendingFollows(open);
    describeQueue(open);
    describeArchives(open);
    describeCaps(open);
    describeTurns(open);
    describeSearch(open);
  });
}
