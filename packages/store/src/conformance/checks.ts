/** What every store promises about claims and about the one transaction of a check. */
import { type LiveEvent, newId, type Observation, ObservationId, type Page } from "@tessera/model";
import { describe, expect, test } from "vitest";
import { packBody } from "../contract/body.ts";
import type { ObservedBlock } from "../contract/check-records.ts";
import { packMemory, unpackMemory } from "../contract/packed-memory.ts";
import type { Store } from "../contract/store.ts";
import {
  aCapture,
  aChannel,
  aCheck,
  aContent,
  aDelivery,
  addPerson,
  anObservation,
  aSource,
  claimNow,
  DAY,
  type Followed,
  followSomething,
  HOLDER,
  MINUTE,
  NOON,
  unique,
} from "./samples.ts";

/** What a check writes when the paragraph reads differently. */
export function aChange(followed: Followed, text: string, now: number) {
  const html = packBody(`<p>${text}</p>`);
  const capture = aCapture(followed.page, html.hash, now);
  const content = packBody(JSON.stringify(aContent(text)));
  const { block } = followed.view;
  const record = anObservation(block, capture, { content: content.hash, excerpt: text });
  const look: ObservedBlock = {
    block: { ...block, seenCaptureId: capture.id },
    remembered: packMemory({
      memory: JSON.stringify({ tracer: "direct-path", version: 1, path: block.path, text }),
      dynamics: "null",
    }),
    observation: { kind: "new", record },
  };
  return { capture, record, check: aCheck(followed.page, { now, capture, bodies: [html, content], looks: [look] }) };
}

/** What a check writes when the page is another one and the block in doubt; the doubt goes on where it was so before. */
export function aQuestion(followed: Followed, latest: Observation | null, now: number) {
  const html = packBody(`<p>${unique("doubt")}</p>`);
  const capture = aCapture(followed.page, html.hash, now);
  const { block } = followed.view;
  const candidate = { path: block.path, score: 0.5, excerpt: unique("candidate") };
  const verdict = { kind: "unsure" as const, confidence: 0.5, candidates: [candidate] };
  const look: ObservedBlock = {
    block: { ...block, seenCaptureId: capture.id, verdict: "unsure" },
    remembered: null,
    observation: latest
      ? { kind: "same", id: latest.id, verdict, captureId: capture.id }
      : { kind: "new", record: anObservation(block, capture, { verdict, change: "verdict" }) },
  };
  return { capture, check: aCheck(followed.page, { now, capture, bodies: [html], looks: [look] }) };
}

