import { newId, ObservationId, type Person, PersonId, type StoredContent } from "@tessera/model";
import { afterEach, beforeEach, expect, test } from "vitest";
import { teachFollow } from "../follow/teach-follow.ts";
import { checkPage } from "./check-page.ts";
import { addMailChannel, type CheckWorld, MINUTE, openCheckWorld, toldTo, URL_OF_PAGE } from "./check-world.fixture.ts";
import { heraldPage, LEAD } from "./herald-page.fixture.ts";

let world: CheckWorld;
beforeEach(async () => {
  world = await openCheckWorld();
});
afterEach(async () => {
  await world.store.close();
});

/** A story whose first words are all that changes. */
const said = (words: string) => `${words}, says the council of the town by the river`;
const page = (words: string) => heraldPage({ lead: said(words) });
const slow = { code: "timeout" as const, retry: "soon" as const, message: "slow" };

const told = (person: Person) => toldTo(world, person);

test("a change is found, kept with its difference, and told", async () => {
  world.web.set(URL_OF_PAGE, page("Bridge opens at 5"));
  const ada = await world.addPerson();
  const view = await world.follow(ada, LEAD, { channels: [await addMailChannel(world, ada)] });
  expect(view).toMatchObject({ follow: { title: said("Bridge opens at 5") }, latest: { change: "first", looks: 1 } });

  world.web.set(URL_OF_PAGE, page("Bridge opens at 7"));
  expect(await world.check(view)).toEqual({ kind: "checked", page: "page", changes: 1, isLayoutLost: false });
  const after = await world.store.follows.find(ada.id, view.follow.id);
  expect(after).toMatchObject({ page: { title: "Herald", failures: 0 }, latest: { change: "changed" } });
  expect(after?.page.dueAt).toBe(world.now() + 10 * MINUTE);
  const content = JSON.parse((await world.store.bodies.readText(after!.latest!.content!))!) as StoredContent;
  expect(content).toMatchObject({ text: said("Bridge opens at 7"), steady: null });
  expect(await world.store.bodies.readText(after!.latest!.diff!)).toContain("added");
  expect(await told(ada)).toMatchObject([{ reason: "any-change", before: said("Bridge opens at 5") }]);
  expect((await world.store.upkeep.examine({ now: world.now(), repair: false })).findings).toEqual([]);
});

test("an unchanged page costs no trace and makes the run longer", async () => {
  world.web.set(URL_OF_PAGE, page("Quiet day"));
  const ada = await world.addPerson();
  const view = await world.follow(ada, LEAD);
  expect(await world.check(view)).toEqual({ kind: "checked", page: "unchanged", changes: 0, isLayoutLost: false });
  await world.check(view);
  expect(world.jobs.filter(({ blocks }) => blocks.length > 0)).toEqual([]);
  const after = await world.store.follows.find(ada.id, view.follow.id);
  expect(after?.latest).toMatchObject({ looks: 3, lastAt: world.now(), change: "first" });
  expect((await world.store.upkeep.facts()).counts).toMatchObject({ captures: 1, observations: 1 });
});

test("a hundred people on one block cost one capture and one trace", async () => {
  world.web.set(URL_OF_PAGE, page("Rain"));
  const views = [];
  for (let count = 0; count < 100; count++) views.push(await world.follow(await world.addPerson(), LEAD));
  expect(world.web.asked).toHaveLength(1);
  expect((await world.store.upkeep.facts()).counts).toMatchObject({ follows: 100, blocks: 1, observations: 1 });

  world.web.set(URL_OF_PAGE, page("Sun"));
  await world.check(views[0]!);
  expect(world.web.asked).toHaveLength(2);
  const traced = world.jobs.filter(({ blocks }) => blocks.length > 0);
  expect(traced.map(({ blocks }) => blocks.length)).toEqual([1]);
  expect((await world.store.upkeep.facts()).counts).toMatchObject({ captures: 2, observations: 2 });
  for (const { follow } of views) {
    const view = await world.store.follows.find(follow.personId, follow.id);
    expect(view?.latest).toMatchObject({ excerpt: said("Sun"), change: "changed" });
  }
});

