/** The package.json of what is published, made from those of the workspaces: no version and no dependency stands twice. */
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./stamp.ts";

export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly description?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly [field: string]: unknown;
}

/** Type stripping and zstd set the first two numbers, undici the third. */
export const OLDEST_NODE = "22.19.0";
/** The workspaces that the program is made of, as folders. */
export const PROGRAM_PACKAGES: readonly string[] = workspacesBehind("packages/cli");

/** Binaries of a machine, and libraries that find files of theirs by path: everything else is in the program's own files. */
const BESIDE = ["@duckduckgo/autoconsent", "@node-rs/argon2", "better-sqlite3", "css-tree", "playwright-core"];

/** What the program needs beside itself when it runs, with the versions that it is tested with. */
export function runtimeDependencies(): Record<string, string> {
  const all = PROGRAM_PACKAGES.flatMap((folder) => Object.entries(manifestOf(folder).dependencies ?? {}));
  const versions = new Map(all);
  return Object.fromEntries(BESIDE.map((name) => [name, versions.get(name)!]));
}

/** The program's package. */
export function programManifest(): Manifest {
  return {
    ...published("."),
    keywords: ["homepage", "dashboard", "web-monitoring", "change-detection", "self-hosted", "feeds"],
    type: "module",
    bin: { tessera: "program/tessera.js" },
    files: ["program", "web", "THIRD-PARTY.txt"],
    engines: { node: `>=${OLDEST_NODE}` },
    dependencies: runtimeDependencies(),
  };
}

/** The engine's package, for people who want to find blocks again without the rest. */
export function engineManifest(): Manifest {
  const entry = (name: string) => ({ types: `./${name}.d.ts`, default: `./${name}.js` });
  return {
    ...published("packages/engine"),
    keywords: ["html", "dom", "web-scraping", "selector", "locator", "self-healing", "change-detection"],
    type: "module",
    sideEffects: false,
    exports: {
      ".": entry("index"),
      "./shown": entry("shown"),
      "./papers": entry("papers/index"),
      "./package.json": "./package.json",
    },
    types: "./index.d.ts",
    dependencies: manifestOf("packages/engine").dependencies ?? {},
  };
}

/** What every published package says, from one place: who may use it, where it comes from, which version it is. */
function published(folder: string): Manifest {
  const { name, description } = manifestOf(folder);
  const { version, license, homepage, repository, bugs } = manifestOf(".");
  return { name, version, ...(description ? { description } : {}), license, homepage, repository, bugs };
}

/** The manifest and the papers that go with it. */
export function writePackage(folder: string, manifest: Manifest, readme: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  copyFileSync(join(ROOT, readme), join(folder, "README.md"));
  copyFileSync(join(ROOT, "LICENSE"), join(folder, "LICENSE"));
}

export function manifestOf(folder: string): Manifest {
  return JSON.parse(readFileSync(join(ROOT, folder, "package.json"), "utf8")) as Manifest;
}

function workspacesBehind(first: string): string[] {
  const found = new Set([first]);
  for (const folder of found) {
    for (const name of Object.keys(manifestOf(folder).dependencies ?? {})) {
      const [, own] = /^@tessera\/(.+)$/.exec(name) ?? [];
      if (own) found.add(existsSync(join(ROOT, own)) ? own : `packages/${own}`);
    }
  }
  return [...found].sort();
}
