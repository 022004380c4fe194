import fc from "fast-check";
import { expect, test } from "vitest";
import { parseHtml } from "../../html/parse-html.ts";
import { pathOf } from "../../tree/path.ts";
import { followStep } from "../verdict.ts";
import { fusedWith } from "./fused.ts";
import { FUSED_VERSION, revive } from "./memory.ts";
import { MEMORY_OF_VERSION_1 } from "./memory-of-version-1.fixture.ts";
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

test("what is no memory of ours is null, whatever it is", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(revive(value)).toBeNull();
    }),
  );
  expect(revive({ ...(MEMORY_OF_VERSION_1 as object), version: FUSED_VERSION + 1 })).toBeNull();
  expect(revive({ ...(MEMORY_OF_VERSION_1 as object), pointed: [] })).toBeNull();
});
