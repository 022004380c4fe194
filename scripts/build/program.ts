/** Builds the program: plain JavaScript of the server, the command line and their threads, with source maps. */
import { join } from "node:path";
import { OLDEST_NODE, PROGRAM_PACKAGES, programManifest, runtimeDependencies, writePackage } from "./manifest.ts";
import { ownAddresses } from "./own-addresses.ts";
import { buildOnce, ROOT } from "./stamp.ts";

const PACKAGE = join(ROOT, "dist/tessera");
const PROGRAM = join(PACKAGE, "program");

export async function buildProgram(): Promise<void> {
  const sources = PROGRAM_PACKAGES.flatMap((folder) => [`${folder}/src`, `${folder}/package.json`]);
  const recipe = { name: "program", sources: [...sources, "package.json", "README.md", "scripts/build"] };
  await buildOnce({ ...recipe, result: "dist/tessera/program/tessera.js" }, async () => {
    // not loaded where nothing has to be built
    const { rolldown } = await import("rolldown");
    const external = Object.keys(runtimeDependencies());
    const bundle = await rolldown({
      cwd: ROOT,
      input: {
        tessera: "packages/cli/src/main.ts",
        start: "packages/server/src/start.ts",
        "start-worker": "packages/server/src/start-worker.ts",
      },
      platform: "node",
      external: external.map((name) => new RegExp(`^${name}(/|$)`)),
      // what the oldest Node does not know is written in older words
      transform: { target: `node${OLDEST_NODE}` },
      plugins: [ownAddresses({ program: PROGRAM, package: PACKAGE })],
    });
    // names stay readable, so that a trace of the stack says something without its source map
    await bundle.write({ dir: PROGRAM, cleanDir: true, sourcemap: true, chunkFileNames: "[name]-[hash].js" });
    await bundle.close();
    writePackage(PACKAGE, programManifest(), "README.md");
  });
}
