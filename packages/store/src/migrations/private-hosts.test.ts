import { expect, test } from "vitest";
import { aChange } from "../conformance/checks.ts";
import { addPerson, aSource, claimNow, followSomething, NOON, unique } from "../conformance/samples.ts";
import { describeMigration } from "./both-stores.fixture.ts";

describeMigration(({ open, connect }) => {
  test("captures from before they knew it are of a private host where theirs is one, and no others", async () => {
    const before = await open();
    const ada = await addPerson(before);
    const host = `${unique("nas")}.lan`;
    const [inside, known, outside] = [
      await followSomething(before, ada, { source: aSource(`http://${host}/`) }),
      await followSomething(before, ada, { source: aSource(`http://${host}/known`) }),
      await followSomething(before, ada),
    ];
    const ids = await Promise.all(
      [inside, known, outside].map(async (followed) => {
        const { check, capture } = aChange(followed, "text", NOON);
        await before.checks.record(await claimNow(before, followed.page), check);
        return capture.id;
      }),
    );
    await before.close();
    const db = connect();
    const old = ids.filter((_, at) => at !== 1);
    await db
      .updateTable("captures")
      .set({ is_of_private_host: null as never })
      .where("id", "in", old)
      .execute();
    await db.destroy();
    const after = await open();
    const marked = () => Promise.all(ids.map(async (id) => (await after.captures.find(ada.id, id))?.isOfPrivateHost));
    expect(await marked()).toEqual([false, false, false]);
    await after.pages.markOfPrivateHosts(({ hostname }) => hostname === host);
    expect(await marked()).toEqual([true, false, false]);
    await after.close();
  });
});
