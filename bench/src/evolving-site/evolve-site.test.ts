import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { nodeAt, parseHtml, textOf } from "@tessera/engine";
import fc from "fast-check";
import { expect, test } from "vitest";
import { readCases } from "../data/cases.ts";
import { writeSites } from "./command.ts";
import { evolveSite } from "./evolve-site.ts";
import { SITE_STYLES } from "./site-styles.ts";

const anySite = fc.record({ style: fc.constantFrom(...SITE_STYLES), seed: fc.nat() });

test("every label and its equals point at the block, and a block without one is not on the page", () => {
  fc.assert(
    fc.property(anySite, ({ style, seed }) => {
      for (const { html, labels, texts } of evolveSite(style, seed)) {
        const tree = parseHtml(html);
        for (const { name, heading } of style.blocks) {
          const label = labels.get(name);
          const expected = texts.get(name);
          if (!label || !expected) {
            expect(textOf(tree, 0).split("\n")).not.toContain(heading);
            continue;
          }
          for (const path of [label.path, ...label.equiv]) {
            expect(textOf(tree, nodeAt(tree, path) ?? -1).split(/\n| at /)).toEqual(expected);
          }
        }
      }
    }),
    { numRuns: 40 },
  );
});

test("a site goes through every kind of change, and its content changes each time", () => {
  for (const style of SITE_STYLES) {
    const versions = evolveSite(style, 7);
    expect(new Set(versions.map(({ change }) => change))).toEqual(
      new Set("first insertion removal reordering wrapper renamed-classes vanished returned redesign".split(" ")),
    );
    expect(new Set(versions.map(({ html }) => html)).size).toBe(versions.length);
    expect(versions[0]?.labels.size).toBe(style.blocks.length);
    expect(versions.some(({ labels }) => labels.size < style.blocks.length)).toBe(true);
    expect(versions.at(-1)?.labels.size).toBe(style.blocks.length);
  }
});

test("the same seed gives the same site, another one another", () => {
  const [style] = SITE_STYLES;
  expect(evolveSite(style!, 3)).toEqual(evolveSite(style!, 3));
  expect(evolveSite(style!, 3)[0]?.html).not.toBe(evolveSite(style!, 4)[0]?.html);
});

test("the written folder is read like any other labelled data", () => {
  const out = mkdtempSync(join(tmpdir(), "generated-"));
  try {
    expect(writeSites(out, { seed: 1, sites: 4 })).toEqual({ cases: 17, versions: 36 });
    const cases = readCases(out);
    expect(cases).toHaveLength(17);
    for (const { folder, versions } of cases) {
      expect(versions[0]?.path).not.toBeNull();
      for (const { file, path } of versions) {
        const tree = parseHtml(readFileSync(join(folder, file), "utf8"));
        if (path !== null) expect(nodeAt(tree, path)).not.toBeNull();
      }
    }
  } finally {
    rmSync(out, { recursive: true });
  }
});
