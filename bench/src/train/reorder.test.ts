import { nodeAt, parseHtml, textOf } from "@tessera/engine";
import { expect, test } from "vitest";
import { seededRandom } from "../seeded-random.ts";
import { reordered } from "./reorder.ts";

const NAMES = ["Politics", "Economy", "Sport", "Culture"];
const section = (name: string, news: string) => `<section><h2>${name}</h2><p>${news} of the day</p></section>`;
const page = (news: string) =>
  parseHtml(`<h1>Herald</h1><main>${NAMES.map((name) => section(name, news)).join("")}</main><p>end`);
const SPORT = "html[1]/body[1]/main[1]/section[3]";

test("named siblings stand in another order, the block in another place, and everything is still there", () => {
  const [before, now] = [page("old"), page("new")];
  const sport = nodeAt(now, SPORT)!;
  for (let seed = 1; seed <= 20; seed++) {
    const moved = reordered(now, sport, [before], seededRandom(seed))!;
    const place = moved.placeOf[sport]!;
    expect(textOf(moved.page, place)).toMatch(/sport/i);
    expect(place).not.toBe(nodeAt(moved.page, SPORT));
    expect(moved.page.size).toBe(now.size);
    for (const name of NAMES) expect(textOf(moved.page, 0).match(new RegExp(name, "gi"))).toHaveLength(1);
  }
});

test("a part of a named sibling goes with it", () => {
  const [before, now] = [page("old"), page("new")];
  const news = nodeAt(now, `${SPORT}/p[1]`)!;
  const moved = reordered(now, news, [before], seededRandom(4))!;
  const parent = moved.page.parent[moved.placeOf[news]!]!;
  expect(textOf(moved.page, parent)).toMatch(/sport/i);
});

test("names that were others before are headlines, and stay where they are", () => {
  const list = (...heads: string[]) =>
    parseHtml(`<ul>${heads.map((head) => `<li><h3>${head}</h3><p>more</p></li>`).join("")}</ul>`);
  const now = list("Ferry late", "Snow ahead", "Rovers win");
  const second = nodeAt(now, "html[1]/body[1]/ul[1]/li[2]")!;
  expect(reordered(now, second, [now, list("Bridge shut", "Market up", "Opera opens")], seededRandom(1))).toBeNull();
  expect(reordered(now, second, [now], seededRandom(1))).not.toBeNull();
});

test("what has the same name twice, or no siblings, is left alone", () => {
  const twice = parseHtml("<ul><li>More</li><li>More</li><li>Else</li></ul><p>alone");
  expect(reordered(twice, nodeAt(twice, "html[1]/body[1]/ul[1]/li[1]")!, [twice], seededRandom(1))).toBeNull();
  expect(reordered(twice, nodeAt(twice, "html[1]/body[1]/p[1]")!, [twice], seededRandom(1))).toBeNull();
});
