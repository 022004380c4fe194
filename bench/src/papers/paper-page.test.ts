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
