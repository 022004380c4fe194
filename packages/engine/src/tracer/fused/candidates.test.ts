import fc from "fast-check";
import { expect, test } from "vitest";
import { parseHtml } from "../../html/parse-html.ts";
import type { DomTree } from "../../tree/dom-tree.ts";
import { nodeAt } from "../../tree/path.ts";
import { CANDIDATE_LIMITS, TRAINING_LIMITS } from "./candidates.ts";
import { tableOf } from "./columns.ts";
import { firstMemory } from "./memory.ts";

const CARDS = "html[1]/body[1]/main[1]/";

/** Cards that look alike but for their texts, below as many wrappers as told. */
function page(names: readonly string[], wrappers = 0): DomTree {
  const cards = names.map((name) => `<div class="card"><h3>${name}</h3><p>About ${name} and more of it.</p></div>`);
  const [open, close] = ["<section>".repeat(wrappers), "</section>".repeat(wrappers)];
  return parseHtml(`<body><nav><a href="/">Home</a></nav><main>${open}${cards.join("")}${close}</main></body>`);
}

const names = (count: number): string[] => Array.from({ length: count }, (_, at) => `Harbour ${at} of Fennmark`);

test("the block is among few candidates, wherever it went among many alike and however deep", () => {
  const [before, memory] = [
    page(names(200)),
    (tree: DomTree) => firstMemory(tree, nodeAt(tree, `${CARDS}div[100]`)!, "auto"),
  ];
  fc.assert(
    fc.property(fc.nat(199), fc.nat(3), (rank, wrappers) => {
      const moved = names(200);
      [moved[99], moved[rank]] = [moved[rank]!, moved[99]!];
      const now = page(moved, wrappers);
      const { nodes } = tableOf(memory(before), now);
      expect(nodes).toContain(nodeAt(now, `${CARDS}${"section[1]/".repeat(wrappers)}div[${rank + 1}]`));
      expect(nodes.length).toBeLessThan(60);
    }),
    { numRuns: 20 },
  );
});

test("a lesson shows what a trace would, and more that is wrong", () => {
  const [before, now] = [page(names(200)), page(names(150), 1)];
  const memory = firstMemory(before, nodeAt(before, `${CARDS}div[100]`)!, "auto");
  const [traced, taught] = [CANDIDATE_LIMITS, TRAINING_LIMITS].map((net) => tableOf(memory, now, { net }).nodes);
  expect(taught).toEqual(expect.arrayContaining([...traced!]));
  expect(taught!.length).toBeGreaterThan(traced!.length);
});
