import { ALL_TRACERS } from "@tessera/engine/papers";
import { LENSES, type Person, TRACER_NAMES } from "@tessera/model";
import type { FollowView } from "@tessera/store";
import { afterEach, beforeEach, expect, test } from "vitest";
import { URL_OF_PAGE } from "../check/check-world.fixture.ts";
import { heraldPage, LEAD } from "../check/herald-page.fixture.ts";
import { type ApiWorld, openApiWorld } from "./api-world.fixture.ts";

let world: ApiWorld;
let ada: Person;
let view: FollowView;
beforeEach(async () => {
  world = await openApiWorld();
  ada = await world.addPerson();
  world.web.set(URL_OF_PAGE, heraldPage({ lead: STORY }));
  view = await world.follow(ada, LEAD);
});
afterEach(() => world.close());

const STORY = "The old bridge opens to traffic on Sunday at noon";
/** Another story stands where it stood, and it has gone to a section of its own. */
const MOVED = heraldPage({
  lead: "Rain is expected for the whole of next week",
  below: `<div class="roads"><p>${STORY}</p></div>`,
});

const ask = async (method: "GET" | "PUT" | "POST", rest: string, payload?: object) =>
  (
    await world.ask(ada, { method, url: `/api/v1/follows/${view.follow.id}${rest}`, ...(payload && { payload }) })
  ).json();
const followBy = (tracer: string) => ask("PUT", "/pick", { tracer });
const memory = async () => (await world.store.checks.block((await ask("GET", "")).latest && blockId(view)))!;
const blockId = ({ block }: FollowView) => block.id;

test("the model names every tracer of the engine, and nothing else", () => {
  expect([...TRACER_NAMES].sort()).toEqual(ALL_TRACERS.map(({ name }) => name).sort());
});

test.each([
  [LENSES.path, "Rain is expected for the whole of next week"],
  [LENSES.place, "Rain is expected for the whole of next week"],
  [LENSES.content, STORY],
])("a follow by %s finds what it is to find, and its history says by what", async (tracer, text) => {
  expect(await followBy(tracer)).toMatchObject({ tracer, verdict: "found", value: STORY });
  world.web.set(URL_OF_PAGE, MOVED);
  await world.check(view);
  expect(await ask("GET", "")).toMatchObject({ tracer, verdict: "found", value: text });
  const { items } = await ask("GET", "/history?changesOnly=false");
  expect(items[0]).toMatchObject({ foundBy: tracer, verdict: { tracer } });
});

test("the usual way has no name in what is stored, and one in what is told", async () => {
  world.web.set(URL_OF_PAGE, heraldPage({ lead: `${STORY}, at last` }));
  await world.check(view);
  const reply = await ask("GET", "");
  expect(reply).toMatchObject({ tracer: "fused", latest: { foundBy: "fused" } });
  expect(reply.latest.verdict).not.toHaveProperty("tracer");
  expect(reply.pick).not.toHaveProperty("tracer");
});

test("what a tracer knew is there again when one comes back to it", async () => {
  world.web.set(URL_OF_PAGE, heraldPage({ lead: `${STORY}, at last` }));
  await world.check(view);
  const before = await memory();
  await followBy(LENSES.path);
  expect((await memory()).memory.tracer).toBe(LENSES.path);
  world.web.set(URL_OF_PAGE, MOVED);
  await world.check(view);
  // the path has led to another story meanwhile
  expect((await ask("GET", "")).value).toBe("Rain is expected for the whole of next week");
  expect((await memory()).shelved).toEqual({ fused: { memory: before.memory, at: expect.any(Number) } });
  const back = await followBy("fused");
  expect(back.tracer).toBe("fused");
  const { shelved, memory: now } = await memory();
  expect(now.tracer).toBe("fused");
  expect(Object.keys(shelved ?? {})).toEqual([LENSES.path]);
});

