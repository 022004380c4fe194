import type { Person } from "@tessera/model";
import type { FollowView } from "@tessera/store";
import { afterEach, beforeEach, expect, test } from "vitest";
import { addMailChannel, toldTo, URL_OF_PAGE } from "../check/check-world.fixture.ts";
import { heraldPage, LEAD } from "../check/herald-page.fixture.ts";
import { type ApiWorld, openApiWorld } from "./api-world.fixture.ts";

let world: ApiWorld;
let ada: Person;
let view: FollowView;
beforeEach(async () => {
  world = await openApiWorld();
  ada = await world.addPerson();
  world.web.set(URL_OF_PAGE, heraldPage({ lead: STORY }));
  view = await world.follow(ada, LEAD, { channels: [await addMailChannel(world, ada)] });
});
afterEach(() => world.close());

const STORY = "The old bridge opens to traffic on Sunday at noon";
/** The story stands in two places that are both as good as its own. */
const TWICE = heraldPage({
  hasLead: false,
  extra: `<section><h2>Roads</h2><p>${STORY}</p></section><section><h2>River</h2><p>${STORY}</p></section>`,
});
/** The same while the page goes on changing: notices come and go before everything else, so that elements change places. */
const twiceAt = (tick: number) =>
  TWICE.replace(
    '<main id="front">',
    `<main id="front">${`<section class="notice">Update ${tick}</section>`.repeat(tick % 3)}`,
  );
const changeTo = async (tick: number) => {
  world.web.set(URL_OF_PAGE, twiceAt(tick));
  await world.check(view, 1_000);
};
const url = (rest: string) => `/api/v1/follows/${view.follow.id}/${rest}`;
const card = async () => (await world.ask(ada, { method: "GET", url: url("repair") })).json();
const answer = (captureId: string, given: object) =>
  world.ask(ada, { method: "POST", url: url("corrections"), payload: { captureId, answer: given } });

test("where nothing is in doubt there is no card", async () => {
  expect((await world.ask(ada, { method: "GET", url: url("repair") })).statusCode).toBe(404);
});

test("two places as good as one bring the card, and the answer sticks and is not asked again", async () => {
  world.web.set(URL_OF_PAGE, TWICE);
  await world.check(view);
  const shown = await card();
  expect(shown).toMatchObject({ verdict: "unsure", before: { excerpt: STORY }, page: { kind: expect.any(String) } });
  expect(shown.candidates.map(({ number }: { number: number }) => number)).toEqual(
    Array.from({ length: shown.candidates.length }, (_, at) => at + 1),
  );
  expect(shown.candidates.length).toBeLessThanOrEqual(3);
  expect(await toldTo(world, ada)).toMatchObject([{ reason: "unsure", link: expect.stringContaining("/repair?at=") }]);

  const chosen = shown.candidates.find(({ excerpt }: { excerpt: string }) => excerpt === STORY);
  const taught = await answer(shown.captureId, { kind: "this", path: chosen.path });
  expect(taught.json()).toMatchObject({ verdict: "found", path: chosen.path, value: STORY, hasNews: false });
  await world.check(view);
  world.web.set(URL_OF_PAGE, TWICE.replace("Rowers win at home", "Rowers lose away"));
  await world.check(view);
  const after = await world.store.follows.find(ada.id, view.follow.id);
  expect(after?.block).toMatchObject({ verdict: "found", path: chosen.path });
  expect(await toldTo(world, ada)).toHaveLength(1);
});

test("while the page goes on changing, the card and its candidates are of one capture", async () => {
  for (let tick = 0; tick < 10; tick++) {
    await changeTo(tick);
    const { captureId, candidates } = await card();
    expect(captureId).toBe((await world.store.pages.findForCheck(view.page.id))?.latestCaptureId);
    for (const { path, excerpt } of candidates) {
      const payload = { place: path, extent: "one", cuts: [] };
      const preview = await world.ask(ada, { method: "POST", url: `/api/v1/captures/${captureId}/preview`, payload });
      expect(preview.statusCode).toBe(200);
      expect(preview.json().excerpt).toBe(excerpt);
    }
  }
});

test("while it is in doubt the sheet of that time shows how it was last found", async () => {
  const sheet = (await world.ask(ada, { method: "POST", url: "/api/v1/sheets", payload: { title: "x" } })).json().id;
  const tile = { method: "POST", url: `/api/v1/sheets/${sheet}/tiles`, payload: { followId: view.follow.id } } as const;
  await world.ask(ada, tile);
  world.web.set(URL_OF_PAGE, TWICE);
  await world.check(view);
  const { latest } = (await world.store.follows.find(ada.id, view.follow.id))!;
  const then = await world.ask(ada, { method: "GET", url: `/api/v1/sheets/${sheet}/at?instant=${latest?.at}` });
  expect(then.json()).toMatchObject([
    { observation: { id: latest?.id, verdict: { kind: "unsure" } }, shown: { excerpt: STORY, hasContent: true } },
  ]);
});

test("none of these: what was refused is not offered again, and is kept as a labelled sample", async () => {
  world.web.set(URL_OF_PAGE, TWICE);
  await world.check(view);
  const { captureId, candidates } = await card();
  const paths: string[] = candidates.map(({ path }: { path: string }) => path);
  expect((await answer(captureId, { kind: "none", paths })).statusCode).toBe(200);
  const after = await world.store.follows.find(ada.id, view.follow.id);
  const offered = after?.latest?.verdict.kind === "unsure" ? after.latest.verdict.candidates : [];
  expect(offered.map(({ path }) => path).filter((path) => paths.includes(path))).toEqual([]);
  const samples = (await world.ask(ada, { method: "GET", url: url("corrections") })).json();
  expect(samples).toMatchObject([{ captureId, answer: { kind: "none", paths } }]);
});

test("really gone is said at once and stays said while the page changes, and the block is found again when it comes back", async () => {
  world.web.set(URL_OF_PAGE, TWICE);
  await world.check(view);
  const { captureId } = await card();
  expect((await answer(captureId, { kind: "gone" })).json()).toMatchObject({ verdict: "gone" });
  for (let tick = 1; tick < 6; tick++) {
    await changeTo(tick);
    expect((await world.store.follows.find(ada.id, view.follow.id))?.block.verdict).toBe("gone");
  }
  world.web.set(URL_OF_PAGE, heraldPage({ lead: STORY, extra: "<section><h2>Roads</h2><p>All clear</p></section>" }));
  await world.check(view);
  expect((await world.store.follows.find(ada.id, view.follow.id))?.block.verdict).toBe("found");
});
