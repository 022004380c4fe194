import type { Person } from "@tessera/model";
import type { ChangeReply, ReplyOf } from "@tessera/model/api";
import { afterEach, beforeEach, expect, test } from "vitest";
import { addMailChannel, toldTo, URL_OF_PAGE } from "../check/check-world.fixture.ts";
import { heraldPage, LEAD } from "../check/herald-page.fixture.ts";
import { type ApiWorld, openApiWorld } from "./api-world.fixture.ts";

let world: ApiWorld;
let ada: Person;
beforeEach(async () => {
  world = await openApiWorld();
  ada = await world.addPerson();
});
afterEach(() => world.close());

const show = (html: string) => world.web.set(URL_OF_PAGE, html);
const get = async <T>(path: string, person = ada): Promise<T> =>
  (await world.ask(person, { method: "GET", url: `/api/v1${path}` })).json();
const post = async (path: string, payload: object) =>
  (await world.ask(ada, { method: "POST", url: `/api/v1${path}`, payload })).json();
const changes = async (query = ""): Promise<readonly ChangeReply[]> =>
  (await get<{ items: ChangeReply[] }>(`/changes${query}`)).items;

async function lampWithChanges() {
  show(heraldPage({ lead: "129 €" }));
  const lamp = await world.follow(ada, LEAD, { title: "Lamp" });
  for (const lead of ["119 €", "99 €"]) {
    show(heraldPage({ lead }));
    await world.check(lamp);
  }
  return lamp;
}

test("everything that changed is told in sentences, with what was and what is and the way to that moment", async () => {
  const lamp = await lampWithChanges();
  const [latest, earlier, ...others] = await changes();
  expect(others).toEqual([]);
  expect(earlier?.sentence).toBe("Lamp: 129 € → 119 € (−10 €, −7.8%)");
  expect(latest).toMatchObject({
    ...{ followId: lamp.follow.id, title: "Lamp", sheet: null, verdict: "found", reason: "any-change", isSeen: false },
    ...{ sentence: "Lamp: 119 € → 99 € (−20 €, −17%)", before: "119 €", after: "99 €", page: "Herald" },
    ...{ link: `/follows/${lamp.follow.id}/history?at=${latest?.observationId}`, sourceUrl: URL_OF_PAGE },
  });
  expect(await changes(`?since=${latest!.at}`)).toHaveLength(1);
  expect(await changes(`?until=${latest!.at}`)).toHaveLength(1);
  const { next } = await get<ReplyOf<"GET /changes">>("/changes?limit=1");
  expect((await changes(`?after=${next}`)).map(({ at }) => at)).toEqual([earlier?.at]);
});

test("a change that is told on a channel is told in the same words", async () => {
  const channel = await addMailChannel(world, ada);
  show(heraldPage({ lead: "129 €" }));
  const lamp = await world.follow(ada, LEAD, { title: "Lamp", channels: [channel] });
  show(heraldPage({ lead: "99 €" }));
  await world.check(lamp);
  const [message] = await toldTo(world, ada);
  const [change] = await changes();
  expect(message).toMatchObject({ summary: change?.summary, link: change?.link, pageTitle: "Herald" });
});

test("sentences are in the language of the person", async () => {
  await world.store.people.change(ada.id, { locale: "de" }, { now: world.now() });
  await lampWithChanges();
  expect((await changes())[0]?.sentence.replace(/\s/g, " ")).toBe("Lamp: 119 € → 99 € (−20 €, −17 %)");
});

test("what is gone is told with what it last said, and what came back too", async () => {
  show(heraldPage({ lead: "129 €" }));
  const lamp = await world.follow(ada, LEAD, { title: "Lamp" });
  show(heraldPage({ hasLead: false }));
  await world.check(lamp);
  show(heraldPage({ lead: "129 €" }));
  await world.check(lamp);
  const [back, gone] = await changes();
  expect(gone).toMatchObject({ before: "129 €", summary: null });
  expect(gone?.sentence).toMatch(/^Lamp (is gone from its page|may have moved: please have a look)$/);
  expect(back?.sentence).toMatch(/^Lamp is back/);
});

