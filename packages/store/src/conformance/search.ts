/** Searching: the same hits in the same order in every store, which are those that reading everything would give. */
import { newId, ObservationId, type Person } from "@tessera/model";
import { parseQuery } from "@tessera/model/search";
import { describe, expect, test } from "vitest";
import { packBody } from "../contract/body.ts";
import type { SearchLimits, SearchOptions } from "../contract/search-records.ts";
import type { Store } from "../contract/store.ts";
import { aChange } from "./checks.ts";
import { aContent, addPerson, anObservation, aSheet, aTile, claimNow, DAY, MINUTE, NOON } from "./samples.ts";
import { followText, generated, joinBlock, says } from "./search-corpus.ts";

async function catchUp(store: Store, limit = 7): Promise<void> {
  for (let round = 0; round < 1_000; round++) if (!(await store.search.catchUp(limit)).isBehind) return;
  throw new Error("the index never catches up");
}

async function search(store: Store, person: Person, query: string, options: Partial<SearchOptions> = {}) {
  return store.search.find(person.id, parseQuery(query), { in: "current", limit: 20, ...options });
}

async function titles(store: Store, person: Person, query: string, options: Partial<SearchOptions> = {}) {
  const { hits } = await search(store, person, query, options);
  return hits.map(({ view }) => view.follow.title);
}

const HISTORY = { in: "history" } as const;

/** Each is reached by a few follows: what is beyond comes with the next request. */
const SMALL_LIMITS: readonly SearchLimits[] = [
  { leads: 0, steps: [1, 2], texts: 250 },
  { leads: 1, steps: [2, 3], texts: 2 },
  { leads: 100, steps: [100], texts: 1 },
];

