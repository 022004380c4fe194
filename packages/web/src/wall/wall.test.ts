import fc from "fast-check";
import { expect, test } from "vitest";
import { scriptsIn, wallOf } from "./wall.ts";

test("an address names the sheets, the time for each and the size of the type; what it says wrongly is as usual", () => {
  expect(wallOf({ sheets: "a,b,a", seconds: "10", large: "1" })).toEqual({
    sheets: ["a", "b"],
    seconds: 10,
    isLarge: true,
  });
  expect(wallOf({ sheets: null, seconds: null, large: null })).toEqual({ sheets: [], seconds: 30, isLarge: false });
  expect(wallOf({ sheets: "../x,ok", seconds: "0.1", large: "yes" })).toMatchObject({ sheets: ["ok"], seconds: 5 });
  fc.assert(
    fc.property(fc.string(), fc.string(), (sheets, seconds) => {
      const wall = wallOf({ sheets, seconds, large: null });
      expect(wall.seconds).toBeGreaterThanOrEqual(5);
      for (const id of wall.sheets) expect(id).toMatch(/^[\w-]+$/);
    }),
  );
});

test("another app is known by its scripts", () => {
  const page = (name: string) =>
    `<script type="module" crossorigin src="/assets/${name}.js"></script><script>x</script>`;
  expect(scriptsIn(page("main-1"))).toEqual(["/assets/main-1.js"]);
  expect(scriptsIn(page("main-1"))).not.toEqual(scriptsIn(page("main-2")));
});
