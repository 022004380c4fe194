/** The table of `directions.json`: which package may import which, and who may talk to the network. */
import { readFileSync } from "node:fs";

/** Folders below the repository root, by name of what is restricted to them. */
type AllowedFolders = Readonly<Record<string, readonly string[]>>;

export interface DirectionTable {
  /** The packages that each package may import. */
  readonly packages: Readonly<Record<string, readonly string[]>>;
  /** The folders of each package from the lowest to the highest: each may import those before it. */
  readonly folders: Readonly<Record<string, readonly string[]>>;
  /** For packages that may use few external modules: all of them, each with the folders that may import it. */
  readonly external: Readonly<Record<string, AllowedFolders>>;
  /** Folders that few from outside their package may import, each with the only files and folders that may. */
  readonly guests: AllowedFolders;
  /** Modules that open connections, and the only folders that may import them. */
  readonly networkClients: AllowedFolders;
  /** Globals that open connections, and the only folders that may use them. */
  readonly networkGlobals: AllowedFolders;
  /** Folders that the network rules leave out, each with its reason. Tests are left out everywhere. */
  readonly networkExempt: Readonly<Record<string, string>>;
  /** Modules that nobody imports, each with its reason. */
  readonly forbiddenModules: Readonly<Record<string, string>>;
  /** The only files that import such a module all the same, each with its reason. */
  readonly forbiddenExempt: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** A check that saw fewer modules than this has checked nothing. */
  readonly minModules: number;
}

/** One broken rule, as one line for a person. */
export interface Violation {
  readonly rule: string;
  readonly from: string;
  readonly to: string;
}

/** Folders outside `packages/` that the table names like packages. */
export const TOP_LEVEL: readonly string[] = ["bench", "demo", "e2e", "examples", "scripts"];

/** Tests, the suites that they share, and what they make up. */
export const TEST_FILE: RegExp = /\.(test|conformance|arbitrary|fixture)\.ts$/;

export function readDirectionTable(file: string): DirectionTable {
  const { folders, ...table } = JSON.parse(readFileSync(file, "utf8"));
  const { $comment: _, ...ordered } = folders;
  return { ...table, folders: ordered };
}

/** Where the files of a package are, such as `packages/engine/`. */
export function folderOf(packageName: string): string {
  return TOP_LEVEL.includes(packageName) ? `${packageName}/` : `packages/${packageName}/`;
}
