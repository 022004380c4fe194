import { ChannelId, FollowId, Message, newId, ObservationId, PersonId } from "@tessera/model";
import fc from "fast-check";
import { expect, test } from "vitest";
import { diffText } from "../changes/compare.ts";
import { deliveriesOf, messageOf, type Tellable } from "./compose.ts";

function tellable(before: string, after: string): Tellable {
  return {
    follow: {
      id: newId(FollowId, 0),
      personId: newId(PersonId, 0),
      title: "Price",
      channels: [newId(ChannelId, 0), newId(ChannelId, 0)],
    },
    condition: { kind: "any-change" },
    observationId: newId(ObservationId, 0),
    change: { parts: diffText(before, after), items: null },
    numbers: [],
    sourceUrl: "https://shop.example/",
    last: null,
    movedTo: null,
    now: null,
    picture: null,
  };
}

test("a short block is quoted whole, before and after", () => {
  expect(messageOf(tellable("now 10 €", "now 9 €"), 5)).toMatchObject({ before: "now 10 €", after: "now 9 €", at: 5 });
});

test("of a long block only the lines that changed are quoted", () => {
  const line = (text: string) => `${text} ${"and some more words ".repeat(10)}`.trim();
  const text = (price: string) => ["a", "b", "c", "d", price].map(line).join("\n");
  const { before, after } = messageOf(tellable(text("10"), text("9")), 0);
  expect(before).toBe(line("10"));
  expect(after).toBe(line("9"));
});

test("a number that passed a limit is told with it, as the page writes it", () => {
  const number = (text: string, value: number) => ({ text, value, unit: null, currency: null, at: 0 });
  const numbers = [number("3", 3), number("124", 124)];
  const told = { ...tellable("98", "124"), numbers };
  expect(messageOf({ ...told, condition: { kind: "number-above", limit: 100, which: 1 } }, 0).reached).toEqual({
    number: "124",
    limit: 100,
    currency: null,
    unit: null,
  });
  expect(messageOf({ ...told, condition: { kind: "number-below", limit: 5, which: null } }, 0).reached?.number).toBe(
    "3",
  );
  expect(messageOf(told, 0).reached).toBeUndefined();
});

test("doubt leads to the repair card, everything else to the history", () => {
  const change = tellable("a", "b");
  expect(messageOf(change, 0).link).toContain(`/follows/${change.follow.id}/history?at=${change.observationId}`);
  expect(messageOf({ ...change, condition: { kind: "unsure" }, change: null }, 0)).toMatchObject({
    link: expect.stringContaining("/repair"),
    before: null,
  });
});

test("where a verdict is the news, what the block last said and what stands there now are quoted", () => {
  const doubt = { ...tellable("a", "b"), condition: { kind: "unsure" as const }, change: null };
  expect(messageOf({ ...doubt, last: "Bridge opens", now: "Bridge opens, perhaps" }, 0)).toMatchObject({
    before: "Bridge opens",
    after: "Bridge opens, perhaps",
  });
});

test("every channel of the follow gets a delivery of its own", () => {
  const change = tellable("a", "b");
  const deliveries = deliveriesOf(change, 7);
  expect(deliveries.map(({ channelId }) => channelId)).toEqual(change.follow.channels);
  expect(new Set(deliveries.map(({ id }) => id)).size).toBe(2);
});

test("whatever changed, the message is a valid record", () => {
  const text = fc.string({ unit: fc.constantFrom("word ", "\n", "😀", "€"), maxLength: 2_000 });
  fc.assert(
    fc.property(text, text, (before, after) => {
      expect(Message.safeParse(messageOf(tellable(before, after), 0)).success).toBe(true);
    }),
    { numRuns: 30 },
  );
});
