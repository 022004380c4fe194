import { CaptureId, newId, type Person } from "@tessera/model";
import type { FollowView } from "@tessera/store";
import { afterEach, beforeEach, expect, test } from "vitest";
import { addMailChannel, toldTo, URL_OF_PAGE } from "../check/check-world.fixture.ts";
import { heraldPage, LEAD } from "../check/herald-page.fixture.ts";
import { teachFollow } from "../follow/teach-follow.ts";
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
const ROUNDABOUT = "<section><h2>Traffic</h2><p>A new roundabout is built at Weir Row</p></section>";
/** A page that goes on changing: notices come and go before everything else, so that elements change places. */
const livingPage = (tick: number) =>
  heraldPage({
    hasLead: false,
    extra: `${`<section class="notice">Update ${tick}</section>`.repeat(tick % 3)}
<section id="roads"><h2>Roads</h2><p>${STORY}, say the drivers</p></section>
<section id="river"><h2>River</h2><p>The ferry stops: ${STORY.toLowerCase()}, say the boatmen</p></section>`,
  });
const changeTo = async (tick: number) => {
  world.web.set(URL_OF_PAGE, livingPage(tick));
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

/** Everybody who is told of loss and doubt, and of a page that cannot be reached. */
const reasons = async () => (await toldTo(world, ada)).map(({ reason }) => reason);
const tellAll = () =>
  world.store.follows.change(
    ada.id,
    view.follow.id,
    { conditions: [{ kind: "unsure" }, { kind: "gone" }, { kind: "unreachable" }] },
    { now: world.now() },
  );
const outage = async () => {
  world.web.set(URL_OF_PAGE, { code: "timeout", retry: "soon", message: "slow" });
  for (let failures = 0; failures < 3; failures++) await world.check(view);
};

test("a doubt is one question however many versions of the page there are, and is told once", async () => {
  for (let tick = 0; tick < 8; tick++) await changeTo(tick);
  expect((await card()).verdict).toBe("unsure");
  const { items } = await world.store.observations.of(ada.id, view.follow.id, { limit: 9 });
  expect(items.map(({ verdict, looks }) => [verdict.kind, looks])).toEqual([
    ["unsure", 8],
    ["found", 1],
  ]);
  expect(await reasons()).toEqual(["unsure"]);
});

test("a doubt that goes on after the page was out of reach is not told again", async () => {
  await tellAll();
  await changeTo(0);
  await outage();
  await changeTo(1);
  const { items } = await world.store.observations.of(ada.id, view.follow.id, { limit: 9 });
  const verdicts = items.map(({ verdict }) => verdict.kind);
  expect(verdicts).toEqual(["unsure", "unreachable", "unsure", "found"]);
  expect(await reasons()).toEqual(["unsure", "unreachable"]);
});

test("after an answer, and after the block was found, a doubt is a new one", async () => {
  await tellAll();
  await changeTo(0);
  await answer((await card()).captureId, { kind: "gone" });
  world.web.set(URL_OF_PAGE, heraldPage({ lead: STORY }));
  await world.check(view);
  expect((await world.store.follows.find(ada.id, view.follow.id))?.block.verdict).toBe("found");
  world.web.set(URL_OF_PAGE, TWICE);
  await world.check(view);
  const { verdict } = await card();
  expect(await reasons()).toEqual(["unsure", verdict]);
});

test("the card offers nothing twice that looks the same", async () => {
  const wrapped = `<section><div class=outer><div class=inner><p>${STORY}</p></div></div></section>`;
  world.web.set(URL_OF_PAGE, heraldPage({ hasLead: false, extra: wrapped + wrapped }));
  await world.check(view);
  const { captureId, candidates } = await card();
  const excerpts: string[] = candidates.map(({ excerpt }: { excerpt: string }) => excerpt);
  expect(excerpts.filter((excerpt) => excerpt === STORY)).toHaveLength(1);
  const paths = candidates.map(({ path }: { path: string }) => path);
  await answer(captureId, { kind: "none", paths });
  const next = await world.store.follows.find(ada.id, view.follow.id);
  const offered = next?.latest?.verdict;
  const again = offered && "candidates" in offered ? offered.candidates.map(({ path }) => path) : [];
  const [refused] = paths.filter((_: string, at: number) => excerpts[at] === STORY);
  const around = refused.split("/").slice(0, 5).join("/");
  expect(again.filter((path) => path.startsWith(around))).toEqual([]);
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

const today = async () => (await world.store.follows.find(ada.id, view.follow.id))!;
/** A card that was opened while the page went on changing. */
const oldCard = async () => {
  await changeTo(0);
  const shown = await card();
  for (let tick = 1; tick <= 10; tick++) await changeTo(tick);
  return shown;
};

test("an answer to an older card is taught in the page that it shows, and the block is what it is today", async () => {
  const { captureId, teachingVersion, candidates } = await oldCard();
  const river = candidates.find(({ excerpt }: { excerpt: string }) => excerpt.endsWith("boatmen"));
  world.web.set(URL_OF_PAGE, livingPage(10).replaceAll("opens to traffic", "is open to all traffic"));
  await world.check(view);
  const given = { captureId, teachingVersion, answer: { kind: "this", path: river.path } };
  const taught = await world.ask(ada, { method: "POST", url: url("corrections"), payload: given });
  // a notice stands before both by now
  const path = river.path.replace("section[2]", "section[3]");
  expect(taught.json()).toMatchObject({ verdict: "found", path, hasNews: false });
  expect(taught.json().value).toContain("is open to all traffic");
  const { latest, page, block } = await today();
  expect(latest).toMatchObject({ captureId: page.latestCaptureId, verdict: { kind: "found", path } });
  expect(block.seenCaptureId).toBe(page.latestCaptureId);
  for (let tick = 11; tick < 15; tick++) {
    await changeTo(tick);
    expect((await today()).block.verdict).toBe("found");
  }
});

test("where today's page has moved on so far that it is in doubt again, what was answered is shown and the card asks anew", async () => {
  const { captureId, candidates } = await oldCard();
  world.web.set(URL_OF_PAGE, heraldPage({ hasLead: false, extra: ROUNDABOUT }));
  await world.check(view);
  const taught = await answer(captureId, { kind: "this", path: candidates[0].path });
  expect(taught.json()).toMatchObject({ value: candidates[0].excerpt, latestFound: { captureId } });
  expect(taught.json().verdict).not.toBe("found");
  expect((await card()).captureId).toBe((await today()).page.latestCaptureId);
});

test("none of these and really gone are meant for the page of the card, too", async () => {
  const { captureId, candidates } = await oldCard();
  const paths = candidates.map(({ path }: { path: string }) => path);
  const refused = (await answer(captureId, { kind: "none", paths })).json();
  expect(refused.latest.captureId).toBe((await today()).page.latestCaptureId);
  const offered = refused.latest.verdict.candidates.map(({ excerpt }: { excerpt: string }) => excerpt);
  expect(offered.filter((excerpt: string) => excerpt.startsWith(STORY))).toEqual([]);
  const gone = (await answer(captureId, { kind: "gone" })).json();
  expect(gone).toMatchObject({ verdict: "gone", latest: { captureId: (await today()).page.latestCaptureId } });
  await changeTo(11);
  expect((await today()).block.verdict).toBe("gone");
});

test("an answer that no longer fits teaches nothing and says why", async () => {
  const { captureId, teachingVersion, candidates } = await oldCard();
  const this1 = { kind: "this", path: candidates[0].path };
  const give = (payload: object) => world.ask(ada, { method: "POST", url: url("corrections"), payload });
  const samples = async () => (await world.ask(ada, { method: "GET", url: url("corrections") })).json().length;

  const elsewhere = { kind: "this", path: "html[1]/body[1]/main[1]/section[9]/p[1]" };
  expect(await give({ captureId, teachingVersion, answer: elsewhere })).toMatchObject({ statusCode: 422 });
  const some = { kind: "none", paths: [candidates[0].path, elsewhere.path] };
  expect(await give({ captureId, teachingVersion, answer: some })).toMatchObject({ statusCode: 422 });
  const swept = newId(CaptureId, 0);
  const outdated = { statusCode: 412 };
  expect(await give({ captureId: swept, teachingVersion, answer: this1 })).toMatchObject(outdated);
  expect(await samples()).toBe(0);

  expect(await give({ captureId, teachingVersion, answer: this1 })).toMatchObject({ statusCode: 200 });
  // from another window, in which the card is still open
  const twice = await give({ captureId, teachingVersion, answer: { kind: "gone" } });
  expect(twice).toMatchObject(outdated);
  expect(twice.json()).toMatchObject({
    code: "changed-meanwhile",
    detail: expect.stringContaining("Nothing was taught"),
  });
  const { path } = (await today()).block;
  await world.ask(ada, { method: "PUT", url: url("pick"), payload: { path } });
  expect(await give({ captureId, teachingVersion: teachingVersion + 1, answer: this1 })).toMatchObject(outdated);
  await world.ask(ada, { method: "DELETE", url: `/api/v1/follows/${view.follow.id}` });
  expect(await give({ captureId, answer: this1 })).toMatchObject({ statusCode: 404 });
  expect(await samples()).toBe(1);
  expect((await today()).block.verdict).toBe("found");
});

test("a block that was found is corrected in the page of its card as well", async () => {
  const wrong = heraldPage({ lead: STORY, below: "<p class=note>The ferry runs until the bridge is open</p>" });
  world.web.set(URL_OF_PAGE, wrong);
  await world.check(view);
  const { latest, block } = await today();
  const path = "html[1]/body[1]/main[1]/section[1]/p[2]";
  world.web.set(URL_OF_PAGE, wrong.replace('<main id="front">', '<main id="front"><section>Update</section>'));
  await world.check(view);
  const payload = { captureId: latest?.captureId, teachingVersion: block.lessons, answer: { kind: "this", path } };
  const taught = await world.ask(ada, { method: "POST", url: url("corrections"), payload });
  expect(taught.json()).toMatchObject({ verdict: "found", path: path.replace("section[1]", "section[2]") });
  expect(taught.json().value).toContain("The ferry runs");
});

test("after an answer the other lost blocks of the person are looked for beside it, and nobody else's", async () => {
  const sport = { kind: "css" as const, selector: ".sport" };
  const [bob, other] = [await world.addPerson(), await world.follow(ada, sport)];
  const foreign = await world.follow(bob, { kind: "css", selector: ".weather" });
  const without = heraldPage({ hasLead: false }).replace(/<section class="sport">.*<\/section>/s, "");
  world.web.set(URL_OF_PAGE, without.replace(/<aside.*<\/aside>/s, ""));
  await world.check(view);
  const read = async ({ follow }: FollowView) => (await world.store.follows.find(follow.personId, follow.id))!;
  const captureId = (await read(view)).latest!.captureId!;
  const path = "html[1]/body[1]/main[1]/section[1]/h2[1]";
  const before = world.jobs.length;
  const given = { personId: ada.id, followId: view.follow.id, captureId, answer: { kind: "this", path } } as never;
  expect(await teachFollow(given, world.parts)).toMatchObject({ kind: "taught" });
  const together = world.jobs.slice(before).find(({ known }) => known);
  expect(together?.known).toEqual([{ blockId: (await read(view)).block.id, path }]);
  const ids = together?.blocks.map(({ block }) => block.id);
  expect(ids).toEqual([view, other].map(({ block }) => block.id));
  expect(ids).not.toContain(foreign.block.id);
  expect((await read(other)).block.verdict).toMatch(/gone|unsure/);
});
