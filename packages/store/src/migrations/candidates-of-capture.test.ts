import { expect, test } from "vitest";
import { aQuestion } from "../conformance/checks.ts";
import { addPerson, claimNow, followSomething, MINUTE, NOON } from "../conformance/samples.ts";
import type { Store } from "../contract/store.ts";
import { candidatesOfCapture } from "./0006-candidates-of-capture.ts";
import { describeMigration } from "./both-stores.fixture.ts";

describeMigration(({ open, connect, dialect }) => {
  /** A follow in doubt whose page has changed once more since, as the version before recorded it. */
  async function inDoubt(store: Store) {
    const ada = await addPerson(store);
    const followed = await followSomething(store, ada);
    const read = async (from: Store) => (await from.follows.find(ada.id, followed.view.follow.id))!.latest!;
    for (const now of [NOON + MINUTE, NOON + 2 * MINUTE]) {
      const latest = now === NOON + MINUTE ? null : await read(store);
      const { check } = aQuestion(followed, latest, now);
      await store.checks.record(await claimNow(store, followed.page, now), check);
    }
    return { first: followed.capture.id, latest: await read(store), read };
  }

  test("a doubt that went on names the capture of its candidates, or has none where that was swept", async () => {
    const before = await open();
    const kept = await inDoubt(before);
    const swept = await inDoubt(before);
    await before.close();
    const db = connect();
    for (const { first, latest } of [kept, swept]) {
      await db.updateTable("observations").set({ capture_id: first }).where("id", "=", latest.id).execute();
    }
    await db.deleteFrom("captures").where("id", "=", swept.latest.captureId).execute();
    await db.transaction().execute((inside) => candidatesOfCapture.up({ db: inside, dialect }));
    await db.destroy();
    const after = await open();
    expect(await kept.read(after)).toEqual(kept.latest);
    const verdict = { kind: "unsure", confidence: 0.5, candidates: [] };
    expect(await swept.read(after)).toEqual({ ...swept.latest, captureId: swept.first, verdict });
    await after.close();
  });
});
