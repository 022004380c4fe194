import { expect, test } from "vitest";
import { parseHtml } from "../../html/parse-html.ts";
import { nodeAt, pathOf } from "../../tree/path.ts";
import { followStep } from "../verdict.ts";
import { fused } from "./fused.ts";

const NAMES = ["Politics", "Economy", "Sport", "Culture", "Travel"];
const stories = (name: string, day: number) =>
  [1, 2, 3].map((at) => `${name} story ${day * 7 + at} of the ${at}rd kind`);

/** Two designs of one paper, with other stories every day. */
const designs = {
  a: (day: number) =>
    `<title>Herald</title><div class="wrap-a"><header class="top-a"><h1>Herald</h1></header><main class="front-a">${NAMES.map(
      (name) =>
        `<section class="box-a" id="${name.toLowerCase()}"><h2 class="head-a">${name}</h2><ul class="list-a">${stories(
          name,
          day,
        )
          .map((story) => `<li class="item-a"><a class="link-a" href="/${day}">${story}</a></li>`)
          .join("")}</ul></section>`,
    ).join("")}</main><footer class="foot-a">About us</footer></div>`,
  b: (day: number) =>
    `<title>Herald</title><div class="page_b"><div class="bar_b">Herald</div><div class="grid_b"><div class="cols_b">${[
      ...NAMES,
    ]
      .reverse()
      .map(
        (name) =>
          `<div class="card_b"><div class="title_b"><span class="t_b">${name.toUpperCase()}</span></div>${stories(
            name,
            day,
          )
            .map((story) => `<p class="p_b"><a class="a_b" href="/b/${day}">${story}</a></p>`)
            .join("")}</div>`,
      )
      .join("")}</div></div><div class="end_b">Imprint</div></div>`,
};
const SPORT = { a: "html[1]/body[1]/div[1]/main[1]/section[3]", b: "html[1]/body[1]/div[1]/div[2]/div[1]/div[3]" };

/** The verdicts on twenty pages that swing between the designs; `answers` says whether somebody answers questions. */
function swing(answers: boolean): readonly { readonly kind: string; readonly isRight: boolean }[] {
  const first = parseHtml(designs.a(0));
  let memory = fused.learn(first, nodeAt(first, SPORT.a) as number);
  return Array.from({ length: 20 }, (_, at) => {
    const design = at % 2 === 0 ? "b" : "a";
    const page = parseHtml(designs[design](at + 1));
    const step = followStep(fused, memory, page);
    const best = step.verdict.candidates[0];
    const isRight = best !== undefined && pathOf(page, best.node) === SPORT[design];
    memory = step.memory;
    if (answers && step.verdict.kind !== "found")
      memory = fused.adapt(memory, page, nodeAt(page, SPORT[design]) as number, "person");
    return { kind: step.verdict.kind, isRight };
  });
}

test("a site that swings between two designs asks at most once, and the block is never lost", () => {
  const looks = swing(true);
  expect(looks.filter(({ kind }) => kind !== "found").length).toBeLessThanOrEqual(1);
  expect(looks.slice(1).every(({ isRight }) => isRight)).toBe(true);
});

test("without an answer the design in which it was picked is found every time", () => {
  const back = swing(false).filter((_, at) => at % 2 === 1);
  expect(back.every(({ kind, isRight }) => kind === "found" && isRight)).toBe(true);
});

test("only so many designs are remembered, and that of the pick is one of them", () => {
  const first = parseHtml(designs.a(0));
  let memory = fused.learn(first, nodeAt(first, SPORT.a) as number);
  for (let at = 1; at <= 12; at++) {
    const page = parseHtml(designs.b(at).replaceAll("_b", `_${at}x${at}`));
    memory = fused.adapt(memory, page, nodeAt(page, SPORT.b) as number, "person");
  }
  expect(memory.sights?.length).toBe(4);
  expect(memory.sights?.[0]?.print.path).toBe(SPORT.a);
});
