/** Checks every import against the direction table, with dependency-cruiser. */
import { cruise, type ICruiseResult, type IFlattenedRuleSet, type IForbiddenRuleType } from "dependency-cruiser";
import { type DirectionTable, folderOf, TEST_FILE, TOP_LEVEL, type Violation } from "./direction-table.ts";

export interface ImportReport {
  /** Source files whose imports were read. */
  readonly modulesChecked: number;
  readonly violations: readonly Violation[];
}

/** Reads the imports of `files` (paths from `root`), type-only ones included. */
export async function checkImports(
  root: string,
  files: readonly string[],
  table: DirectionTable,
): Promise<ImportReport> {
  const { output } = await cruise(
    [...files],
    {
      baseDir: root,
      ruleSet: rulesOf(table),
      validate: true,
      tsPreCompilationDeps: true,
      doNotFollow: { path: "node_modules" },
    },
    { exportsFields: ["exports"], conditionNames: ["import", "types", "default"] },
  );
  const { modules, summary } = output as ICruiseResult;
  const own = new Set(files);
  return {
    modulesChecked: modules.filter((module) => own.has(module.source)).length,
    violations: summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to })),
  };
}

function rulesOf(table: DirectionTable): IFlattenedRuleSet {
  return {
    forbidden: [
      ...Object.entries(table.packages).map(([name, allowed]) => directionRule(name, allowed)),
      ...Object.entries(table.folders).flatMap(([name, folders]) => folderRules(name, folders)),
      ...Object.entries(table.external).flatMap(([name, modules]) => externalRules(name, Object.entries(modules))),
      ...Object.entries(table.guests).map(guestRule),
      ...Object.entries(table.networkClients).map(([module, folders]) => networkRule(module, folders, table)),
      ...Object.keys(table.forbiddenModules).map((module) => forbiddenModuleRule(module, table)),
      ...GENERAL_RULES,
    ],
  };
}

const ANY_PACKAGE = `^(packages/[^/]+|${TOP_LEVEL.join("|")})/`;

function directionRule(name: string, allowed: readonly string[]): IForbiddenRuleType {
  // tests of any package may ask scripts/ for the browser
  const reachable = [name, ...allowed].map(folderOf).map(startOf);
  return {
    name: `${name} may import only ${allowed.join(", ") || "itself"}`,
    severity: "error",
    from: { path: startOf(folderOf(name)) },
    to: { path: ANY_PACKAGE, pathNot: [...reachable, "^scripts/browser-path\\.ts$"] },
  };
}

/** Each folder imports itself and those before it; tests may look anywhere in their package. */
function folderRules(name: string, folders: readonly string[]): IForbiddenRuleType[] {
  const filesOf = (folder: string) => `${startOf(`${folderOf(name)}src/${folder}/`)}[^/]+$`;
  return folders.map((folder, at) => ({
    name: `${name}/${folder} may import only ${folders.slice(0, at).join(", ") || "itself"}`,
    severity: "error",
    from: { path: filesOf(folder), pathNot: TEST_FILE.source },
    to: { path: startOf(`${folderOf(name)}src/`), pathNot: folders.slice(0, at + 1).map(filesOf) },
  }));
}

/** A package with an `external` entry imports nothing else from outside; its tests may use what they need. */
function externalRules(name: string, modules: [module: string, folders: readonly string[]][]): IForbiddenRuleType[] {
  const from = { path: startOf(`${folderOf(name)}src/`), pathNot: TEST_FILE.source };
  const names = modules.map(([module]) => module);
  const others: IForbiddenRuleType = {
    name: `${name} imports nothing from outside but ${names.join(", ") || "its packages"}`,
    severity: "error",
    from,
    to: { dependencyTypesNot: ["local"], pathNot: [ANY_PACKAGE, ...names.flatMap(moduleNamed)] },
  };
  const placed = modules.map(
    ([module, folders]): IForbiddenRuleType => ({
      name: `${name} imports ${module} only in ${folders.join(", ")}`,
      severity: "error",
      from: { ...from, pathNot: [TEST_FILE.source, ...folders.map((folder) => startOf(`${folder}/`))] },
      to: { path: moduleNamed(module) },
    }),
  );
  return [others, ...placed];
}

/** Its own package is left out: there the order of the folders decides. */
function guestRule([folder, guests]: [string, readonly string[]]): IForbiddenRuleType {
  const [own = ""] = folder.split("src/");
  return {
    name: `${folder} only for ${guests.join(", ")}`,
    severity: "error",
    from: { pathNot: [TEST_FILE.source, ...[own, ...guests].map(startOf)] },
    to: { path: startOf(`${folder}/`) },
  };
}

/** Types of a network client are harmless; the client itself is not. */
function networkRule(module: string, folders: readonly string[], table: DirectionTable): IForbiddenRuleType {
  const exempt = [...folders.map((folder) => `${folder}/`), ...Object.keys(table.networkExempt)];
  return {
    name: `one way out: ${module} only in ${folders.join(", ") || "nothing"}`,
    severity: "error",
    from: { pathNot: [TEST_FILE.source, ...exempt.map(startOf)] },
    to: { path: moduleNamed(module), dependencyTypesNot: ["type-only"] },
  };
}

function forbiddenModuleRule(module: string, table: DirectionTable): IForbiddenRuleType {
  const exempt = Object.keys(table.forbiddenExempt[module] ?? {});
  return {
    name: `nobody imports ${module}`,
    severity: "error",
    from: exempt.length > 0 ? { pathNot: exempt.map((file) => `${startOf(file)}$`) } : {},
    to: { path: moduleNamed(module) },
  };
}

const GENERAL_RULES: readonly IForbiddenRuleType[] = [
  { name: "every import resolves", severity: "error", from: {}, to: { couldNotResolve: true } },
  {
    name: "no cycles",
    severity: "error",
    from: {},
    to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
  },
  {
    name: "another package is imported by its name, not by its files",
    severity: "error",
    from: { path: "^packages/([^/]+)/" },
    to: { path: "^packages/([^/]+)/", pathNot: "^packages/$1/", dependencyTypes: ["local"] },
  },
  {
    name: "a source file imports no test",
    severity: "error",
    from: { pathNot: TEST_FILE.source },
    to: { path: "\\.test\\.ts$" },
  },
];

function startOf(folder: string): string {
  return `^${escapeRegExp(folder)}`;
}

/** Matches a module whether it is built in, installed, or missing. */
function moduleNamed(module: string): string[] {
  return [`^${escapeRegExp(module)}(/|$)`, `node_modules/${escapeRegExp(module)}/`];
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
