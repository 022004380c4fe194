import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { mapping } from "./mapping.ts";

const Lamp = z.strictObject({
  id: z.string().brand("lamp"),
  priceInCents: z.int().nullable(),
  state: z.enum(["on", "off"]),
  isDefault: z.boolean(),
  soldIn: z.array(z.string()),
  look: z.strictObject({ colour: z.string() }).nullable(),
  change: z.strictObject({ kind: z.string() }).nullable().default(null),
  training: z.unknown(),
  bulb: z.strictObject({ watts: z.int() }).optional(),
});
type Lamp = z.infer<typeof Lamp>;

const lamps = mapping(Lamp);

const lamp: Lamp = {
  id: "a" as Lamp["id"],
  priceInCents: null,
  state: "on",
  isDefault: true,
  soldIn: ["Graz"],
  look: null,
  change: { kind: "update" },
  training: null,
};

test("text and numbers are columns as they are, flags 0 and 1, everything else JSON", () => {
  expect(lamps.rowOf(lamp)).toEqual({
    id: "a",
    price_in_cents: null,
    state: "on",
    is_default: 1,
    sold_in: '["Graz"]',
    look: null,
    change: '{"kind":"update"}',
    training: "null",
    bulb: null,
  });
});

test("an optional field is there or not, as it was", () => {
  for (const given of [lamp, { ...lamp, bulb: { watts: 5 } }]) {
    expect(lamps.recordOf(lamps.rowOf(given))).toStrictEqual(given);
  }
});

test("a patch has the columns of the fields that it names", () => {
  expect(lamps.columnsOf({ isDefault: false, look: null, soldIn: undefined })).toEqual({ is_default: 0, look: null });
});

test("a row gives its record back, whatever other columns it has", () => {
  const record = fc.record({
    id: fc.string().map((id) => id as Lamp["id"]),
    priceInCents: fc.option(fc.integer()),
    state: fc.constantFrom("on" as const, "off" as const),
    isDefault: fc.boolean(),
    soldIn: fc.array(fc.string()),
    look: fc.option(fc.record({ colour: fc.string() }, { noNullPrototype: true })),
    change: fc.option(fc.record({ kind: fc.string() }, { noNullPrototype: true })),
    training: fc.oneof(fc.constant(null), fc.integer(), fc.string(), fc.array(fc.string())),
  });
  fc.assert(
    fc.property(record, (given) => {
      expect(lamps.recordOf({ ...lamps.rowOf(given), ...{ lease_token: null } })).toEqual({ ...given });
    }),
  );
});