test("a vanished block is gone, keeps its last content, and is told when it comes back", async () => {
  world.web.set(URL_OF_PAGE, page("Here"));
  const ada = await world.addPerson();
  const channels = [await addMailChannel(world, ada)];
  const conditions = [{ kind: "gone" as const }, { kind: "back" as const }];
  const view = await world.follow(ada, LEAD, { channels, conditions });
  world.web.set(URL_OF_PAGE, heraldPage({ hasLead: false }));
  await world.check(view);
  const gone = await world.store.follows.find(ada.id, view.follow.id);
  expect(gone).toMatchObject({
    block: { verdict: "gone" },
    latest: { content: null },
    latestFound: { excerpt: said("Here") },
  });
  await world.check(view);
  world.web.set(URL_OF_PAGE, page("Here"));
  await world.check(view);
  const back = await world.store.follows.find(ada.id, view.follow.id);
  expect(back).toMatchObject({ block: { verdict: "found" }, latest: { change: "verdict", excerpt: said("Here") } });
  expect((await told(ada)).map(({ reason }) => reason)).toEqual(["gone", "back"]);
});

/** The same story in other markup, above a page that has nothing else in common with the one before. */
const redesigned = (words: string) =>
  heraldPage({ lead: said(words) })
    .replace(
      "<header",
      `<div><div><span>${"<b>new</b><table><tr><td>design</td></tr></table>".repeat(9)}</span></div></div><header`,
    )
    .replaceAll("section", "article");
const wall = `<title>Just a moment...</title><body><h1>Checking your browser before accessing news.example</h1>
<p>Please enable JavaScript and cookies to continue</p><form id="challenge-form" action="/cdn-cgi/challenge"></form></body>`;

test("a redesign is told by the page and by the observation that went through it", async () => {
  world.web.set(URL_OF_PAGE, page("Here"));
  const ada = await world.addPerson();
  const view = await world.follow(ada, LEAD);
  world.web.set(URL_OF_PAGE, redesigned("Here"));
  await world.check(view);
  const redesign = { at: world.now(), similarity: expect.any(Number) };
  const through = await world.store.follows.find(ada.id, view.follow.id);
  expect(through).toMatchObject({ page: { redesign }, latest: { change: "first", looks: 2, redesign } });
  world.web.set(URL_OF_PAGE, redesigned("There"));
  await world.check(view);
  const after = await world.store.follows.find(ada.id, view.follow.id);
  expect(after).toMatchObject({ page: { redesign }, latest: { change: "changed", redesign: null } });
});

test("a block that got lost in a redesign says so until it is found again", async () => {
  world.web.set(URL_OF_PAGE, page("Here"));
  const ada = await world.addPerson();
  const view = await world.follow(ada, LEAD);
  world.web.set(URL_OF_PAGE, redesigned("Here").replace(/<p id="lead-story".*?<\/p>/, ""));
  await world.check(view);
  const redesign = { at: world.now() };
  world.web.set(URL_OF_PAGE, redesigned("Here"));
  await world.check(view);
  const { items } = await world.store.observations.of(ada.id, view.follow.id, { limit: 9 });
  expect(items).toMatchObject([
    { verdict: { kind: "found" }, redesign },
    { verdict: { kind: "gone" }, redesign },
    { verdict: { kind: "found" }, redesign: null },
  ]);
});

test("a wall in front of a page is no redesign of it", async () => {
  world.web.set(URL_OF_PAGE, page("Here"));
  const ada = await world.addPerson();
  const view = await world.follow(ada, LEAD, {}, { url: URL_OF_PAGE, fetcher: "http" });
  for (const html of [wall, page("Here")]) {
    world.web.set(URL_OF_PAGE, html);
    await world.check(view);
  }
  const { items } = await world.store.observations.of(ada.id, view.follow.id, { limit: 9 });
  expect(items.map(({ verdict, redesign }) => [verdict.kind, redesign])).toEqual([
    ["found", null],
    ["blocked", null],
    ["found", null],
  ]);
  expect((await world.store.captures.of(ada.id, view.page.id, { limit: 9 })).items[0]?.change?.kind).toBe("redesign");
  expect((await world.store.pages.findForCheck(view.page.id))?.redesign).toBeNull();
});

