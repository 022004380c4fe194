/** All rules about who imports whom, who talks to the network, and what things are called. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type DirectionTable, folderOf, TEST_FILE, TOP_LEVEL, type Violation } from "./direction-table.ts";
import { checkImports } from "./import-rules.ts";
import { checkNames } from "./names.ts";
import { checkNetworkGlobals } from "./network-globals.ts";
import { filesBelow, isSource } from "./source-files.ts";

/** Suites that several implementations run. */
const SUITES = /\/conformance\//;

export interface DirectionReport {
  readonly modulesChecked: number;
  readonly violations: readonly Violation[];
}

export async function checkDirections(root: string, table: DirectionTable): Promise<DirectionReport> {
  const folders = ["packages", ...TOP_LEVEL].filter((folder) => existsSync(join(root, folder)));
  const files = filesBelow(root, folders);
  const sources = files.filter(isSource);
  const imports = await checkImports(root, sources, table);
  const globals = sources.flatMap((file) => checkNetworkGlobals(file, readFileSync(join(root, file), "utf8"), table));
  return {
    modulesChecked: imports.modulesChecked,
    violations: [
      ...imports.violations,
      ...globals,
      ...checkNames(files),
      ...checkCoverage(sources, table),
      ...checkFolders(sources, table),
      ...checkCount(imports.modulesChecked, table),
    ],
  };
}

/** Every package is in the table: one that is not would be checked against nothing. */
function checkCoverage(sources: readonly string[], table: DirectionTable): Violation[] {
  const known = Object.keys(table.packages).map(folderOf);
  const strangers = sources.filter((file) => !known.some((folder) => file.startsWith(folder)));
  return strangers.map((from) => ({ rule: "every package is in directions.json", from, to: "nothing" }));
}

/** Every folder with more than tests has its place in the order of its package. */
function checkFolders(sources: readonly string[], { folders }: DirectionTable): Violation[] {
  return sources.flatMap((from) => {
    const [, name = "", folder] = /^packages\/([^/]+)\/src\/(.+)\/[^/]+$/.exec(from) ?? [];
    if (folder === undefined || TEST_FILE.test(from) || SUITES.test(from)) return [];
    if (folders[name]?.includes(folder)) return [];
    return [{ rule: "every folder is in directions.json", from, to: "nothing" }];
  });
}

/** With a compiler that cannot be loaded, dependency-cruiser reads no file and is content. */
function checkCount(modulesChecked: number, { minModules }: DirectionTable): Violation[] {
  if (modulesChecked >= minModules) return [];
  return [{ rule: `at least ${minModules} modules are read`, from: "dependency-cruiser", to: `${modulesChecked}` }];
}