export function describeSearch(open: () => Promise<Store>): void {
  describe("searching", () => {
    test("finds words, phrases, beginnings and none of what must not be there, with the hit marked", async () => {
      const store = await open();
      const ada = await addPerson(store);
      await followText(store, ada, { text: "Rain in New York\nWind from the west", follow: { title: "One" } });
      await followText(store, ada, { text: "York has a new bridge", now: NOON + 1, follow: { title: "Two" } });
      await catchUp(store);
      expect(await titles(store, ada, "york")).toEqual(["Two", "One"]);
      expect(await titles(store, ada, '"new york"')).toEqual(["One"]);
      expect(await titles(store, ada, "york -wind ")).toEqual(["Two"]);
      expect(await titles(store, ada, "york west ")).toEqual(["One"]);
      expect(await titles(store, ada, "bri")).toEqual(["Two"]);
      expect(await titles(store, ada, "bri ")).toEqual([]);
      expect(await titles(store, ada, "snow")).toEqual([]);
      const { hits } = await search(store, ada, "RAIN yörk ");
      expect(hits[0]?.moments[0]?.lines).toEqual([
        {
          text: "Rain in New York",
          marks: [
            [0, 4],
            [12, 16],
          ],
        },
      ]);
    });

    test("finds letters with a stroke and letters of two however they are typed, marked as they are written", async () => {
      const store = await open();
      const ada = await addPerson(store);
      await followText(store, ada, { text: "Ørsted i Łódź", follow: { title: "Straße" } });
      await followText(store, ada, { text: "Orsted in Lodz", now: NOON + 1, follow: { title: "Strasse" } });
      await catchUp(store);
      for (const query of ["ørsted ", "orsted łódź ", '"lodz"', "straße ", "STRASSE ", "łod", "straß"]) {
        for (const where of ["current", "history"] as const) {
          expect(await titles(store, ada, query, { in: where }), `${query} in ${where}`).toEqual(["Strasse", "Straße"]);
        }
      }
      const { hits } = await search(store, ada, "strasse lodz ");
      expect(hits.map(({ titleMarks, moments }) => [titleMarks, moments[0]?.lines[0]?.marks])).toEqual([
        [[[0, 7]], [[10, 14]]],
        [[[0, 6]], [[9, 13]]],
      ]);
    });

    test("looks into history where that is asked for, and tells the moment and since when it was so", async () => {
      const store = await open();
      const ada = await addPerson(store);
      const followed = await followText(store, ada, { text: "sold out", follow: { title: "Tickets" } });
      await says(store, followed, "sold out\nnew date", NOON + MINUTE);
      await says(store, followed, "a few left", NOON + 2 * MINUTE);
      await says(store, followed, "all sold", NOON + 3 * MINUTE);
      await catchUp(store);
      expect(await titles(store, ada, "out ")).toEqual([]);
      const { hits } = await search(store, ada, "sold", HISTORY);
      const { items } = await store.observations.of(ada.id, followed.view.follow.id, { limit: 9 });
      expect(hits[0]?.moments).toMatchObject([
        { observationId: items[0]?.id, at: NOON + 3 * MINUTE, since: NOON + 3 * MINUTE },
        { observationId: items[2]?.id, at: NOON + MINUTE, since: NOON },
      ]);
      // words of two moments are not words of one
      expect(await titles(store, ada, "few sold ", HISTORY)).toEqual([]);
    });

    test("finds by title, tags and host, alone and together with what the block says", async () => {
      const store = await open();
      const ada = await addPerson(store);
      const { view } = await followText(store, ada, {
        text: "22 degrees",
        follow: { title: "Weather in Bern", tags: ["city life"] },
      });
      await followText(store, ada, { text: "weather report", now: NOON + 1, follow: { title: "Other" } });
      await catchUp(store);
      expect(await titles(store, ada, "weather")).toEqual(["Other", "Weather in Bern"]);
      expect(await titles(store, ada, "bern degrees")).toEqual(["Weather in Bern"]);
      expect(await titles(store, ada, "life")).toEqual(["Weather in Bern"]);
      expect(await titles(store, ada, "tag:city\u00a0LIFE ")).toEqual([]);
      expect(await titles(store, ada, 'tag:"City  life" weather')).toEqual(["Weather in Bern"]);
      await store.follows.change(ada.id, view.follow.id, { title: "Klima", tags: ["a", "b"] }, { now: NOON });
      await catchUp(store);
      expect(await titles(store, ada, "bern")).toEqual([]);
      expect(await titles(store, ada, "tag:b tag:a klim")).toEqual(["Klima"]);
      expect(await titles(store, ada, "tag:a tag:c")).toEqual([]);
      expect(await store.search.tags(ada.id)).toEqual([
        { tag: "a", follows: 1 },
        { tag: "b", follows: 1 },
      ]);
    });

    test("leaves out what has a tag that must not be there, alone and together with all else", async () => {
      const store = await open();
      const [ada, bob] = [await addPerson(store), await addPerson(store)];
      const tagged = { One: ["far away", "old"], Two: ["old"], Three: [] };
      for (const [at, [title, tags]] of Object.entries(tagged).entries()) {
        await followText(store, ada, { text: "rain", now: NOON + at, follow: { title, tags } });
      }
      await followText(store, bob, { text: "rain", follow: { title: "Of Bob", tags: ["old"] } });
      await catchUp(store);
      for (const options of [{}, HISTORY]) {
        const found = (query: string) => titles(store, ada, query, options);
        expect(await found("rain -tag:OLD ")).toEqual(["Three"]);
        expect(await found('rain -tag:"far  away"')).toEqual(["Three", "Two"]);
        expect(await found('-tag:nothing -tag:"far away"')).toEqual(["Three", "Two"]);
        expect(await found("tag:old -tag:far ")).toEqual(["Two", "One"]);
        expect(await found('tag:old -tag:"far away" rain')).toEqual(["Two"]);
        expect(await found("tag:old -tag:old")).toEqual([]);
        expect(await found('rain -two -tag:"far away"')).toEqual(["Three"]);
      }
      expect(await titles(store, bob, "rain -tag:far")).toEqual(["Of Bob"]);
    });

    test("keeps to a sheet where one is named, and says on which sheets a hit is", async () => {
      const store = await open();
      const ada = await addPerson(store);
      const [one, two] = [
        await followText(store, ada, { text: "alpha", follow: { title: "One" } }),
        await followText(store, ada, { text: "alpha", now: NOON + 1, follow: { title: "Two" } }),
      ];
      const sheets = [aSheet(ada, { title: "Köln & Umland" }), aSheet(ada, { title: "Work", position: 1 })];
      for (const sheet of sheets) await store.sheets.add(sheet);
      for (const sheet of sheets) await store.tiles.add(ada.id, aTile(sheet, one.view.follow));
      await store.tiles.add(ada.id, aTile(sheets[1]!, two.view.follow));
      await catchUp(store);
      expect(await titles(store, ada, "alpha in:koln")).toEqual(["One"]);
      expect(await titles(store, ada, 'in:"work" alpha')).toEqual(["Two", "One"]);
      expect(await titles(store, ada, "alpha in:nowhere")).toEqual([]);
      const { hits } = await search(store, ada, "alpha in:koln");
      expect(hits[0]?.sheets.map(({ title }) => title)).toEqual(["Köln & Umland", "Work"]);
      await store.sheets.remove(ada.id, sheets[0]!.id, NOON);
      expect(await titles(store, ada, "alpha in:koln")).toEqual([]);
    });

    test("finds a sheet whose title has no letters by itself, and in quotes no longer words than were said", async () => {
      const store = await open();
      const ada = await addPerson(store);
      for (const title of ["Work", "Workshop", "🏠", "🏠🌳", "京都大学"]) {
        const sheet = aSheet(ada, { title });
        await store.sheets.add(sheet);
        const { view } = await followText(store, ada, { text: "alpha", follow: { title } });
        await store.tiles.add(ada.id, aTile(sheet, view.follow));
      }
      await catchUp(store);
      const on = async (query: string) => (await titles(store, ada, `alpha ${query}`)).sort();
      expect(await on('in:"Work"')).toEqual(["Work"]);
      expect(await on("in:work")).toEqual(["Work", "Workshop"]);
      expect(await on('in:"workshop"')).toEqual(["Workshop"]);
      for (const query of ["in:🏠", 'in:"🏠"', 'in:" 🏠 "']) expect(await on(query), query).toEqual(["🏠"]);
      expect(await on("in:🎈")).toEqual([]);
      expect(await on('in:"京都"')).toEqual(["京都大学"]);
    });

    test("shows nobody what is another's, and nothing of what was deleted until it is back", async () => {
      const store = await open();
      const [ada, bob] = [await addPerson(store), await addPerson(store)];
      const followed = await followText(store, ada, {
        text: "a secret word",
        follow: { title: "Private name", tags: ["mine"] },
      });
      await catchUp(store);
      for (const query of ["secret", "private", "tag:mine", "name secret", "s*", "-nothing "]) {
        expect(await titles(store, bob, query, HISTORY), query).toEqual([]);
      }
      expect(await store.search.tags(bob.id)).toEqual([]);
      await joinBlock(store, bob, followed, { title: "Of Bob" });
      await catchUp(store);
      expect(await titles(store, bob, "secret")).toEqual(["Of Bob"]);
      expect(await titles(store, bob, "private")).toEqual([]);
      expect(await titles(store, ada, "secret")).toEqual(["Private name"]);
      await store.follows.remove(ada.id, followed.view.follow.id, NOON);
      expect(await titles(store, ada, "secret")).toEqual([]);
      expect(await titles(store, bob, "secret")).toEqual(["Of Bob"]);
      await store.follows.restore(ada.id, followed.view.follow.id, NOON);
      expect(await titles(store, ada, "secret")).toEqual(["Private name"]);
    });

    test("forgets what was swept, and everything of what nobody follows", async () => {
      const store = await open();
      const ada = await addPerson(store);
      const retention = { kind: "last" as const, count: 2 };
      const followed = await followText(store, ada, { text: "word zero", follow: { retention, title: "Swept" } });
      for (let look = 1; look <= 4; look++) await says(store, followed, `word number${look}`, NOON + look * MINUTE);
      await catchUp(store);
      expect(await titles(store, ada, "number1 ", HISTORY)).toEqual(["Swept"]);
      for (let round = 0; round < 9; round++) await store.upkeep.sweep(NOON + DAY);
      await catchUp(store);
      expect(await titles(store, ada, "number1 ", HISTORY)).toEqual([]);
      expect(await titles(store, ada, "number3 word ", HISTORY)).toEqual(["Swept"]);
      expect((await store.upkeep.examine({ now: NOON, repair: false })).findings).toEqual([]);
      await store.follows.remove(ada.id, followed.view.follow.id, NOON);
      for (let round = 0; round < 9; round++) await store.upkeep.sweep(NOON + 40 * DAY);
      await catchUp(store);
      expect(await titles(store, ada, "word", HISTORY)).toEqual([]);
      expect((await store.upkeep.examine({ now: NOON, repair: false })).findings).toEqual([]);
    });

    test("has what came before, and what an observation that went on says now", async () => {
      const store = await open();
      const ada = await addPerson(store);
      const followed = await followText(store, ada, { text: "present", follow: { title: "Past" } });
      await catchUp(store);
      const { page, view, capture } = followed;
      const ancient = packBody(JSON.stringify(aContent("ancient")));
      const at = NOON - DAY;
      const record = anObservation(
        view.block,
        { ...capture, at },
        { id: newId(ObservationId, at), at, content: ancient.hash },
      );
      expect(
        await store.checks.recordPast({
          now: NOON,
          blockId: view.block.id,
          captures: [],
          bodies: [ancient],
          observations: [record],
        }),
      ).toBe(1);
      const { check, record: renewed } = aChange(followed, "renewed", NOON + MINUTE);
      const looks = check.looks.map((look) => ({
        ...look,
        observation: { kind: "renewed" as const, record: { ...renewed, id: view.latest!.id } },
      }));
      await store.checks.record(await claimNow(store, page, NOON + MINUTE), { ...check, looks });
      expect((await search(store, ada, "ancient")).isBehind).toBe(true);
      await catchUp(store);
      expect((await search(store, ada, "ancient")).isBehind).toBe(false);
      expect(await titles(store, ada, "ancient", HISTORY)).toEqual(["Past"]);
      expect(await titles(store, ada, "present", HISTORY)).toEqual([]);
      expect(await titles(store, ada, "renewed")).toEqual(["Past"]);
    });

    test("catches up with few blocks at a time where they say much", async () => {
      const store = await open();
      const ada = await addPerson(store);
      const text = (of: string) => Array.from({ length: 12_000 }, (_, at) => `${of}${at}`).join(" ");
      await followText(store, ada, { text: text("one"), follow: { title: "One" } });
      await followText(store, ada, { text: text("two"), follow: { title: "Two" } });
      expect(await store.search.catchUp(9)).toEqual({ blocks: 1, isBehind: true });
      expect(await store.search.catchUp(9)).toEqual({ blocks: 1, isBehind: false });
      expect([await titles(store, ada, "one9 "), await titles(store, ada, "two9 ")]).toEqual([["One"], ["Two"]]);
    });

    test("can be asked anything: operators, quotes and hostile signs are words or nothing", async () => {
      const store = await open();
      const ada = await addPerson(store);
      const hostile = "a\0b \u202e\u200f NEAR(x) 'quoted' %_ \ud800 OR \\ \x1b[31m {col}: <b>";
      await followText(store, ada, { text: `${hostile}\n${"y".repeat(5_000)}`, follow: { title: "Hostile" } });
      await catchUp(store);
      for (const query of [
        "NEAR(x",
        "'quoted'",
        "%_",
        "' OR 1=1 --",
        '"unclosed',
        "\0",
        "*",
        "a:b",
        "{col}",
        "\ud800",
        "\\",
      ]) {
        await expect(search(store, ada, query, HISTORY), JSON.stringify(query)).resolves.toBeDefined();
      }
      expect(await titles(store, ada, "NEAR(x) quoted")).toEqual(["Hostile"]);
      expect(await titles(store, ada, "y".repeat(60))).toEqual(["Hostile"]);
      expect((await search(store, ada, "quoted", { after: "nonsense' or 1=1" })).hits).toHaveLength(1);
    });

    test("gives the hits of a generated corpus that reading everything gives, in its order and in slices", async () => {
      const store = await open();
      const corpus = await generated(store);
      await catchUp(store);
      const person = (at: number) => corpus.people[at % corpus.people.length]!;
      const queries = corpus.queries();
      for (const [at, query] of queries.entries()) {
        for (const where of ["current", "history"] as const) {
          const wanted = corpus.answers(person(at), query, where);
          for (const limits of [undefined, ...SMALL_LIMITS]) {
            const got: string[] = [];
            let after: string | undefined;
            do {
              const { hits, next } = await search(store, person(at), query, { in: where, limit: 3, after, limits });
              for (const { view, moments, more } of hits) {
                got.push(`${view.follow.id} ${moments.map((one) => `${one.since}-${one.at}`).join()} ${more}`);
              }
              after = next ?? undefined;
            } while (after);
            expect(got, `${query} in ${where} with ${JSON.stringify(limits)}`).toEqual(wanted);
          }
        }
      }
      expect(queries.some((query, at) => corpus.answers(person(at), query, "history").length > 2)).toBe(true);
      expect((await store.upkeep.examine({ now: NOON, repair: false })).findings).toEqual([]);
    });
  });
}
