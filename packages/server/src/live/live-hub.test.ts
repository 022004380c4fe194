import { FollowId, type LiveEvent, newId, ObservationId, PersonId } from "@tessera/model";
import { afterEach, beforeEach, expect, test } from "vitest";
import { LiveHub } from "./live-hub.ts";

const [ADA, BOB] = [newId(PersonId, 0), newId(PersonId, 1)];
let publish: (event: LiveEvent) => void;
let hub: LiveHub;
let isListening: boolean;

beforeEach(() => {
  isListening = true;
  hub = new LiveHub({
    listen(listener) {
      publish = listener;
      return () => {
        isListening = false;
      };
    },
  });
});
afterEach(() => hub.close());

const event = (personId: PersonId, at = 0): LiveEvent => ({
  kind: "observed",
  personId,
  followId: newId(FollowId, at),
  observationId: newId(ObservationId, at),
  verdict: "found",
  at,
});

/** The stream of a person, opened: the first part is what tells a browser how soon to come back. */
async function open(person: PersonId, signal = new AbortController().signal) {
  const stream = hub.stream(person, signal);
  expect((await stream.next()).value).toBe("retry: 3000\n\n");
  return stream;
}

test("each person hears their own events, as server-sent events without anybody's id", async () => {
  const [ada, bob] = [await open(ADA), await open(BOB)];
  publish(event(BOB, 1));
  publish(event(ADA, 2));
  const heard = String((await ada.next()).value);
  expect(heard).toMatch(/^event: observed\ndata: \{.*"at":2.*\}\n\n$/);
  expect(heard).not.toContain(ADA);
  expect(String((await bob.next()).value)).toContain('"at":1');
});

test("an event that comes while somebody waits wakes them", async () => {
  const ada = await open(ADA);
  const next = ada.next();
  publish(event(ADA, 7));
  expect(String((await next).value)).toContain('"at":7');
});

test("whoever lags too far behind is told to start afresh, once", async () => {
  const ada = await open(ADA);
  for (let at = 0; at < 501; at++) publish(event(ADA, at));
  expect((await ada.next()).value).toBe("event: behind\ndata: {}\n\n");
  publish(event(ADA, 999));
  expect(String((await ada.next()).value)).toContain('"at":999');
});

test("a connection that goes away is forgotten, and so are all when the hub closes", async () => {
  const leaving = new AbortController();
  const ada = await open(ADA, leaving.signal);
  const bob = await open(BOB);
  expect(hub.size).toBe(2);
  const last = ada.next();
  leaving.abort();
  expect((await last).done).toBe(true);
  expect(hub.size).toBe(1);
  const waiting = bob.next();
  hub.close();
  expect((await waiting).done).toBe(true);
  expect([hub.size, isListening]).toEqual([0, false]);
});

test("one person cannot open connections without end, and does not use up those of others", async () => {
  for (let count = 0; count < 30; count++) await open(ADA);
  expect([hub.hasRoomFor(ADA), hub.hasRoomFor(BOB)]).toEqual([false, true]);
});
