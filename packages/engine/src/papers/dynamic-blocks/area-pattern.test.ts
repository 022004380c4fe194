import { expect, test } from "vitest";
import { parseHtml } from "../../html/parse-html.ts";
import { type Area, areaPattern, areaSimilarity } from "./area-pattern.ts";

function area(left: number, top: number, width: number, height: number): Area {
  return [left, left + width, width, top, top + height, height];
}

test("the three moves of figure 2 score as in section 4.2", () => {
  const block = area(10, 100, 200, 50);
  expect(areaSimilarity(block, area(10, 300, 200, 50))).toBe(0.75);
  expect(areaSimilarity(block, area(60, 100, 150, 70))).toBe(0.5);
  expect(areaSimilarity(block, area(10, 100, 200, 80))).toBe(0.75);
});

test("an area inside the other counts by its share where that is more", () => {
  expect(areaSimilarity(area(0, 0, 100, 100), area(0, 5, 100, 90))).toBe(0.9);
  expect(areaSimilarity(area(0, 0, 100, 100), area(50, 50, 100, 100))).toBe(0.5);
  expect(areaSimilarity(area(5, 5, 0, 0), area(0, 0, 0, 0))).toBe(0.5);
});

test("candidates have exactly the area, in document order; without layout there is no answer", () => {
  const page = parseHtml("<div><p>a</p></div><div></div>");
  const boxes = new Int32Array(page.size * 4).fill(-1);
  for (const node of [3, 4, 5]) boxes.set([8, 8, 100, 20], node * 4);
  boxes.set([8, 28, 100, 20], 6 * 4);
  const rendered = { ...page, boxes };
  const pattern = areaPattern.of(rendered, 4) as Area;
  expect(areaPattern.match(pattern, rendered)?.candidates).toEqual([3, 4]);
  expect(areaPattern.match(pattern, rendered)?.similarityOf(6)).toBe(0.75);
  expect(areaPattern.match(pattern, rendered)?.similarityOf(0)).toBe(0);
  expect(areaPattern.of(page, 4)).toBeNull();
  expect(areaPattern.match(pattern, page)).toBeNull();
});
