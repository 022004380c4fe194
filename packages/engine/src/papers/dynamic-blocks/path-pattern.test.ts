import fc from "fast-check";
import { expect, test } from "vitest";
import { parseHtml } from "../../html/parse-html.ts";
import { isText } from "../../tree/dom-tree.ts";
import { nodeAt } from "../../tree/path.ts";
import { formatPath, parsePath, pathPattern } from "./path-pattern.ts";

/** Nested elements from a path such as `div[2]/a[1]`, siblings before each step filled in. */
function pageWith(path: string): string {
  return path
    .split("/")
    .map((step) => /^(\w+)\[(\d+)\]$/.exec(step) as RegExpExecArray)
    .map(([, tag, index]) => `${`<${tag}></${tag}>`.repeat(Number(index) - 1)}<${tag}>`)
    .join("");
}

function similarity(pattern: string, path: string): number | undefined {
  const page = parseHtml(pageWith(path));
  return pathPattern.match(pattern, page)?.similarityOf(nodeAt(page, `html[1]/body[1]/${path}`) as number);
}

test("similarity takes the better direction, as in the example of section 4.2", () => {
  expect(similarity("body[1]/div[1]/div[2]/span[1]/a[1]", "div[1]/div[1]/div[2]/span[1]/a[1]")).toBeCloseTo(8 / 12);
});

test("merging keeps the longest common top and bottom, as in the example of section 5.2.1", () => {
  const merged = pathPattern.merge(
    "body[1]/div[1]/div[2]/span[1]/a[1]",
    "body[1]/div[1]/div[1]/div[2]/span[1]/a[2]",
    1,
  );
  expect(merged).toBe("body[1]/.../div[1]/div[2]/span[1]/a[*]");
  expect(pathPattern.merge("body[1]/div[2]/a[1]", "body[1]/div[3]/a[1]", 1)).toBe("body[1]/div[*]/a[1]");
});

test("similarity over a hole counts both ends, as in the example of section 5.2.1", () => {
  expect(similarity("body[1]/div[1]/.../div[*]/span[1]/a[1]", "div[2]/span[1]/a[1]")).toBeCloseTo(0.8);
});

const markup = fc.array(fc.constantFrom("<div>", "</div>", "<section>", "</section>", "<p>", "</p>", "<b>", "word"));

test("every element is the one that its own path names, and no other is as similar", () => {
  fc.assert(
    fc.property(markup, (parts) => {
      const page = parseHtml(parts.join(""));
      for (let node = 0; node < page.size; node++) {
        if (isText(page, node)) continue;
        const match = pathPattern.match(pathPattern.of(page, node) as string, page);
        expect(match?.candidates).toEqual([node]);
        for (let other = 0; other < page.size; other++) {
          if (!isText(page, other)) expect(match?.similarityOf(other) === 1).toBe(other === node);
        }
      }
    }),
  );
});

test("a merged path names every sample it was made from, with similarities from 0 to 1", () => {
  fc.assert(
    fc.property(markup, fc.array(fc.nat(), { minLength: 2, maxLength: 5 }), (parts, picks) => {
      const page = parseHtml(parts.join(""));
      const elements = [...Array(page.size).keys()].filter((node) => node > 0 && !isText(page, node));
      const samples = picks.map((pick) => elements[pick % elements.length]);
      const merged = samples
        .map((node) => pathPattern.of(page, node) as string)
        .reduce((pattern, sample) => pathPattern.merge(pattern, sample, 1));
      const match = pathPattern.match(merged, page);
      if (pathPattern.weightOf(merged) > 0) expect(match?.candidates).toEqual(expect.arrayContaining(samples));
      for (const node of elements) {
        expect(match?.similarityOf(node)).toBeGreaterThanOrEqual(0);
        expect(match?.similarityOf(node)).toBeLessThanOrEqual(1);
      }
    }),
  );
});

test("the text of a path reads back, and what is none is refused", () => {
  for (const text of ["", "...", "body[1]", "body[1]/.../a[*]", ".../a[1]", "body[2]/..."]) {
    expect(formatPath(parsePath(text) as never)).toBe(text);
  }
  for (const text of ["/", "body", "body[0]", "a[1]/.../b[1]/.../c[1]", "a[1]//b[1]", 7, null]) {
    expect(pathPattern.revive(text)).toBeNull();
  }
});

test("a block nested beyond measure has a bounded path", () => {
  const page = parseHtml("<div>".repeat(5_000));
  const deepest = page.size - 1;
  const pattern = pathPattern.of(page, deepest) as string;
  expect(pattern.length).toBeLessThan(512 * 8);
  expect(pathPattern.match(pattern, page)?.candidates).toContain(deepest);
});
