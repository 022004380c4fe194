/** Names that say nothing about what is inside are not given to packages, folders or files. */
import type { Violation } from "./direction-table.ts";

const EMPTY_NAMES = new Set(["shared", "common", "util", "utils", "helper", "helpers", "manager", "misc"]);

/** These also say nothing as a part of a name, as in `url-utils`. */
const EMPTY_WORDS = new Set(["util", "utils", "helper", "helpers"]);

export function checkNames(files: readonly string[]): Violation[] {
  const seen = new Map<string, Violation>();
  for (const file of files) {
    const segments = file.split("/");
    for (const [depth, segment] of segments.entries()) {
      const stem = segment.split(".")[0]!.toLowerCase();
      if (!EMPTY_NAMES.has(stem) && !stem.split(/[-_]/).some((word) => EMPTY_WORDS.has(word))) continue;
      const from = segments.slice(0, depth + 1).join("/");
      seen.set(from, { rule: "a name says what is inside", from, to: stem });
    }
  }
  return [...seen.values()];
}
