import fc from "fast-check";
import { expect, test } from "vitest";
import { rootName } from "./root-name.ts";

test("the root element is found behind a declaration, comments and a document type", () => {
  for (const start of [
    "<svg>",
    "<SVG xmlns='x'",
    "\uFEFF<svg ",
    "<?xml version='1.0'?>\n<!-- a > b -->\n<!DOCTYPE svg PUBLIC 'x' 'y'>\n<svg\n",
    "<!----><!-- --><svg/>",
  ]) {
    expect(rootName(start), start).toBe("svg");
  }
  expect(rootName("<?xml version='1.0'?><opml version='2.0'>")).toBe("opml");
});

test("what does not begin with an element has none", () => {
  for (const text of [
    "",
    "svg",
    "text <svg>",
    "<svg",
    "< svg>",
    "<1>",
    "<!--<svg>",
    "<?xml <svg>",
    "<!doctype x [<!ENTITY a 'b'>]><svg>",
    "<>",
  ]) {
    expect(rootName(text), text).toBeNull();
  }
});

test("any prologue of comments and spaces leads to the element behind it", () => {
  const piece = fc.constantFrom("<!---->", "<!-- -- -->", " ", "\n", "<?x?>", "<!doctype html>");
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 200 }), (pieces) => {
      expect(rootName(`${pieces.join("")}<svg>`)).toBe("svg");
      expect(rootName(pieces.join(""))).toBeNull();
    }),
  );
});
