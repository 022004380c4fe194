import { describe, expect, test } from "vitest";
import { parseHtml } from "../../html/parse-html.ts";
import { nodeAt, pathOf } from "../../tree/path.ts";
import { describeTracer } from "../tracer.conformance.ts";
import { decide, followStep } from "../verdict.ts";
import { fusedWith } from "./fused.ts";
import { WEIGHTS } from "./weights.data.ts";

const fused = fusedWith(WEIGHTS);

describeTracer(fused);

const story = (title: string, path: string): string =>
  `<li class="story"><a href="${path}">${title}</a><p>${title} at length</p></li>`;
const box = (name: string, stories: readonly string[]): string =>
  `<section class="box" id="${name.toLowerCase()}"><h2>${name}</h2><ul>${stories.map((title) => story(title, `/${name}/${title.length}-${title.slice(0, 4)}`)).join("")}</ul></section>`;
const portal = (boxes: readonly string[]): string =>
  `<title>Herald</title><header><h1>Herald</h1></header><main>${boxes.join("")}</main><footer><p>Imprint and privacy</p></footer>`;

const NEWS = box("News", ["Bridge opens early", "Rain until Friday", "Council votes on trees"]);
const SPORT = box("Sport", ["Rovers win again", "Cup draw tonight", "Marathon route changed"]);
const MONEY = box("Money", ["Bank lowers rate", "Shops open late", "Tax form simplified"]);

describe("fused", () => {
  const first = parseHtml(portal([NEWS, SPORT, MONEY]));
  const memory = fused.learn(first, nodeAt(first, "html[1]/body[1]/main[1]/section[2]") as number);

  test("follows the box by its role when all stories are new and the boxes changed places", () => {
    const page = parseHtml(
      portal([
        box("Money", ["Rents rise", "New coin", "Market closed"]),
        box("Sport", ["Swimmers fly out", "Two red cards", "Coach stays"]),
        box("News", ["Ferry late", "School rebuilt", "Snow tomorrow"]),
      ]),
    );
    const { verdict } = followStep(fused, memory, page);
    expect(pathOf(page, verdict.candidates[0]?.node as number)).toBe("html[1]/body[1]/main[1]/section[2]");
  });

  test("says that a vanished box is not there, although its old path still resolves", () => {
    const page = parseHtml(portal([NEWS, MONEY, box("Culture", ["Opera reopens", "Film week", "Museum night"])]));
    expect(followStep(fused, memory, page).verdict.kind).not.toBe("found");
  });

  test("a wall in front of the page is not the page, and teaches nothing", () => {
    const wall = parseHtml(
      "<title>Just a moment...</title><h1>Verify you are human</h1><p>Complete the security check.</p>",
    );
    const step = followStep(fused, memory, wall);
    expect(step.verdict).toMatchObject({ kind: "blocked", reason: "captcha" });
    expect(step.memory).toBe(memory);
  });

  test("a refused candidate is not offered first again", () => {
    const page = parseHtml(portal([NEWS, SPORT, MONEY]));
    const best = decide(fused.trace(memory, page), fused.calibration).candidates[0]?.node as number;
    const told = fused.reject?.(memory, page, best);
    expect(fused.trace(told as typeof memory, page).candidates[0]?.node).not.toBe(best);
  });

  describe("said to be gone", () => {
    const stories = ["Rovers win again", "Cup draw tonight", "Marathon route changed"];
    // two boxes as good as the one, which go on changing
    const doubtful = (news: string) => portal([box("Results", stories), box("News", [news]), box("Fixtures", stories)]);
    const asked = parseHtml(doubtful("Ferry late"));
    const told = fused.miss?.(memory, asked) as typeof memory;

    test("it is not asked about again while the page goes on changing", () => {
      expect(followStep(fused, memory, asked).verdict.kind).toBe("unsure");
      let sofar = told;
      for (const news of ["Ferry late", "Snow tomorrow", "School rebuilt"]) {
        const page = parseHtml(doubtful(news).replace("<main>", `<main><p>${news}</p>`));
        const step = followStep(fused, sofar, page);
        expect(step.verdict.kind).toBe("gone");
        sofar = step.memory;
      }
    });

    test("it is found when it comes back", () => {
      const { verdict } = followStep(fused, told, first);
      expect(verdict).toMatchObject({ kind: "found", node: nodeAt(first, "html[1]/body[1]/main[1]/section[2]") });
    });

    test("it is not what the tracer was sure of", () => {
      expect(followStep(fused, memory, first).verdict.kind).toBe("found");
      const corrected = fused.miss?.(memory, first) as typeof memory;
      const page = parseHtml(portal([NEWS, SPORT, MONEY]).replace("<main>", "<main><p>Ferry late</p>"));
      expect(followStep(fused, corrected, page).verdict.kind).toBe("gone");
    });
  });

  test("the best candidates say what each signal said", () => {
    const { candidates } = fused.trace(memory, first);
    expect(candidates[0]?.signals).toMatchObject({
      "latest.tag": 1,
      "latest.wordRecall": 1,
      "origin.headingInside": 1,
    });
    expect(candidates[1]?.signals).toBeDefined();
  });

  test("what the signals said is still known after the next trace", () => {
    const { candidates } = fused.trace(memory, first);
    fused.trace(memory, parseHtml(portal([MONEY, NEWS])));
    expect(candidates[0]?.signals).toEqual(fused.trace(memory, first).candidates[0]?.signals);
  });
});

describe("place or thing", () => {
  const page = (titles: readonly string[]) => parseHtml(portal([box("News", titles)]));
  const item = "html[1]/body[1]/main[1]/section[1]/ul[1]/li[1]";
  const before = page(["Bridge opens early", "Rain until Friday", "Council votes on trees"]);
  const after = page(["Ferry runs late", "Bridge opens early", "Rain until Friday"]);
  const learned = (intent: "position" | "item") => fused.learn(before, nodeAt(before, item) as number, { intent });
  const bestOn = (memory: ReturnType<typeof learned>, tree: typeof after) =>
    pathOf(tree, fused.trace(memory, tree).candidates[0]?.node as number);

  test("a person who follows the place gets what stands there now", () => {
    expect(bestOn(learned("position"), after)).toBe(item);
  });

  test("a person who follows the thing gets it where it went", () => {
    expect(bestOn(learned("item"), after)).toBe(item.replace("li[1]", "li[2]"));
  });

  test("a thing that left the page is not replaced by another one", () => {
    const without = page(["Ferry runs late", "School rebuilt", "Snow tomorrow"]);
    expect(followStep(fused, learned("item"), without).verdict.kind).not.toBe("found");
  });
});
