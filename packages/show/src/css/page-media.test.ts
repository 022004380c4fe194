import { expect, test } from "vitest";
import { filterSheet } from "./filter-css.ts";
import { namespaceSheet } from "./namespace-css.ts";
import { bindMediaText } from "./page-media.ts";

const links = { linkTo: () => null, linkToDrawing: () => null };
const context = { base: new URL("https://site.test/"), links };
const YES = "(min-width:0px)";
const NO = "(min-width:1000000px)";

/** The queries of a sheet in a tile, for a window of 1280 × 900. */
function asked(queries: string): string {
  const css = filterSheet(`@media ${queries}{p{color:red}}`, context);
  const bound = namespaceSheet(css, { scope: ".s", prefix: "t-", viewport: [1_280, 900] });
  return /^@media ([^{]*)\{/.exec(bound)?.[1] ?? bound;
}

test("a question about the height of the window is answered for the window of the page", () => {
  const answers = {
    "(min-height:700px)": YES,
    "(max-height:56em)": NO,
    "(HEIGHT:900PX)": YES,
    "(height = 900px)": YES,
    "(height)": YES,
    "(min-height:0)": YES,
    "(height >= 700px)": YES,
    "(height < 20cm)": NO,
    "(400px < height <= 900px)": YES,
    "(900px > height > 1px)": NO,
    "(min-device-width:1200px)": YES,
    "(orientation)": YES,
    "(orientation:landscape)": YES,
    "(orientation:portrait)": NO,
    "(aspect-ratio:64/45)": YES,
    "(min-aspect-ratio:16/9)": NO,
    "(aspect-ratio > 1)": YES,
    "(1/1 < aspect-ratio < 1.5)": YES,
  };
  for (const [question, answer] of Object.entries(answers)) {
    expect(asked(question), question).toBe(answer);
    expect(bindMediaText(question, [1_280, 900]), question).toBe(answer);
  }
});

test("all around it stays: other questions, kinds of media, not, and, or, brackets", () => {
  expect(asked("not screen and (min-height:700px), print")).toBe(`not screen and ${YES},print`);
  expect(asked("((orientation:portrait) or (not (height<9px))) and (min-width:10px)")).toBe(
    `(${NO} or (not ${NO})) and (min-width:10px)`,
  );
  expect(asked("(hover:hover) and (max-height:1px)")).toBe(`(hover:hover) and ${NO}`);
  expect(bindMediaText("(max-height: 1px) 50vw, (width > 9px) calc(10vw + (2px)), 100vw", [1_280, 900])).toBe(
    `${NO} 50vw, (width > 9px) calc(10vw + (2px)), 100vw`,
  );
});

test("what only a browser understands stays a question, and so does every question elsewhere", () => {
  for (const question of ["(min-height:calc(1px + 1em))", "(min-height:5ex)", "(height:700)", "(min-height)"]) {
    expect(asked(question)).toBe(question);
    expect(bindMediaText(question, [1_280, 900])).toBe(question);
  }
  const css = "@container (min-height:1px){p{color:red}}@supports (height:1px){p{color:red}}";
  expect(namespaceSheet(css, { scope: ".s", prefix: "t-", viewport: [1_280, 900] })).toBe(
    css.replaceAll("p{", ":where(.s) p{"),
  );
  expect(namespaceSheet("@media(min-height:1px){p{color:red}}", { scope: ".s", prefix: "t-" })).toContain("min-height");
});

test("a comparison is one after it was filtered, whatever side it opens to", () => {
  const filtered = (queries: string) => filterSheet(`@media ${queries}{p{color:red}}`, context);
  expect(filtered("(width < 700px)")).toBe("@media (700px>width){p{color:red}}");
  expect(filtered("(400px <= width < 50em)")).toBe("@media (50em>width>=400px){p{color:red}}");
  expect(filtered("(width = 700px)")).toBe("@media (width:700px){p{color:red}}");
  expect(filterSheet("@container a (inline-size < 9em){p{color:red}}", context)).toBe(
    "@container a (9em>inline-size){p{color:red}}",
  );
});
