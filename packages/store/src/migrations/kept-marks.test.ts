import { expect, test } from "vitest";
import { aChange } from "../conformance/checks.ts";
import { addPerson, claimNow, followSomething, MINUTE, NOON } from "../conformance/samples.ts";
import { keptMarks } from "./0025-kept-marks.ts";
import { describeMigration } from "./both-stores.fixture.ts";

describeMigration(({ open, connect, dialect }) => {
  test("what was seen before its observation was swept is seen again, and what was told last is forgotten", async () => {
    const before = await open();
    const [ada, bob] = [await addPerson(before), await addPerson(before)];
    const followed = await followSomething(before, ada);
    const { id } = followed.view.follow;
    for (let minute = 1; minute <= 4; minute++) {
      const now = NOON + minute * MINUTE;
      const { check } = aChange(followed, `text ${minute}`, now);
      await before.checks.record(await claimNow(before, followed.page, now), check);
    }
    const [, seen, kept] = (await before.observations.of(ada.id, id, { limit: 3 })).items;
    await before.close();
    const db = connect();
    const gone = { seen_observation_id: seen!.id, told_observation_id: seen!.id };
    await db.updateTable("follows").set(gone).where("id", "=", id).execute();
    const mark = { person_id: bob.id, follow_id: id, observation_id: seen!.id };
    await db.insertInto("shared_seen").values(mark).execute();
    await db.deleteFrom("observations").where("id", "=", seen!.id).execute();
    await db.transaction().execute((inside) => keptMarks.up({ db: inside, dialect }));
    await db.destroy();
    const after = await open();
    expect((await after.follows.find(ada.id, id))?.follow).toMatchObject({
      seenObservationId: kept!.id,
      toldObservationId: null,
    });
    expect(await after.changes.countUnseen(ada.id, 9)).toBe(1);
    expect(await after.shares.seenBy(bob.id, [id])).toEqual(new Map([[id, kept!.id]]));
    await after.close();
  });
});
