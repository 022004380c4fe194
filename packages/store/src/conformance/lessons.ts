/** What every store promises about lessons: they are one person's own, taught once, and never lost to a check. */
import { CaptureId, CorrectionId, newId } from "@tessera/model";
import { describe, expect, test } from "vitest";
import { packBody } from "../contract/body.ts";
import type { FollowView } from "../contract/follow-records.ts";
import type { Changed } from "../contract/listing.ts";
import type { Store } from "../contract/store.ts";
import { aChange, aQuestion } from "./checks.ts";
import { join } from "./follows.ts";
import {
  aCapture,
  aCheck,
  aContent,
  addPerson,
  anObservation,
  claimNow,
  type Followed,
  followSomething,
  MINUTE,
  NOON,
  unique,
} from "./samples.ts";

export function describeLessons(open: () => Promise<Store>): void {
  describe("lessons", () => {
    const lesson = (followed: Followed, follow = followed.view.follow) => {
      const content = packBody(JSON.stringify(aContent(unique("right"))));
      const path = "html[1]/body[1]/p[2]";
      const observation = anObservation({ ...followed.view.block, path }, followed.capture, {
        at: NOON + MINUTE,
        content: content.hash,
      });
      return {
        content,
        lesson: {
          correction: {
            id: newId(CorrectionId, NOON + MINUTE),
            personId: follow.personId,
            followId: follow.id,
            blockId: follow.blockId,
            captureId: followed.capture.id,
            answer: { kind: "this" as const, path },
            at: NOON + MINUTE,
          },
          lessons: followed.view.block.lessons,
          memory: { tracer: "direct-path", version: 1, path },
          observations: [observation],
          dueAt: NOON + MINUTE,
        },
      };
    };

    const taughtBy = (changed: Changed<FollowView>): FollowView => {
      if (changed.kind !== "changed") throw new Error(`not taught: ${changed.kind}`);
      return changed.record;
    };

    test("teach the block of the person who gave them, with its history", async () => {
      const store = await open();
      const ada = await addPerson(store);
      const followed = await followSomething(store, ada);
      const { content, lesson: answer } = lesson(followed);
      await store.bodies.put(content, NOON);
      const view = taughtBy(await store.corrections.teach(ada.id, answer));
      expect(view.block).toMatchObject({ id: followed.view.block.id, lessons: 1, path: "html[1]/body[1]/p[2]" });
      expect(view.latest?.id).toBe(answer.observations[0]?.id);
      expect(await store.corrections.of(ada.id, followed.view.follow.id)).toHaveLength(1);
    });

    test("never touch the block of anybody else", async () => {
      const store = await open();
      const [ada, bob] = [await addPerson(store), await addPerson(store)];
      const followed = await followSomething(store, ada);
      const joined = await join(store, bob, followed);
      const { content, lesson: answer } = lesson(followed, joined.view.follow);
      await store.bodies.put(content, NOON);
      const taught = taughtBy(await store.corrections.teach(bob.id, answer));
      expect(taught.block.id).not.toBe(followed.view.block.id);
      expect(taught.block.lessons).toBe(1);
      expect(await store.follows.find(ada.id, followed.view.follow.id)).toMatchObject({
        block: followed.view.block,
        latest: followed.view.latest,
      });
      const history = await store.observations.of(bob.id, joined.view.follow.id, { limit: 9 });
      expect(history.items.map((one) => one.excerpt)).toEqual(["", "first"]);
      expect((await store.upkeep.examine({ now: NOON, repair: false })).findings).toEqual([]);
    });

    test("are not undone by a check that began before them", async () => {
      const store = await open();
      const ada = await addPerson(store);
      const followed = await followSomething(store, ada);
      const claim = await claimNow(store, followed.page);
      const { check, record } = aChange(followed, unique("stale"), NOON + 2 * MINUTE);
      const { content, lesson: answer } = lesson(followed);
      await store.bodies.put(content, NOON);
      await store.corrections.teach(ada.id, answer);
      expect(await store.checks.record(claim, check)).toBe(true);
      const view = await store.follows.find(ada.id, followed.view.follow.id);
      expect(view?.latest?.id).toBe(answer.observations[0]?.id);
      expect(await store.observations.find(ada.id, followed.view.follow.id, record.id)).toBeNull();
      expect((await store.checks.block(view!.block.id))?.memory).toEqual(answer.memory);
      expect(view?.page.dueAt).toBe(NOON + MINUTE);
    });

    test("tell what the block was in the page of the answer, and then what it is today", async () => {
      const store = await open();
      const ada = await addPerson(store);
      const followed = await followSomething(store, ada);
      const { content, lesson: answer } = lesson(followed);
      await store.bodies.put(content, NOON);
      const { check, capture } = aQuestion(followed, null, NOON + MINUTE);
      await store.checks.record(await claimNow(store, followed.page), check);
      const verdict = { kind: "unsure" as const, confidence: 0.4, candidates: [] };
      const today = anObservation(followed.view.block, capture, { verdict, at: NOON + MINUTE });
      const view = taughtBy(
        await store.corrections.teach(ada.id, { ...answer, observations: [...answer.observations, today] }),
      );
      expect(view.block).toMatchObject({ verdict: "unsure", seenCaptureId: capture.id, path: "html[1]/body[1]/p[2]" });
      expect(view.latest).toMatchObject({ id: today.id, captureId: capture.id });
      expect(view.latestFound).toMatchObject({ id: answer.observations[0]?.id, captureId: followed.capture.id });
      expect(view.follow.seenObservationId).toBe(today.id);
      expect((await store.upkeep.examine({ now: NOON, repair: false })).findings).toEqual([]);
    });

    test("a check knows what was doubted since the block was last found, until somebody answers", async () => {
      const store = await open();
      const ada = await addPerson(store);
      const followed = await followSomething(store, ada);
      const { page, view } = followed;
      const doubts = async () => {
        const claim = await claimNow(store, page);
        const work = await store.checks.load(claim);
        await store.checks.release([claim]);
        return work?.blocks[0]?.doubts.map(({ verdict, looks }) => [verdict, looks]);
      };
      const say = async (kind: "unsure" | "gone", now: number) => {
        const { check } = aQuestion(followed, null, now);
        const [look] = check.looks;
        const verdict = { kind, confidence: 0.4, candidates: [] };
        const record = anObservation(view.block, check.capture, { verdict, change: "verdict", at: now });
        const observed = {
          ...look!,
          block: { ...look!.block, verdict: kind },
          observation: { kind: "new", record } as const,
        };
        await store.checks.record(await claimNow(store, page), { ...check, looks: [observed] });
      };
      expect(await doubts()).toEqual([]);
      await say("unsure", NOON + 10);
      // the latest observation itself is at hand anyway
      expect(await doubts()).toEqual([]);
      await say("gone", NOON + 20);
      await say("unsure", NOON + 30);
      expect((await doubts())?.toSorted()).toEqual([
        ["gone", 1],
        ["unsure", 1],
      ]);
      const { content, lesson: answer } = lesson(followed);
      await store.bodies.put(content, NOON);
      const gone = { kind: "gone" as const, confidence: 1, candidates: [] };
      const observations = [anObservation(view.block, followed.capture, { verdict: gone, at: NOON + MINUTE })];
      const said = { ...answer.correction, answer: { kind: "gone" as const } };
      taughtBy(await store.corrections.teach(ada.id, { ...answer, correction: said, observations }));
      expect(await doubts()).toEqual([]);
    });

    test("that no longer fit change nothing: another lesson came first, the capture or the follow has gone", async () => {
      const store = await open();
      const [ada, bob] = [await addPerson(store), await addPerson(store)];
      const followed = await followSomething(store, ada);
      const joined = await join(store, bob, followed);
      const { content, lesson: answer } = lesson(followed, joined.view.follow);
      await store.bodies.put(content, NOON);
      const swept = { ...answer.correction, captureId: newId(CaptureId, NOON) };
      expect((await store.corrections.teach(bob.id, { ...answer, correction: swept })).kind).toBe("conflict");
      const taught = taughtBy(await store.corrections.teach(bob.id, answer));
      // the same answer once more, from another window: by now the block is another one
      const again = { ...answer.correction, id: newId(CorrectionId, NOON) };
      expect(await store.corrections.teach(bob.id, { ...answer, correction: again })).toEqual({
        kind: "conflict",
        record: taught,
      });
      const late = { ...again, blockId: taught.block.id };
      expect((await store.corrections.teach(bob.id, { ...answer, correction: late })).kind).toBe("conflict");
      expect(await store.corrections.of(bob.id, joined.view.follow.id)).toHaveLength(1);
      await store.follows.remove(bob.id, joined.view.follow.id, NOON);
      expect(await store.corrections.teach(bob.id, { ...answer, lessons: 1, correction: late })).toEqual({
        kind: "missing",
      });
    });

    test("of another person about my follow are refused", async () => {
      const store = await open();
      const [ada, bob] = [await addPerson(store), await addPerson(store)];
      const followed = await followSomething(store, ada);
      expect(await store.corrections.teach(bob.id, lesson(followed).lesson)).toEqual({ kind: "missing" });
      expect(await store.corrections.of(bob.id, followed.view.follow.id)).toEqual([]);
    });

    test("a new cut moves a shared follow to a block of its own", async () => {
      const store = await open();
      const [ada, bob] = [await addPerson(store), await addPerson(store)];
      const followed = await followSomething(store, ada);
      const joined = await join(store, bob, followed);
      const pick = { ...followed.view.block.pick, cuts: [{ path: "span[1]", mark: "span" }] };
      const memory = { tracer: "direct-path", version: 1 };
      const now = NOON + MINUTE;
      const cut = { excerpt: "cut", change: "quiet", at: now, lastAt: now, content: followed.content.hash } as const;
      const observation = anObservation(followed.view.block, followed.capture, cut);
      const repick = { pick, memory, firstCaptureId: null, observation, now };
      expect(await store.follows.repick(ada.id, joined.view.follow.id, repick)).toBeNull();
      const view = await store.follows.repick(bob.id, joined.view.follow.id, repick);
      expect(view?.block.pick).toEqual(pick);
      expect(view?.block.id).not.toBe(followed.view.block.id);
      expect(view?.latest?.excerpt).toBe("cut");
      expect(view?.follow).toMatchObject({ seenObservationId: observation.id, toldObservationId: observation.id });
      const history = await store.observations.of(bob.id, joined.view.follow.id, { limit: 9 });
      expect(history.items.map(({ excerpt }) => excerpt)).toEqual(["cut", "first"]);
    });

    test("another intent leaves everything as it was that is known of the block", async () => {
      const store = await open();
      const ada = await addPerson(store);
      const { view } = await followSomething(store, ada);
      const pick = { ...view.block.pick, intent: "item" as const };
      const memory = { tracer: "direct-path", version: 1, intent: "item" };
      const repick = { pick, memory, firstCaptureId: null, observation: null, now: NOON + MINUTE };
      const after = await store.follows.repick(ada.id, view.follow.id, repick);
      expect(after?.block).toMatchObject({ pick, firstCaptureId: view.block.firstCaptureId, path: view.block.path });
      expect([after?.latest, after?.latestFound]).toEqual([view.latest, view.latestFound]);
      expect((await store.checks.block(view.block.id))?.memory).toEqual(memory);
    });

    test("what other tracers know stays with the block, through lessons and copies, until another element is meant", async () => {
      const store = await open();
      const [ada, bob] = [await addPerson(store), await addPerson(store)];
      const followed = await followSomething(store, ada);
      const joined = await join(store, bob, followed);
      const { block } = followed.view;
      const memory = { tracer: "by-path", version: 1, path: "x" };
      const shelved = { fused: { memory: { tracer: "fused", version: 3, words: ["a\nb"] }, at: NOON } };
      const pick = { ...block.pick, tracer: "by-path" as const };
      const repick = { pick, memory, shelved, firstCaptureId: null, observation: null, now: NOON + MINUTE };
      const own = (await store.follows.repick(bob.id, joined.view.follow.id, repick))!;
      expect(own.block).toMatchObject({ pick });
      expect(await store.checks.block(own.block.id)).toMatchObject({ memory, shelved });
      expect(await store.checks.block(block.id)).not.toHaveProperty("shelved");
      const { content, lesson: answer } = lesson({ ...followed, view: own }, own.follow);
      await store.bodies.put(content, NOON);
      const taught = taughtBy(await store.corrections.teach(bob.id, answer));
      expect(await store.checks.block(taught.block.id)).toMatchObject({ memory: answer.memory, shelved });
      const { shelved: _, ...elsewhere } = { ...repick, firstCaptureId: followed.capture.id };
      await store.follows.repick(bob.id, own.follow.id, elsewhere);
      expect(await store.checks.block(taught.block.id)).not.toHaveProperty("shelved");
    });

    test("another element is learned from the capture in which it was pointed at, and nothing of the old one stays", async () => {
      const store = await open();
      const ada = await addPerson(store);
      const { page, view, capture, content } = await followSomething(store, ada);
      const html = packBody(`<p>second ${page.id}</p>`);
      const later = aCapture(page, html.hash, NOON + MINUTE);
      const check = aCheck(page, { now: later.at, capture: later, bodies: [html] });
      await store.checks.record(await claimNow(store, page), check);
      const pick = { ...view.block.pick, path: "html[1]/body[1]/p[2]" };
      const first = { change: "first", content: content.hash } as const;
      const observation = anObservation({ ...view.block, path: pick.path }, later, first);
      const memory = { tracer: "direct-path", version: 1 };
      const repick = { pick, memory, firstCaptureId: later.id, observation, now: later.at };
      const repicked = await store.follows.repick(ada.id, view.follow.id, repick);
      expect(repicked?.block).toMatchObject({ path: pick.path, firstCaptureId: later.id, seenCaptureId: later.id });
      expect(repicked?.block.firstCaptureId).not.toBe(capture.id);
      expect((await store.checks.block(view.block.id))?.dynamics).toBeNull();
    });
  });
}
