/** Archives: whole records come back, in one transaction, and touch nothing that is there. */
import { newId, PageId } from "@tessera/model";
import { describe, expect, test } from "vitest";
import { packBody } from "../contract/body.ts";
import type { ArchivedRecords } from "../contract/page-records.ts";
import type { Store } from "../contract/store.ts";
import { addPerson, followSomething, NOON } from "./samples.ts";

export function describeArchives(open: () => Promise<Store>): void {
  describe("archives", () => {
    /** What somebody follows, as it comes back for another person on a page of their own. */
    async function archived(store: Store): Promise<ArchivedRecords> {
      const ada = await addPerson(store);
      const bob = await addPerson(store);
      const { view } = await followSomething(store, ada);
      const block = await store.checks.block(view.block.id);
      const capture = await store.checks.capture(view.block.firstCaptureId);
      const history = await store.observations.of(ada.id, view.follow.id, { limit: 10 });
      const html = await store.bodies.readText(capture!.html);
      const renewed = <T extends object>(records: readonly T[]): T[] =>
        records.map((record) => JSON.parse(renew(JSON.stringify(record), ada.id, bob.id)) as T);
      return {
        bodies: [packBody(html ?? "")],
        pages: renewed([{ ...view.page, privateTo: bob.id }]),
        captures: renewed([capture!]),
        blocks: renewed([block!]),
        observations: renewed(history.items),
        channels: [],
        follows: renewed([view.follow]),
        corrections: [],
        sheets: [],
        tiles: [],
      };
    }

    const letters = new Map<string, string>();

    /** The same records with other ids: each is replaced by one of its own. */
    function renew(json: string, from: string, to: string): string {
      return json
        .replace(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g, (id) => {
          if (id === from || id === to) return to;
          const other = letters.get(id) ?? newId(PageId, NOON);
          letters.set(id, other);
          return other;
        })
        .replace(/"feedKey":"[^"]+"/, `"feedKey":"${newId(PageId, NOON)}"`);
    }

    test("come back as they were, for their person alone", async () => {
      const store = await open();
      const records = await archived(store);
      await store.archives.restore(records, NOON);
      const [follow] = records.follows;
      const view = await store.follows.find(follow!.personId, follow!.id);
      expect(view?.follow).toEqual(follow);
      expect(view?.page).toEqual(records.pages[0]);
      expect(view?.latest).toEqual(records.observations[0]);
      expect(await store.checks.block(view!.block.id)).toEqual(records.blocks[0]);
      const taken = await store.archives.taken("follows", [follow!.id, newId(PageId, NOON)]);
      expect([...taken]).toEqual([follow!.id]);
    });

    test("come back whole or not at all", async () => {
      const store = await open();
      const records = await archived(store);
      const [observation] = records.observations;
      const broken = {
        ...records,
        observations: [observation!, { ...observation!, blockId: newId(PageId, 1) as never }],
      };
      await expect(store.archives.restore(broken, NOON)).rejects.toThrow();
      expect([...(await store.archives.taken("pages", [records.pages[0]!.id]))]).toEqual([]);
      await store.archives.restore(records, NOON);
    });
  });
}
