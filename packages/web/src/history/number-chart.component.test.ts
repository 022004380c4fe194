import { afterEach, beforeEach, expect, test } from "vitest";
import { type FakeServer, fakeServer } from "../mount/fake-server.fixture.ts";
import { type Mounted, mounted } from "../mount/mounted.fixture.ts";
import NumberChart from "./NumberChart.svelte";

let server: FakeServer;
let shown: Mounted;

beforeEach(async () => {
  server = await fakeServer({});
});
afterEach(async () => {
  await shown.close();
  server.close();
});

function draw(unknown: readonly { readonly from: number; readonly until: number }[]): void {
  const points = [
    { at: 0, value: 1 },
    { at: 100, value: 3 },
  ];
  shown = mounted(NumberChart, {
    points,
    unknown,
    thresholds: [],
    unit: { currency: "EUR" },
    at: 0,
    when: (at: number) => `T${at}`,
  });
}

test("a time in doubt is marked, explained and told to those who do not see it", () => {
  draw([{ from: 40, until: 100 }]);
  expect(shown.root.querySelectorAll(".gap")).toHaveLength(1);
  expect(shown.one(".line").getAttribute("d")?.match(/M/g)).toHaveLength(2);
  expect(shown.one("figcaption").textContent).toContain("Hatched: no number is known");
  expect(shown.one("figcaption li").textContent).toBe("No number is known from T40 to T100");
});

test("a time without doubt has no legend", () => {
  draw([]);
  expect(shown.one("figcaption").textContent?.trim()).toBe("2 values from 1 to 3, latest €3");
  expect(shown.one(".line").getAttribute("d")?.match(/M/g)).toHaveLength(1);
  expect(shown.text()).not.toContain("Hatched");
});
