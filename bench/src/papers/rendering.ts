/** Which rendering of the pages a part saw: another Chromium moves boxes by a pixel, and numbers of two do not compare. */
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { boxFilePath, chromiumsOf } from "../data/box-file.ts";
import type { History } from "../data/history.ts";
import type { Results } from "./experiment.ts";

export interface Rendering {
  /** Digest of the box files of all pages of the run. */
  readonly boxes: string;
  /** Version of the Chromium that rendered them. */
  readonly chromium: string;
}

/** By the name of the part. */
export type Renderings = Readonly<Record<string, Rendering>>;

/** Of numbers that were found before renderings were kept. */
export const UNRECORDED: Rendering = { boxes: "unrecorded", chromium: "unrecorded" };

const DIGEST_LETTERS = 16;

export function renderingOf(histories: readonly History[]): Rendering {
  const digest = createHash("sha256");
  for (const history of histories) digest.update(boxDigest(history));
  const folders = new Set(histories.map(({ folder }) => folder));
  const chromiums = new Set([...folders].flatMap(chromiumsOf));
  return { boxes: digest.digest("hex").slice(0, DIGEST_LETTERS), chromium: [...chromiums].join(", ") };
}

/** Of all its pages; one that is not rendered counts as such. */
export function boxDigest({ folder, files }: History): string {
  const digest = createHash("sha256");
  for (const path of files.map((file) => boxFilePath(folder, file))) {
    digest.update(existsSync(path) ? createHash("sha256").update(readFileSync(path)).digest("hex") : "none");
  }
  return digest.digest("hex");
}

/** For a paper's page: the parts that look at boxes, by what they saw. */
export function renderingsText({ renderings = {} }: Results): string {
  const groups = [...Map.groupBy(Object.entries(renderings as Renderings), ([, { boxes }]) => boxes)];
  const lines = groups.map(([boxes, group]) => {
    const names = group.map(([name]) => `\`${name}\``).join(", ");
    return `- ${names}: boxes \`${boxes}\`, Chromium ${group[0]![1].chromium}`;
  });
  const all =
    groups.length > 1
      ? "The parts that look at boxes saw different renderings, whose numbers do not compare to the pixel:"
      : "The parts that look at boxes saw one rendering:";
  return groups.length === 0 ? "No part has seen a rendering." : [all, "", ...lines].join("\n");
}
