import fc from "fast-check";
import { expect, test } from "vitest";
import { feedDate } from "./feed-date.ts";

const iso = (text: string) => {
  const at = feedDate(text);
  return at === null ? null : new Date(at).toISOString();
};

test.each([
  ["Wed, 18 Nov 2026 08:30:00 GMT", "2026-11-18T08:30:00.000Z"],
  ["18 Nov 26 08:30 EST", "2026-11-18T13:30:00.000Z"],
  ["Wed, 18 Nov 2026 08:30:00 +0530", "2026-11-18T03:00:00.000Z"],
  ["Mi, 18 Nov 2026 08:30:00 MEZ", "2026-11-18T07:30:00.000Z"],
  ["mer., 18 août 2026 08:30:00 +0200", "2026-08-18T06:30:00.000Z"],
  ["2026-11-18T08:30:00Z", "2026-11-18T08:30:00.000Z"],
  ["2026-11-18T08:30:00.123456-05:00", "2026-11-18T13:30:00.000Z"],
  ["2026-11-18T08:30:00+02", "2026-11-18T06:30:00.000Z"],
  ["Wed, 18 Nov 2026 08:30 GMT-3", "2026-11-18T11:30:00.000Z"],
  ["2026-11-18 08:30:00", "2026-11-18T08:30:00.000Z"],
  ["2026-11-18", "2026-11-18T00:00:00.000Z"],
  ["2026/11/18 8:30", "2026-11-18T08:30:00.000Z"],
  ["November 18, 2026 8:30 pm", "2026-11-18T20:30:00.000Z"],
  ["18.11.2026 08:30", "2026-11-18T08:30:00.000Z"],
  ["1795000000", "2026-11-18T11:06:40.000Z"],
  ["Wed, 18 Nov 2026 08:30:00 GMT (Greenwich)", "2026-11-18T08:30:00.000Z"],
])("%s", (text, at) => {
  expect(iso(text)).toBe(at);
});

test.each(["", "yesterday", "2026-13-01", "32 Nov 2026", "0000-00-00", "9999-12-31", "x".repeat(500)])(
  "%s is no date",
  (text) => {
    expect(feedDate(text)).toBeNull();
  },
);

test("what a date writes, both standards read; any other text is null or an instant", () => {
  const when = fc.date({ min: new Date("1990-01-01"), max: new Date("2090-01-01"), noInvalidDate: true });
  fc.assert(
    fc.property(when, (date) => {
      const seconds = Math.floor(date.getTime() / 1_000) * 1_000;
      expect(feedDate(date.toUTCString())).toBe(seconds);
      expect(feedDate(date.toISOString())).toBe(seconds);
    }),
  );
  fc.assert(
    fc.property(fc.string(), (text) => {
      const at = feedDate(text);
      expect(at === null || Number.isSafeInteger(at)).toBe(true);
    }),
  );
});