export function describeChecks(open: () => Promise<Store>): void {
  const claimDue = (store: Store, now: number, perHost?: number) =>
    store.checks.claim({ ...HOLDER, now, limit: 1_000, ...(perHost && { perHost }) });

  describe("claims", () => {
    test("a due page is claimed once, and again only when the claim has run out", async () => {
      const store = await open();
      const { page } = await followSomething(store, await addPerson(store));
      expect(await claimDue(store, NOON - 1)).toEqual([]);
      const [claim] = await claimDue(store, NOON);
      expect(claim).toMatchObject({ pageId: page.id, dueAt: NOON, until: NOON + MINUTE });
      expect(await claimDue(store, NOON + MINUTE - 1)).toEqual([]);
      expect(await store.checks.claimPage(page.id, { ...HOLDER, now: NOON })).toBeNull();
      expect(await claimDue(store, NOON + MINUTE)).toHaveLength(1);
    });

    test("many who claim at the same time never get the same page", async () => {
      const store = await open();
      const ada = await addPerson(store);
      const pages: Page[] = [];
      for (let count = 0; count < 12; count++) pages.push((await followSomething(store, ada)).page);
      const rounds = await Promise.all(Array.from({ length: 8 }, () => claimDue(store, NOON)));
      const claimed = rounds.flat().map((claim) => claim.pageId);
      expect(claimed.sort()).toEqual(pages.map((page) => page.id).sort());
    });

    test("of one host only so many at a time, the longest overdue first", async () => {
      const store = await open();
      const ada = await addPerson(store);
      const host = `https://${unique("polite")}.example`;
      const pages: Page[] = [];
      for (let at = 0; at < 4; at++) {
        const source = aSource(`${host}/${at}`);
        pages.push((await followSomething(store, ada, { source, now: NOON - at })).page);
      }
      const first = await claimDue(store, NOON);
      expect(first.map((claim) => claim.pageId)).toEqual([pages[3]?.id]);
      expect(await claimDue(store, NOON)).toEqual([]);
      expect((await claimDue(store, NOON, 3)).map((claim) => claim.pageId)).toEqual([pages[2]?.id, pages[1]?.id]);
      await store.checks.release(first);
      const again = await claimDue(store, NOON, 3);
      expect(again).toHaveLength(1);
      await store.checks.release(again, NOON + DAY);
      expect(await claimDue(store, NOON, 9)).toHaveLength(1);
      expect((await store.pages.findForCheck(again[0]!.pageId))?.dueAt).toBe(NOON + DAY);
    });

    test("renewed claims last longer, released ones and those of the dead are free again", async () => {
      const store = await open();
      await followSomething(store, await addPerson(store));
      const claims = await claimDue(store, NOON);
      await store.checks.renew(claims, NOON + 10 * MINUTE);
      expect(await claimDue(store, NOON + 5 * MINUTE)).toEqual([]);
      expect(await store.checks.releaseHeldBy("worker:")).toBe(0);
      expect(await store.checks.releaseHeldBy("serve:")).toBe(1);
      expect(await claimDue(store, NOON + 5 * MINUTE)).toHaveLength(1);
    });

    test("the schedule knows its backlog and when to wake", async () => {
      const store = await open();
      const { page } = await followSomething(store, await addPerson(store), { now: NOON - DAY });
      expect(await store.checks.backlog(NOON)).toMatchObject({ due: 1, lagMs: DAY });
      expect(await store.checks.nextDueAt()).toBe(NOON - DAY);
      await store.checks.record(await claimNow(store, page), aCheck(page));
      expect(await store.checks.backlog(NOON)).toMatchObject({ due: 0 });
      expect(await store.checks.nextDueAt()).toBe(aCheck(page).dueAt);
    });
  });

  describe("a check", () => {
    test("is recorded whole: capture, observation, memory, page, delivery, events", async () => {
      const store = await open();
      const ada = await addPerson(store);
      const followed = await followSomething(store, ada);
      const channel = aChannel(ada);
      await store.channels.add(channel);
      const { capture, record, check } = aChange(followed, unique("second"), NOON + MINUTE);
      const { follow } = followed.view;
      const heard: unknown[] = [];
      const isOurs = (event: LiveEvent) => event.personId === ada.id && event.kind === "observed";
      const stop = store.listen((event) => isOurs(event) && heard.push(event));
      const claim = await claimNow(store, followed.page, NOON + MINUTE);
      const isRecorded = await store.checks.record(claim, {
        ...check,
        layers: "p",
        title: "Herald",
        told: [{ id: follow.id, toldObservationId: record.id }],
        deliveries: [aDelivery(channel, { followId: follow.id, observationId: record.id })],
        events: [
          {
            kind: "observed",
            personId: ada.id,
            followId: follow.id,
            observationId: record.id,
            verdict: "found",
            at: check.now,
          },
        ],
      });
      expect(isRecorded).toBe(true);
      await expect.poll(() => heard.length, { timeout: 30_000 }).toBe(1);
      stop();
      const view = await store.follows.find(ada.id, follow.id);
      expect(view).toMatchObject({ latest: record, latestFound: record, page: { title: "Herald", failures: 0 } });
      expect(view?.follow.toldObservationId).toBe(record.id);
      expect(view?.page.latestCaptureId).toBe(capture.id);
      expect(view?.page.dueAt).toBe(check.dueAt);
      expect((await store.deliveries.list(ada.id, "waiting", { limit: 5 })).items).toHaveLength(1);
      const work = await store.checks.load(claim);
      expect(work).toMatchObject({ previous: capture, layers: "p" });
      const { id } = work!.blocks[0]!.block;
      const remembered = (await store.checks.memories([id])).get(id)!;
      expect(JSON.parse(unpackMemory(remembered).memory)).toMatchObject({ text: record.excerpt });
    });

    test("is refused whole where the claim was lost meanwhile", async () => {
      const store = await open();
      const ada = await addPerson(store);
      const followed = await followSomething(store, ada);
      const slow = await claimNow(store, followed.page, NOON);
      const quick = await claimNow(store, followed.page, NOON + 2 * MINUTE);
      const { check } = aChange(followed, unique("slow"), NOON + 3 * MINUTE);
      expect(await store.checks.record(slow, check)).toBe(false);
      expect((await store.observations.of(ada.id, followed.view.follow.id, { limit: 9 })).items).toHaveLength(1);
      expect(await store.checks.record(quick, check)).toBe(true);
      expect(await store.checks.record(quick, check)).toBe(false);
      expect((await store.observations.of(ada.id, followed.view.follow.id, { limit: 9 })).items).toHaveLength(2);
    });

    test("leaves nothing behind where a part of it cannot be written", async () => {
      const store = await open();
      const ada = await addPerson(store);
      const followed = await followSomething(store, ada);
      const before = await store.upkeep.facts();
      const { check, record } = aChange(followed, unique("torn"), NOON + MINUTE);
      const claim = await claimNow(store, followed.page, NOON + MINUTE);
      const torn = { ...check, looks: [...check.looks, ...check.looks.map((look) => ({ ...look }))] };
      await expect(store.checks.record(claim, torn)).rejects.toThrow();
      expect((await store.upkeep.facts()).counts).toEqual(before.counts);
      expect(await store.observations.find(ada.id, followed.view.follow.id, record.id)).toBeNull();
      expect(await store.checks.record(claim, check)).toBe(true);
    });

    test("that shows the same makes the run of looks longer", async () => {
      const store = await open();
      const ada = await addPerson(store);
      const { page, view } = await followSomething(store, ada);
      const id = view.latest?.id ?? newId(ObservationId, 0);
      const first = await claimNow(store, page);
      await store.checks.record(first, aCheck(page, { now: NOON + MINUTE, unchanged: [id] }));
      const html = packBody(`<div>${unique("moved")}</div>`);
      const capture = aCapture(page, html.hash, NOON + 2 * MINUTE);
      const verdict = {
        kind: "found" as const,
        path: "html[1]/body[1]/div[1]",
        confidence: 1,
        margin: 1,
        candidates: [],
      };
      const look: ObservedBlock = {
        block: { ...view.block, path: verdict.path },
        remembered: null,
        observation: { kind: "same", id, verdict, captureId: capture.id },
      };
      const second = await claimNow(store, page);
      const check = aCheck(page, { now: NOON + 2 * MINUTE, capture, bodies: [html], looks: [look] });
      await store.checks.record(second, check);
      const after = await store.follows.find(ada.id, view.follow.id);
      expect(after?.latest).toMatchObject({ id, at: NOON, lastAt: NOON + 2 * MINUTE, looks: 3, verdict });
      // its paths are those of the capture that it was looked for in last
      expect(after?.latest?.captureId).toBe(capture.id);
      expect(after?.block.path).toBe(verdict.path);
    });

    test("that showed nothing new is recorded once, among many that come at the same moment", async () => {
      const store = await open();
      const ada = await addPerson(store);
      const followed = await Promise.all(Array.from({ length: 30 }, () => followSomething(store, ada)));
      const claims = await Promise.all(followed.map(({ page }) => claimNow(store, page)));
      const works = await Promise.all(claims.map((claim) => store.checks.load(claim)));
      expect(works.map((work) => work?.page.id)).toEqual(followed.map(({ page }) => page.id));
      expect(works.map((work) => work?.blocks.length)).toEqual(followed.map(() => 1));
      const checks = followed.map(({ page, view }, index) =>
        aCheck(page, {
          now: NOON + MINUTE,
          unchanged: [view.latest!.id],
          dueAt: index === 0 ? null : NOON + 300 * DAY,
        }),
      );
      await store.pages.bringForward(followed[0]!.page.id, NOON + 7);
      await store.pages.bringForward(followed[1]!.page.id, NOON + 8);
      const [first, ...rest] = claims;
      const twice = [first!, ...rest, first!].map((claim, index) =>
        store.checks.record(claim, checks[index % checks.length]!),
      );
      const recorded = await Promise.all(twice);
      expect(recorded.filter((isRecorded) => !isRecorded)).toHaveLength(1);
      const dues = await Promise.all(followed.map(({ page }) => store.pages.findForCheck(page.id)));
      expect(dues.slice(0, 3).map((page) => page?.dueAt)).toEqual([NOON + 7, NOON + 8, NOON + 300 * DAY]);
      for (const { view } of followed) {
        const { latest } = (await store.follows.find(ada.id, view.follow.id))!;
        expect(latest).toMatchObject({ looks: 2, lastAt: NOON + MINUTE });
      }
    });

    test("that shows other content of the same run renews it, and lets the old content go", async () => {
      const store = await open();
      const ada = await addPerson(store);
      const followed = await followSomething(store, ada);
      const { check, record } = aChange(followed, unique("12:01"), NOON + MINUTE);
      const renewed = { ...record, id: followed.view.latest!.id };
      const looks = check.looks.map((look) => ({
        ...look,
        observation: { kind: "renewed" as const, record: renewed },
      }));
      await store.checks.record(await claimNow(store, followed.page, NOON + MINUTE), { ...check, looks });
      const after = await store.follows.find(ada.id, followed.view.follow.id);
      expect(after?.latest).toMatchObject({ ...renewed, at: NOON, lastAt: NOON + MINUTE, looks: 2 });
      for (let round = 0; round < 5; round++) await store.upkeep.sweep(NOON + 2 * DAY);
      expect(await store.bodies.read(followed.content.hash)).toBeNull();
      expect(await store.bodies.read(renewed.content!)).not.toBeNull();
    });

    test("says of the page and of what goes on that the page was redesigned, and keeps that", async () => {
      const store = await open();
      const ada = await addPerson(store);
      const followed = await followSomething(store, ada);
      const { page, view } = followed;
      const redesign = { at: NOON + MINUTE, similarity: 0.5 };
      const { check } = aQuestion(followed, view.latest, NOON + MINUTE);
      const looks = check.looks.map((look) => ({
        ...look,
        observation: { ...look.observation, redesign } as ObservedBlock["observation"],
      }));
      await store.checks.record(await claimNow(store, page, NOON + MINUTE), { ...check, looks, redesign });
      const later = aQuestion(followed, view.latest, NOON + 2 * MINUTE);
      await store.checks.record(await claimNow(store, page, NOON + 2 * MINUTE), later.check);
      const after = await store.follows.find(ada.id, view.follow.id);
      expect(after).toMatchObject({ page: { redesign }, latest: { looks: 3, redesign } });
      expect((await store.upkeep.examine({ now: NOON, repair: false })).findings).toEqual([]);
    });

    test("that failed counts up, one that did not starts again at zero", async () => {
      const store = await open();
      const { page } = await followSomething(store, await addPerson(store));
      const trouble = { code: "timeout" as const, retry: "later" as const, message: "slow" };
      for (const failures of [1, 2]) {
        await store.checks.record(await claimNow(store, page), aCheck(page, { trouble }));
        expect(await store.pages.findForCheck(page.id)).toMatchObject({ failures, trouble });
      }
      await store.checks.record(await claimNow(store, page), aCheck(page));
      expect(await store.pages.findForCheck(page.id)).toMatchObject({ failures: 0, trouble: null });
    });

    test("keeps the wish for an earlier check that came while it was under way", async () => {
      const store = await open();
      const ada = await addPerson(store);
      const { page, view } = await followSomething(store, ada);
      const claim = await claimNow(store, page);
      const schedule = { kind: "every" as const, intervalMs: MINUTE };
      await store.follows.change(ada.id, view.follow.id, { schedule }, { now: NOON + 1 });
      await store.checks.record(claim, aCheck(page, { dueAt: NOON + 300 * DAY }));
      expect((await store.pages.findForCheck(page.id))?.dueAt).toBe(NOON + 1);
      await store.checks.record(await claimNow(store, page), aCheck(page, { dueAt: NOON + DAY }));
      expect((await store.pages.findForCheck(page.id))?.dueAt).toBe(NOON + DAY);
    });

    test("sees no paused and no deleted follow", async () => {
      const store = await open();
      const ada = await addPerson(store);
      const { page, view } = await followSomething(store, ada);
      const claim = await claimNow(store, page);
      expect((await store.checks.load(claim))?.blocks).toHaveLength(1);
      await store.follows.change(ada.id, view.follow.id, { pausedAt: NOON }, { now: NOON });
      expect((await store.checks.load(claim))?.blocks).toEqual([]);
      await store.follows.change(ada.id, view.follow.id, { pausedAt: null }, { now: NOON });
      await store.follows.remove(ada.id, view.follow.id, NOON);
      expect((await store.checks.load(claim))?.blocks).toEqual([]);
    });
  });
}
