import fc from "fast-check";
import { expect, test } from "vitest";
import { parseHtml } from "../../html/parse-html.ts";
import { nodeAt, pathOf } from "../../tree/path.ts";
import { followStep } from "../verdict.ts";
import { fusedWith } from "./fused.ts";
import { FUSED_VERSION, revive } from "./memory.ts";
import { MEMORY_OF_VERSION_1 } from "./memory-of-version-1.fixture.ts";
import type { Fingerprint } from "./stored-features.ts";
import { WEIGHTS } from "./weights.data.ts";

const box = (name: string, stories: readonly string[]): string =>
  `<section class="box" id="${name.toLowerCase()}"><h2>${name}</h2><ul>${stories.map((story) => `<li><a href="/x">${story}</a></li>`).join("")}</ul></section>`;

test("a memory of version 1 still finds its block", () => {
  const memory = revive(MEMORY_OF_VERSION_1);
  expect(memory?.version).toBe(FUSED_VERSION);
  const page = parseHtml(
    `<title>Herald</title><h1>Herald</h1><main>${box("Culture", ["Opera reopens"])}${box("News", ["Ferry late", "Snow"])}${box("Sport", ["Rovers win again"])}</main>`,
  );
  const { verdict } = followStep(fusedWith(WEIGHTS), memory as NonNullable<typeof memory>, page);
  expect(pathOf(page, verdict.candidates[0]?.node as number)).toBe("html[1]/body[1]/main[1]/section[3]");
});

test("a memory of version 2, which knew no names and no lists, still finds its block in every design it has seen", () => {
  const page = parseHtml(
    `<title>Herald</title><main>${box("News", ["Ferry late", "Snow"])}${box("Sport", ["Rovers win"])}</main>`,
  );
  const fused = fusedWith(WEIGHTS);
  const today = fused.learn(page, nodeAt(page, "html[1]/body[1]/main[1]/section[2]") as number);
  const { name: _, unitName: __, rank: ___, ...habits } = today.habits;
  const print = ofVersion2(today.latest);
  const stored = {
    ...today,
    version: 2,
    pointed: [print],
    latest: print,
    habits,
    sights: [{ print, page: today.page }],
    guess: { print, page: today.page, belief: 0.5, gone: 0 },
  };
  const memory = revive(JSON.parse(JSON.stringify(stored))) as NonNullable<ReturnType<typeof revive>>;
  expect(memory.version).toBe(FUSED_VERSION);
  const { verdict, memory: next } = followStep(fused, memory, page);
  expect(pathOf(page, verdict.candidates[0]?.node as number)).toBe("html[1]/body[1]/main[1]/section[2]");
  expect(() => followStep(fused, next, parseHtml("<p>elsewhere</p>"))).not.toThrow();
});

function ofVersion2(print: Fingerprint): unknown {
  const { name: _, nameAbove: __, unitName: ___, namesakes: ____, listing: _____, ...older } = print;
  return older;
}

test("what is no memory of ours is null, whatever it is", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(revive(value)).toBeNull();
    }),
  );
  expect(revive({ ...(MEMORY_OF_VERSION_1 as object), version: FUSED_VERSION + 1 })).toBeNull();
  expect(revive({ ...(MEMORY_OF_VERSION_1 as object), pointed: [] })).toBeNull();
});