test("changes are seen one by one or all at once, and counted", async () => {
  const lamp = await lampWithChanges();
  const [latest, earlier] = await changes();
  expect(await get("/changes/unseen")).toEqual({ count: 2 });
  const payload = { observationId: earlier!.observationId };
  await world.ask(ada, { method: "POST", url: `/api/v1/follows/${lamp.follow.id}/seen`, payload });
  expect((await changes("?unseen=true")).map(({ at }) => at)).toEqual([latest?.at]);
  expect(await post("/changes/seen", { since: latest!.at + 1, until: latest!.at + 2 })).toEqual({
    follows: 0,
    first: [],
  });
  const seen = await post("/changes/seen", { until: latest!.at });
  const of = { followId: lamp.follow.id, observationId: latest!.observationId };
  expect(seen).toEqual({ follows: 1, first: [of] });
  expect(await get("/changes/unseen")).toEqual({ count: 0 });
  expect((await changes()).map(({ isSeen }) => isSeen)).toEqual([true, true]);
  expect(await post("/changes/unseen", { changes: seen.first })).toEqual({ follows: 1 });
  expect((await changes()).map(({ isSeen }) => isSeen)).toEqual([false, true]);
});

test("nobody sees or marks what changed for another", async () => {
  await lampWithChanges();
  const bob = await world.addPerson();
  expect(await get("/changes", bob)).toEqual({ items: [], next: null });
  const payload = { until: world.now() };
  await world.ask(bob, { method: "POST", url: "/api/v1/changes/seen", payload });
  expect(await get("/changes/unseen")).toEqual({ count: 2 });
  const { first } = await post("/changes/seen", payload);
  await world.ask(bob, { method: "POST", url: "/api/v1/changes/unseen", payload: { changes: first } });
  expect(await get("/changes/unseen")).toEqual({ count: 0 });
});

test("the preview shows a sample, or the last change in the chosen parts", async () => {
  const form = { parts: ["title", "after", "source"] };
  const sample = await post("/message-preview", { form, of: "last" });
  expect(sample).toMatchObject({ isSample: true, title: "2 new in Jobs: Job number 4, Job number 3" });
  await lampWithChanges();
  const last = await post("/message-preview", { form, of: "last" });
  expect(last).toEqual({
    ...{ title: "Lamp: 119 € → 99 € (−20 €, −17%)", text: `Lamp\nAfter: 99 €\nSource: ${URL_OF_PAGE}` },
    ...{ hasPicture: false, isSample: false, digest: null },
  });
  const onMail = await post("/message-preview", { form, of: "last", digestOn: "email" });
  const source = `Source: ${URL_OF_PAGE}`;
  expect(onMail.digest).toEqual({
    title: "2 changes: Lamp",
    text: `Lamp\nAfter: 119 €\n${source}\n\nLamp\nAfter: 99 €\n${source}`,
  });
  const usual = await post("/message-preview", { form: null, digestOn: "ntfy" });
  expect(usual.digest.text).toMatch(
    /^• Visitors: 38 → 44 \(\+6, \+16%\)\n• 2 new in Jobs: .*\n\nhttp:\/\/localhost\/changes$/s,
  );
  expect((await post("/message-preview", { form: { parts: ["no such part"] } })).code).toBe("invalid");
});

test("a webhook without a secret is taken, with a warning that stays", async () => {
  const url = "https://hooks.example/x";
  const bare = await post("/channels", { name: "h", target: { kind: "webhook", url, signingSecret: null } });
  expect(bare.warnings).toEqual(["unsigned"]);
  const [listed] = await get<ReplyOf<"GET /channels">>("/channels");
  expect(listed).toMatchObject({ warnings: ["unsigned"], target: { signingSecret: null } });
  const target = { kind: "webhook", url, signingSecret: "a secret of ours" };
  expect((await post("/channels", { name: "h", target })).warnings).toEqual([]);
});

test("the times of a digest are said by the clock or by cron, and the next three are told", async () => {
  const target = { kind: "email", to: "a@example.org" };
  const made = async (pattern: string) =>
    post("/channels", { name: "d", target, gathering: { kind: "digest", pattern, timeZone: "Europe/Vienna" } });
  const at = (days: number) => Date.UTC(2026, 0, 15 + days, 7);
  // 15 January 2026 is a Thursday
  expect((await made("08:00 mon-fri")).nextDigests).toEqual([at(1), at(4), at(5)]);
  expect((await made("0 8 * * *")).nextDigests).toEqual([at(1), at(2), at(3)]);
  expect(await made("8 o'clock")).toMatchObject({ code: "invalid" });
  // the thirtieth of February, and a year that is over
  for (const never of ["0 0 30 2 *", "0 0 8 1 1 * 2020"]) {
    expect(await made(never), never).toMatchObject({ code: "invalid", detail: "this pattern never comes round" });
  }
  expect((await post("/channels", { name: "e", target })).nextDigests).toEqual([]);
});