test("failures back off, and only lasting ones make the block unreachable", async () => {
  world.web.set(URL_OF_PAGE, page("Here"));
  const ada = await world.addPerson();
  const channels = [await addMailChannel(world, ada)];
  const view = await world.follow(ada, LEAD, { channels, conditions: [{ kind: "unreachable" }] });
  world.web.set(URL_OF_PAGE, slow);
  for (const [failures, waitMs] of [
    [1, MINUTE],
    [2, 2 * MINUTE],
    [3, 4 * MINUTE],
    [4, 8 * MINUTE],
  ] as const) {
    await world.check(view);
    const after = await world.store.follows.find(ada.id, view.follow.id);
    expect(after?.page).toMatchObject({ failures, trouble: slow, dueAt: world.now() + waitMs });
    expect(after?.block.verdict).toBe(failures < 3 ? "found" : "unreachable");
    expect(after?.latestFound?.excerpt).toBe(said("Here"));
  }
  world.web.set(URL_OF_PAGE, page("Here"));
  expect(await world.check(view)).toMatchObject({ page: "unchanged" });
  const after = await world.store.follows.find(ada.id, view.follow.id);
  expect(after).toMatchObject({ page: { failures: 0, trouble: null }, block: { verdict: "found" } });
  expect((await told(ada)).map(({ reason }) => reason)).toEqual(["unreachable"]);
});

test("with a second look asked for, a flicker is not told and a lasting change is", async () => {
  world.web.set(URL_OF_PAGE, page("Steady"));
  const ada = await world.addPerson();
  const quiet = { volatileParts: true, lines: [], order: true, secondLook: true };
  const view = await world.follow(ada, LEAD, { channels: [await addMailChannel(world, ada)], quiet });
  world.web.set(URL_OF_PAGE, page("Flicker"));
  await world.check(view);
  expect((await world.store.pages.findForCheck(view.page.id))?.dueAt).toBe(world.now() + MINUTE);
  world.web.set(URL_OF_PAGE, page("Steady"));
  await world.check(view);
  expect(await told(ada)).toEqual([]);
  world.web.set(URL_OF_PAGE, page("Lasting"));
  await world.check(view);
  expect(await told(ada)).toEqual([]);
  // the page has not changed since: the stored capture is looked at
  expect(await world.check(view)).toMatchObject({ page: "unchanged" });
  expect(await told(ada)).toMatchObject([{ before: said("Steady"), after: said("Lasting") }]);
  await world.check(view);
  expect(await told(ada)).toHaveLength(1);
});

test("a number that creeps is measured from what was told last", async () => {
  const price = (euros: number) => page(`€${euros}.00`);
  world.web.set(URL_OF_PAGE, price(100));
  const ada = await world.addPerson();
  const condition = {
    kind: "number-changed-by" as const,
    amount: 10,
    unit: "percent" as const,
    direction: "any" as const,
    which: null,
  };
  const view = await world.follow(ada, LEAD, { channels: [await addMailChannel(world, ada)], conditions: [condition] });
  for (const euros of [97, 94, 91, 89]) {
    world.web.set(URL_OF_PAGE, price(euros));
    await world.check(view);
  }
  expect(await told(ada)).toHaveLength(1);
});

test("a block that only the rendered page shows turns the page over to the browser", async () => {
  world.web.set(URL_OF_PAGE, page("Rendered"), "browser");
  world.web.set(URL_OF_PAGE, page("Rendered"), "http");
  const ada = await world.addPerson();
  const view = await world.follow(ada, LEAD);
  world.web.set(URL_OF_PAGE, "<body><div id=app></div>", "http");
  world.web.set(URL_OF_PAGE, page("Rendered again"), "browser");
  await world.check(view);
  const after = await world.store.follows.find(ada.id, view.follow.id);
  expect(after).toMatchObject({
    page: { fetcher: { fetcher: "browser", reason: "not-in-raw-html" } },
    latest: { excerpt: said("Rendered again") },
  });
  world.web.asked.length = 0;
  await world.check(view);
  expect(world.web.asked.map(({ fetcher }) => fetcher)).toEqual(["browser"]);
});

