import { attributesOf, type DomTree, isText, nodeAt, parseHtml, textOf } from "@tessera/engine";
import { describe, expect, test } from "vitest";
import { SITUATIONS } from "./situations.ts";
import type { StoryVersion } from "./story.ts";

const SEEDS = Array.from({ length: 25 }, (_, seed) => seed);

/** Every text and every value of an attribute in the subtree. */
function saidIn(tree: DomTree, node: number): string[] {
  const attributes: string[] = [];
  for (let at = node; at < tree.end[node]!; at++)
    if (!isText(tree, at)) attributes.push(...attributesOf(tree, at).map(([, value]) => value));
  return [...textOf(tree, node).split("\n"), ...attributes];
}

function checkLabel({ html, path, equiv, holds }: StoryVersion): void {
  const tree = parseHtml(html);
  if (path === null) {
    expect(saidIn(tree, 0)).not.toContain(holds);
    expect(equiv).toEqual([]);
    return;
  }
  const node = nodeAt(tree, path);
  expect(node, path).not.toBeNull();
  expect(saidIn(tree, node!)).toContain(holds);
  for (const other of equiv) {
    const same = nodeAt(tree, other);
    expect(same, other).not.toBeNull();
    expect(textOf(tree, same!)).toBe(textOf(tree, node!));
  }
}

describe.each(SITUATIONS)("$name", (situation) => {
  test("every label is on its page and holds what it says, or the page does not have it", () => {
    for (const seed of SEEDS) {
      const { versions } = situation.story(seed);
      expect(versions.length).toBeGreaterThanOrEqual(2);
      expect(versions.length).toBeLessThanOrEqual(5);
      expect(versions[0]!.path).not.toBeNull();
      for (const version of versions) checkLabel(version);
    }
  });

  test("the same seed gives the same story, another one another", () => {
    expect(situation.story(7)).toEqual(situation.story(7));
    const first = new Set(SEEDS.map((seed) => situation.story(seed).versions[0]!.html));
    expect(first.size).toBe(SEEDS.length);
  });
});

test("there are at least 25 situations, each with a name of its own and a sentence", () => {
  expect(SITUATIONS.length).toBeGreaterThanOrEqual(25);
  expect(new Set(SITUATIONS.map(({ name }) => name)).size).toBe(SITUATIONS.length);
  for (const { expects } of SITUATIONS) expect(expects).toMatch(/^[A-Z].*\.$/);
});

test("the stories are told in all languages, over two to five versions, with pages that change", () => {
  const stories = SITUATIONS.flatMap(({ story }) => SEEDS.map(story));
  expect(new Set(stories.map(({ language }) => language)).size).toBe(7);
  expect(new Set(stories.map(({ versions }) => versions.length))).toEqual(new Set([2, 3, 4, 5]));
  for (const { versions } of stories) expect(versions[1]!.html).not.toBe(versions[0]!.html);
});

test("in the situations about it the block moves, vanishes or comes back", () => {
  const pathsOf = (name: string) =>
    SEEDS.map((seed) =>
      SITUATIONS.find((one) => one.name === name)!
        .story(seed)
        .versions.map(({ path }) => path),
    );
  for (const [first, second] of pathsOf("row-sorted")) expect(second).not.toBe(first);
  for (const paths of pathsOf("section-removed")) expect(paths.at(-1)).toBeNull();
  for (const paths of pathsOf("gone-and-back")) {
    expect(paths[1]).toBeNull();
    expect(paths.at(-1)).not.toBeNull();
  }
});