test("an answer by one lens is known to the next one, and another element clears what the others knew", async () => {
  await followBy(LENSES.content);
  world.web.set(URL_OF_PAGE, heraldPage({ lead: "Rain is expected for the whole of next week" }));
  await world.check(view);
  const card = await ask("GET", "/repair").catch(() => null);
  const lead = "html[1]/body[1]/main[1]/section[1]/p[1]";
  const captureId = card?.captureId ?? (await ask("GET", "")).latest.captureId;
  await ask("POST", "/corrections", { captureId, answer: { kind: "this", path: lead } });
  expect(await ask("GET", "")).toMatchObject({ verdict: "found", path: lead });
  // the same words at the same path: both lenses agree, because both know the answer
  expect(await followBy(LENSES.path)).toMatchObject({ verdict: "found", path: lead });
  expect(Object.keys((await memory()).shelved ?? {}).sort()).toEqual([LENSES.content, "fused"].sort());
  const weather = "html[1]/body[1]/aside[1]";
  expect(await ask("PUT", "/pick", { path: weather })).toMatchObject({ tracer: LENSES.path, path: weather });
  expect(await memory()).not.toHaveProperty("shelved");
});

test("two people with different lenses on one element have a block each, and one capture", async () => {
  const eve = await world.addPerson();
  const body = { source: { url: URL_OF_PAGE }, wish: LEAD, captureId: view.block.firstCaptureId };
  const post = (tracer?: string) =>
    world.ask(eve, { method: "POST", url: "/api/v1/follows", payload: { ...body, ...(tracer && { tracer }) } });
  const [same, other, again] = [await post(), await post(LENSES.path), await post(LENSES.path)].map((one) =>
    one.json(),
  );
  const ids = await Promise.all(
    [same, other, again].map(async ({ id }) => (await world.store.follows.find(eve.id, id))?.block.id),
  );
  expect(ids[0]).toBe(view.block.id);
  expect(ids[1]).not.toBe(view.block.id);
  expect(ids[2]).toBe(ids[1]);
  world.web.set(URL_OF_PAGE, MOVED);
  await world.check(view);
  expect(world.jobs.at(-1)?.blocks).toHaveLength(2);
  const verdicts = await Promise.all([same, other].map(({ id }) => world.store.follows.find(eve.id, id)));
  expect(verdicts.map((each) => each?.latest?.verdict)).toEqual([
    expect.not.objectContaining({ tracer: expect.anything() }),
    expect.objectContaining({ tracer: LENSES.path }),
  ]);
});

test("a lens that finds nothing for sure asks on the card, and goes on from the answer", async () => {
  await followBy(LENSES.path);
  world.web.set(
    URL_OF_PAGE,
    heraldPage({ lead: STORY }).replace("<main", "<div><main").replace("</main>", "</main></div>"),
  );
  await world.check(view);
  const card = await ask("GET", "/repair");
  expect(card).toMatchObject({ verdict: "unsure", before: { excerpt: STORY } });
  const right = card.candidates.find(({ excerpt }: { excerpt: string }) => excerpt === STORY);
  expect(right).toBeDefined();
  const taught = await ask("POST", "/corrections", {
    captureId: card.captureId,
    answer: { kind: "this", path: right.path },
  });
  expect(taught).toMatchObject({ verdict: "found", path: right.path, tracer: LENSES.path });
  await world.check(view);
  expect(await ask("GET", "")).toMatchObject({ verdict: "found", path: right.path });
});

test("words that are all new are asked about with what stands in their place ahead, until somebody says that they are gone", async () => {
  await followBy(LENSES.content);
  const rain = "Rain is expected for the whole of next week";
  world.web.set(URL_OF_PAGE, heraldPage({ lead: rain }));
  await world.check(view);
  const card = await ask("GET", "/repair");
  expect(card).toMatchObject({ verdict: "unsure", before: { excerpt: STORY } });
  expect(card.candidates[0]).toMatchObject({ excerpt: rain });
  const gone = await ask("POST", "/corrections", { captureId: card.captureId, answer: { kind: "gone" } });
  // history says by which tracer, as of every other look
  expect(gone.latest.verdict).toMatchObject({ kind: "gone", tracer: LENSES.content });
  world.web.set(URL_OF_PAGE, heraldPage({ lead: `${rain}, and storms` }));
  await world.check(view);
  expect(await ask("GET", "")).toMatchObject({ verdict: "gone" });
  world.web.set(URL_OF_PAGE, MOVED);
  await world.check(view);
  expect(await ask("GET", "")).toMatchObject({ verdict: "found", value: STORY });
});

test("a tracer that nobody knows is refused", async () => {
  const answer = await world.ask(ada, {
    method: "PUT",
    url: `/api/v1/follows/${view.follow.id}/pick`,
    payload: { tracer: "nobody" },
  });
  expect(answer.statusCode).toBe(422);
});
