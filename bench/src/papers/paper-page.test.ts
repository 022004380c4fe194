import { expect, test } from "vitest";
import { fillPage } from "./paper-page.ts";

test("a table that is asked for and not given, or given and not asked for, is an error", () => {
  expect(() => fillPage("{{table one}}", { tables: {}, plots: {} }, "key")).toThrow(/table one/);
  expect(() => fillPage("nothing", { tables: {}, plots: { two: "<svg/>" } }, "key")).toThrow(/plot two/);
});

test("a plot becomes an image with its title", () => {
  const page = fillPage("a {{plot two}} b", { tables: {}, plots: { two: "<svg><title>Two</title></svg>" } }, "key");
  expect(page.markdown).toBe("a ![Two](key/two.svg) b");
  expect([...page.plots.keys()]).toEqual(["two.svg"]);
});

test("a number stands in the sentence that asks for it, and one that nobody asks for is an error", () => {
  const numbers = { share: "0.85" };
  const { markdown } = fillPage("found {{number share}} of them", { tables: {}, plots: {}, numbers }, "key");
  expect(markdown).toBe("found 0.85 of them");
  expect(() => fillPage("found most", { tables: {}, plots: {}, numbers }, "key")).toThrow(/number share/);
  expect(() => fillPage("{{number other}}", { tables: {}, plots: {} }, "key")).toThrow(/number other/);
});
