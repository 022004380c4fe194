/** Builds the engine as a library: plain modules with their types, for Node and for browsers. */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { engineManifest, writePackage } from "./manifest.ts";
import { packedWeightsModule } from "./pack-weights.ts";
import { buildOnce, ROOT } from "./stamp.ts";

const FOLDER = join(ROOT, "dist/engine");
const README = "docs/guide/engine.md";

export async function buildEngine(): Promise<void> {
  const sources = ["packages/engine", "tsconfig.base.json", "package.json", README, "scripts/build"];
  await buildOnce({ name: "engine", sources, result: "dist/engine/package.json" }, async () => {
    rmSync(FOLDER, { recursive: true, force: true });
    const compiler = createRequire(import.meta.url).resolve("typescript/bin/tsc");
    const project = join(ROOT, "packages/engine/tsconfig.package.json");
    execFileSync(process.execPath, [compiler, "-p", project], { stdio: "inherit" });
    nameBuiltFiles();
    writeFileSync(join(FOLDER, "tracer/fused/weights.data.js"), await packedWeightsModule());
    writePackage(FOLDER, engineManifest(), README);
  });
}

/** The compiler rewrites the names of files in code, and leaves them in declarations as they are in the sources. */
function nameBuiltFiles(): void {
  for (const name of readdirSync(FOLDER, { recursive: true, encoding: "utf8" })) {
    if (!name.endsWith(".d.ts")) continue;
    const path = join(FOLDER, name);
    const declarations = readFileSync(path, "utf8");
    writeFileSync(path, declarations.replaceAll(/(from|import\()(\s*)"(\.[^"]+)\.ts"/g, '$1$2"$3.js"'));
  }
}
