/** The files of the repository that the rules are about. */
import { readdirSync } from "node:fs";
import { join } from "node:path";

const LEFT_OUT = new Set(["node_modules", "dist", ".cache", ".git", "coverage"]);
const SOURCE = /\.(ts|mts|js|mjs|svelte)$/;

/** All files below the given folders, as paths from `root` with forward slashes, sorted. */
export function filesBelow(root: string, folders: readonly string[]): string[] {
  const files: string[] = [];
  const pending = [...folders];
  while (pending.length > 0) {
    const folder = pending.pop()!;
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      if (LEFT_OUT.has(entry.name)) continue;
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) pending.push(path);
      else if (entry.isFile()) files.push(path);
    }
  }
  return files.sort();
}

export function isSource(file: string): boolean {
  return SOURCE.test(file) && !file.endsWith(".d.ts");
}
