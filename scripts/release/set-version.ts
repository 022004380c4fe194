/** The version of everything is that of the root's package.json; whatever else names it is written from there. */
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

interface Manifest {
  version?: string;
  workspaces?: string[];
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

/** Paths of all files with a version in them that differs from `version`, written as it should be where asked. */
export function setVersion(root: string, version: string, { write }: { readonly write: boolean }): string[] {
  const { workspaces = [] } = read<Manifest>(root, "package.json");
  const manifests = ["", ...workspaces].flatMap((folder) => globSync(join(folder, "package.json"), { cwd: root }));
  return [...manifests.sort(), "package-lock.json"].filter((path) => {
    const before = readFileSync(join(root, path), "utf8");
    const content = JSON.parse(before) as Manifest & { packages?: Record<string, Manifest> };
    renew(content, version);
    for (const [place, locked] of Object.entries(content.packages ?? {})) {
      if (!place.includes("node_modules/")) renew(locked, version);
    }
    const after = `${JSON.stringify(content, null, 2)}\n`;
    if (write) writeFileSync(join(root, path), after);
    return after !== before;
  });
}

/** What is unreleased becomes what this version brings. Throws where there is nothing. */
export function dateChangelog(changelog: string, version: string): string {
  const [, unreleased = ""] = /## Unreleased\n([\s\S]*?)(?=\n## |$)/.exec(changelog) ?? [];
  if (unreleased.trim() === "") throw new RangeError("CHANGELOG.md has nothing under Unreleased");
  return changelog.replace("## Unreleased\n", `## Unreleased\n\n## ${version}\n`);
}

function renew(manifest: Manifest, version: string): void {
  if (manifest.version !== undefined) manifest.version = version;
  for (const list of [manifest.dependencies, manifest.devDependencies]) {
    for (const name of Object.keys(list ?? {})) if (name.startsWith("@tessera/")) list![name] = version;
  }
}

function read<T>(root: string, path: string): T {
  return JSON.parse(readFileSync(join(root, path), "utf8")) as T;
}
