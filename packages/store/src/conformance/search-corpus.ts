/** Texts to search in: single ones, and a generated corpus that knows what reading all of it would find. */
import { type Follow, FollowId, newId, type Person } from "@tessera/model";
import { hasTerm, parseQuery, wordLine } from "@tessera/model/search";
import { expect } from "vitest";
import { packBody } from "../contract/body.ts";
import type { SearchOptions } from "../contract/search-records.ts";
import type { Store } from "../contract/store.ts";
import { aChange } from "./checks.ts";
import {
  aBlock,
  aCapture,
  aCheck,
  aContent,
  addPerson,
  aFollow,
  anObservation,
  aSource,
  claimNow,
  type Followed,
  MINUTE,
  NOON,
} from "./samples.ts";

/** A page with one block that says this. */
export async function followText(
  store: Store,
  person: Person,
  {
    text,
    now = NOON,
    follow = {},
  }: { readonly text: string; readonly now?: number; readonly follow?: Partial<Follow> },
): Promise<Followed> {
  const page = await store.pages.ensure(aSource(), person.id, now);
  const html = packBody(`<p>${page.id}</p>`);
  const capture = aCapture(page, html.hash, now);
  await store.checks.record(
    await claimNow(store, page, now),
    aCheck(page, { now, capture, bodies: [html], dueAt: null }),
  );
  const content = packBody(JSON.stringify(aContent(text)));
  await store.bodies.put(content, now);
  const block = aBlock(page, capture);
  const observation = anObservation(block, capture, { content: content.hash, change: "first" });
  const { view } = await store.follows.start({
    follow: aFollow(person, page, { createdAt: now, ...follow }),
    block: { ...block, latestObservationId: observation.id, latestFoundId: observation.id },
    observation,
    dueAt: now,
  });
  return { page, capture, view, content };
}

export async function says(store: Store, followed: Followed, text: string, now: number): Promise<void> {
  const { check } = aChange(followed, text, now);
  expect(await store.checks.record(await claimNow(store, followed.page, now), check)).toBe(true);
}

/** Somebody else follows the very same block. */
export async function joinBlock(
  store: Store,
  person: Person,
  { page, capture, view }: Followed,
  change: Partial<Follow> = {},
) {
  const block = aBlock(page, capture, { pick: view.block.pick });
  const joined = await store.follows.start({
    follow: aFollow(person, page, change),
    block,
    observation: null,
    dueAt: NOON,
  });
  expect(joined.isShared).toBe(true);
  return joined.view;
}

const VOCABULARY = [
  ..."rain wind snow price Preis Äpfel äpfel STRASSE straße smørrebrød smorrebrod naïve 12.50 new york New-York".split(
    " ",
  ),
  ..."東京 京都大学 東 ราคา ราคาถูก מחיר שָׁלוֹם سعر سِعْر цена Цены τιμή ΤΙΜΗ 가격".split(" "),
];

interface Said {
  readonly follow: { readonly id: string; readonly person: Person; readonly title: string };
  /** By instant. */
  readonly texts: Map<number, string>;
}

/** People with follows of their own and shared ones, in several languages, edited, deleted, thinned. */
export async function generated(store: Store) {
  let state = 20_21;
  const random = (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return Math.floor((state / 0x80000000) * below);
  };
  const word = () => VOCABULARY[random(VOCABULARY.length)]!;
  const text = () =>
    Array.from({ length: 1 + random(3) }, () => Array.from({ length: 1 + random(4) }, word).join(" ")).join("\n");
  const people = [await addPerson(store), await addPerson(store), await addPerson(store)];
  const all: Said[] = [];
  for (let page = 0; page < 14; page++) {
    const [owner, other] = [people[random(3)]!, people[random(3)]!];
    const title = `${word()} ${page}`;
    const first = text();
    const retention = page % 5 === 0 ? { kind: "last" as const, count: 2 } : { kind: "all" as const };
    const id = newId(FollowId, NOON + page);
    // some change at the same instant: then their ids tell the order
    const start = NOON + (page >> 1);
    const followed = await followText(store, owner, { text: first, now: start, follow: { id, title, retention } });
    const texts = new Map([[start, first]]);
    all.push({ follow: { id, person: owner, title }, texts });
    if (page % 3 === 0 && other !== owner) {
      const shared = await joinBlock(store, other, followed, { title: `${word()} shared`, retention });
      all.push({ follow: { id: shared.follow.id, person: other, title: shared.follow.title }, texts });
    }
    if (page % 4 === 0) await store.search.catchUp(3);
    for (let look = 1; look <= random(6); look++) {
      const at = start + look * MINUTE;
      const before = [...texts.values()].at(-1)!;
      const next = random(2) === 0 ? text() : `${before.split("\n")[0]}\n${text()}`;
      texts.set(at, next);
      await says(store, followed, next, at);
    }
    if (page % 5 === 0) for (const at of [...texts.keys()].slice(0, -2)) texts.delete(at);
    if (page % 6 === 5) await store.follows.remove(owner.id, id, NOON);
    if (page % 6 === 5)
      all.splice(
        all.findIndex(({ follow }) => follow.id === id),
        1,
      );
  }
  for (let round = 0; round < 9; round++) await store.upkeep.sweep(NOON + 2 * MINUTE);

  return {
    people,
    queries: () =>
      Array.from({ length: 60 }, (_, at) => {
        const plain = `${word()} `;
        return [
          plain,
          `${plain}${word()} `,
          `"${word()} ${word()}"`,
          `${plain}-${word()} `,
          word().slice(0, 3),
          `-${word()} `,
        ][at % 6]!;
      }),
    /** What reading everything gives. */
    answers(person: Person, query: string, where: SearchOptions["in"]): readonly string[] {
      const { terms, without } = parseQuery(query);
      if (terms.length + without.length === 0) return [];
      const latest = ({ texts }: Said) => Math.max(...texts.keys());
      const mine = all.filter(({ follow }) => follow.person === person);
      mine.sort((one, two) => latest(two) - latest(one) || (one.follow.id < two.follow.id ? 1 : -1));
      return mine.flatMap(({ follow, texts }) => {
        const lines = (at: number) => [follow.title, ...texts.get(at)!.split("\n")].map(wordLine);
        const isHit = (at: number) =>
          terms.every((term) => lines(at).some((line) => hasTerm(line, term))) &&
          !without.some((term) => lines(at).some((line) => hasTerm(line, term)));
        const runs: (readonly [number, number])[] = [];
        let since: number | null = null;
        const instants = [...texts.keys()].sort((one, two) => one - two);
        for (const at of instants) {
          if (!isHit(at)) {
            since = null;
            continue;
          }
          if (since !== null) runs.pop();
          since ??= at;
          runs.push([since, at]);
        }
        const shown = runs.filter(([, last]) => where === "history" || last === instants.at(-1)).reverse();
        const told = shown.slice(0, 3).map(([first, last]) => `${first}-${last}`);
        return shown.length > 0 ? [`${follow.id} ${told.join()} ${shown.length - told.length}`] : [];
      });
    },
  };
}
