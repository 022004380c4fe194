/** Builds the extension for both browsers from one source, where it is missing or older than that, and packs it. */
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { buildOnce, ROOT } from "../build/stamp.ts";
import { localesOf } from "./locales.ts";
import { zipOf } from "./zip.ts";

type Target = "chromium" | "firefox";

/** From the root. */
const FOLDER = "dist/extension";
const TARGETS: readonly Target[] = ["chromium", "firefox"];
const PACKAGE = join(ROOT, "packages/extension");
const SOURCES = [
  "packages/extension",
  "packages/page/src",
  "packages/engine/src",
  "packages/model/src",
  "packages/web/src",
  "scripts/extension",
];
/** What a page gets is one file: a script that is put into pages cannot import. */
const PAGE_SCRIPTS = ["live-page", "tab-snapshot"];

/** Paths from the root. */
export async function packExtension(): Promise<readonly string[]> {
  const files = TARGETS.map((target) => `${FOLDER}/tessera-${target}.zip`);
  await buildOnce({ name: "extension", sources: SOURCES, result: files[1]! }, async () => {
    rmSync(join(ROOT, FOLDER), { recursive: true, force: true });
    const built = join(ROOT, FOLDER, "built");
    for (const script of ["", ...PAGE_SCRIPTS]) vite(built, script);
    cpSync(join(PACKAGE, "icons"), join(built, "icons"), { recursive: true });
    for (const [path, messages] of Object.entries(await localesOf(join(PACKAGE, "src/words")))) {
      mkdirSync(join(built, path, ".."), { recursive: true });
      writeFileSync(join(built, path), messages);
    }
    for (const [at, target] of TARGETS.entries()) {
      const folder = join(ROOT, FOLDER, target);
      cpSync(built, folder, { recursive: true });
      writeFileSync(join(folder, "manifest.json"), JSON.stringify(await manifestOf(target), null, 2));
      // Firefox reads HTML in its background
      if (target === "firefox") rmSync(join(folder, "pages/offscreen.html"));
      writeFileSync(join(ROOT, files[at]!), zipOf(filesIn(folder)));
    }
    rmSync(built, { recursive: true });
  });
  return files;
}

async function manifestOf(target: Target): Promise<object> {
  const { manifestFor } = (await import(join(PACKAGE, "src/manifest.ts"))) as {
    readonly manifestFor: (target: Target, version: string) => object;
  };
  const { version } = JSON.parse(readFileSync(join(PACKAGE, "package.json"), "utf8")) as { readonly version: string };
  return manifestFor(target, version);
}

function vite(folder: string, script: string): void {
  execFileSync("npx", ["vite", "build", "--logLevel", "warn"], {
    cwd: PACKAGE,
    stdio: "inherit",
    env: { ...process.env, TESSERA_EXTENSION_OUT: folder, TESSERA_EXTENSION_SCRIPT: script },
  });
}

function filesIn(folder: string): ReadonlyMap<string, Uint8Array> {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name));
  const files = names.filter((name) => statSync(name).isFile()).sort();
  return new Map(files.map((name) => [relative(folder, name), readFileSync(name)]));
}