test("a wall in front of the raw page turns the page over to the browser; a failure of another kind does not", async () => {
  world.web.set(URL_OF_PAGE, page("Open"));
  const ada = await world.addPerson();
  const view = await world.follow(ada, LEAD);
  world.web.set(URL_OF_PAGE, slow, "http");
  await world.check(view);
  expect(world.web.asked.map(({ fetcher }) => fetcher)).not.toContain("browser");
  world.web.set(URL_OF_PAGE, { code: "blocked", retry: "later", message: "status 403", status: 403 }, "http");
  world.web.set(URL_OF_PAGE, page("Behind the wall"), "browser");
  await world.check(view);
  expect(await world.store.follows.find(ada.id, view.follow.id)).toMatchObject({
    page: { fetcher: { fetcher: "browser", reason: "blocked-in-raw-html" } },
    latest: { excerpt: said("Behind the wall") },
  });
});

test("a memory of another tracer is learned anew from the page it was picked in", async () => {
  world.web.set(URL_OF_PAGE, page("One"));
  const ada = await world.addPerson();
  const view = await world.follow(ada, LEAD);
  const memory = { tracer: "long-gone", version: 7 };
  const [latest, now] = [view.latest!, world.now()];
  const observation = { ...latest, id: newId(ObservationId, now) };
  const repick = { pick: view.block.pick, memory, firstCaptureId: null, observation, now };
  await world.store.follows.repick(ada.id, view.follow.id, repick);
  world.web.set(URL_OF_PAGE, page("Two"));
  await world.check(view);
  const after = await world.store.follows.find(ada.id, view.follow.id);
  expect(after?.latest).toMatchObject({ excerpt: said("Two"), verdict: { kind: "found" } });
  expect((await world.store.checks.block(view.block.id))?.memory.tracer).not.toBe("long-gone");
});

test("what a person teaches is shown at once and survives the next check", async () => {
  world.web.set(URL_OF_PAGE, heraldPage({ lead: "wrong", below: "<p class=second>right</p>" }));
  const ada = await world.addPerson();
  const view = await world.follow(ada, LEAD);
  const answer = { kind: "this" as const, path: "html[1]/body[1]/main[1]/section[1]/p[2]" };
  const captureId = view.page.latestCaptureId!;
  const given = { personId: ada.id, followId: view.follow.id, captureId, answer };
  const taught = await teachFollow(given, world.parts);
  expect(taught).toMatchObject({ kind: "taught", view: { latest: { excerpt: "right" }, block: { lessons: 1 } } });
  const nowhere = await teachFollow({ ...given, answer: { kind: "this", path: "html[1]/body[1]/p[9]" } }, world.parts);
  expect(nowhere).toEqual({ kind: "elsewhere" });
  const stranger = await teachFollow({ ...given, personId: newId(PersonId, 0) }, world.parts);
  expect(stranger).toEqual({ kind: "missing" });
});

test("a page that nobody follows any more is taken off the schedule unfetched", async () => {
  world.web.set(URL_OF_PAGE, page("Here"));
  const ada = await world.addPerson();
  const view = await world.follow(ada, LEAD);
  await world.store.follows.remove(ada.id, view.follow.id, world.now());
  const asked = world.web.asked.length;
  const request = { now: world.now() + MINUTE, limit: 9, leaseMs: MINUTE, holder: "serve:test" };
  const [claim] = await world.store.checks.claim(request);
  expect(await checkPage(claim!, world.parts)).toEqual({ kind: "unwanted" });
  expect(world.web.asked).toHaveLength(asked);
  expect(await world.store.checks.nextDueAt()).toBeNull();
});

test("a check that lost its claim writes nothing", async () => {
  world.web.set(URL_OF_PAGE, page("Here"));
  const ada = await world.addPerson();
  const view = await world.follow(ada, LEAD);
  const request = { now: world.now(), leaseMs: MINUTE, holder: "serve:test" };
  const slowClaim = (await world.store.checks.claimPage(view.page.id, request))!;
  await world.store.checks.claimPage(view.page.id, { ...request, now: world.now() + 2 * MINUTE });
  world.web.set(URL_OF_PAGE, page("There"));
  expect(await checkPage(slowClaim, world.parts)).toEqual({ kind: "lost" });
  expect((await world.store.follows.find(ada.id, view.follow.id))?.latest?.excerpt).toBe(said("Here"));
});
