/** What every store promises about secrets for pages, and about pages that use them. */
import { type PagePatch, PageSource } from "@tessera/model";
import { describe, expect, test } from "vitest";
import type { Store } from "../contract/store.ts";
import { join } from "./follows.ts";
import { addPerson, followSomething, NOON } from "./samples.ts";

const ORIGIN = "https://bank.example";

/** Settings with which a page shows what is one person's, or does what only they asked for. */
const OWN: readonly PagePatch[] = [
  { headers: [{ name: "authorization", secret: "token" }] },
  { headers: [{ name: "x-a", value: "1" }] },
  { cookies: [{ name: "a", value: "1" }] },
  { steps: [{ kind: "click", selector: "#more" }] },
  { steps: [{ kind: "typeSecret", selector: "input", secret: "token", enter: true }] },
  { keepCookies: true },
];
/** Settings that show everybody the same. */
const EVERYBODYS: readonly PagePatch[] = [
  { language: "de" },
  { viewport: { width: 390, height: 844, isPhone: true } },
  { consent: "accept" },
  { userAgent: "x" },
  { proxy: "home" },
];

export function describeSecrets(open: () => Promise<Store>): void {
  describe("secrets for pages", () => {
    test("are one person's, for one origin, and replaced by the next of their name", async () => {
      const store = await open();
      const [ada, bob] = [await addPerson(store), await addPerson(store)];
      const secret = { personId: ada.id, origin: ORIGIN, name: "token", sealed: "s1", updatedAt: NOON };
      expect(await store.secrets.put(secret)).toBe(true);
      expect(await store.secrets.put({ ...secret, sealed: "s2", updatedAt: NOON + 1 })).toBe(true);
      expect(await store.secrets.put({ ...secret, origin: "https://other.example" })).toBe(true);
      expect((await store.secrets.of(ada.id)).map(({ origin, sealed }) => [origin, sealed])).toEqual([
        [ORIGIN, "s2"],
        ["https://other.example", "s1"],
      ]);
      expect(await store.secrets.of(bob.id)).toEqual([]);
      expect(await store.secrets.remove(bob.id, secret)).toBe(false);
      expect(await store.secrets.remove(ada.id, secret)).toBe(true);
      expect(await store.secrets.of(ada.id)).toHaveLength(1);
    });

    test("go with their person", async () => {
      const store = await open();
      const ada = await addPerson(store);
      await store.secrets.put({ personId: ada.id, origin: ORIGIN, name: "token", sealed: "s1", updatedAt: NOON });
      await store.people.remove(ada.id);
      expect(await store.secrets.of(ada.id)).toEqual([]);
    });
  });

  describe("a page that is fetched as somebody", () => {
    test.each(OWN.map((patch) => [JSON.stringify(patch), patch] as const))("%s is theirs alone", async (_, patch) => {
      const store = await open();
      const [ada, bob] = [await addPerson(store), await addPerson(store)];
      const source = PageSource.parse({ url: `${ORIGIN}/`, ...patch });
      const [hers, his] = [
        await store.pages.ensure(source, ada.id, NOON),
        await store.pages.ensure(source, bob.id, NOON),
      ];
      expect(hers.id).not.toBe(his.id);
      expect([hers.privateTo, his.privateTo]).toEqual([ada.id, bob.id]);
      expect(await store.pages.find(bob.id, hers.id)).toBeNull();
    });

    test.each(EVERYBODYS.map((patch) => [JSON.stringify(patch), patch] as const))("%s is shared", async (_, patch) => {
      const store = await open();
      const [ada, bob] = [await addPerson(store), await addPerson(store)];
      const plain = await store.pages.ensure(PageSource.parse({ url: ORIGIN }), ada.id, NOON);
      const source = PageSource.parse({ url: ORIGIN, ...patch });
      const hers = await store.pages.ensure(source, ada.id, NOON);
      expect(hers).toMatchObject({ privateTo: null, source });
      expect(hers.id).not.toBe(plain.id);
      expect((await store.pages.ensure(source, bob.id, NOON)).id).toBe(hers.id);
    });

    test("becomes so with everything that a person follows there, and stays theirs when that is taken back", async () => {
      const store = await open();
      const [ada, bob] = [await addPerson(store), await addPerson(store)];
      const followed = await followSomething(store, ada);
      await join(store, bob, followed);
      const patch: PagePatch = { headers: [{ name: "x-key", secret: "token" }] };
      const own = await store.follows.fetchBy(ada.id, followed.page.id, { patch, now: NOON });
      expect(own).toMatchObject({ privateTo: ada.id, source: { headers: patch.headers } });
      expect(await store.pages.find(bob.id, own!.id)).toBeNull();
      const back = await store.follows.fetchBy(ada.id, own!.id, { patch: { headers: null }, now: NOON });
      expect(back).toMatchObject({ privateTo: ada.id });
      expect(back?.source.headers).toBeUndefined();
      expect(back?.id).not.toBe(followed.page.id);
    });
  });
}
