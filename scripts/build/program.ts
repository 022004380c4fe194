/** Builds the program: plain JavaScript of the server, the command line and their threads, with source maps. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { OLDEST_NODE, PROGRAM_PACKAGES, programManifest, runtimeDependencies, writePackage } from "./manifest.ts";
import { noticesFor } from "./notices.ts";
import { ownAddresses } from "./own-addresses.ts";
import { packedWeights } from "./pack-weights.ts";
import { buildOnce, ROOT } from "./stamp.ts";

/** Libraries that others use where somebody has installed them, and what fastify loads only for what we never ask of it. */
const NEVER_THERE = [
  ...["pg-native", "light-my-request"],
  ...["@fastify/ajv-compiler", "@fastify/fast-json-stringify-compiler"],
];
const OWN_SOURCE = /\/(packages\/[^/]+|demo)\/src\//;
const PACKAGE = join(ROOT, "dist/tessera");
const PROGRAM = join(PACKAGE, "program");

export async function buildProgram(): Promise<void> {
  const sources = PROGRAM_PACKAGES.flatMap((folder) => [`${folder}/src`, `${folder}/package.json`]);
  const recipe = { name: "program", sources: [...sources, "package.json", "README.md", "scripts/build"] };
  await buildOnce({ ...recipe, result: "dist/tessera/program/tessera.js" }, async () => {
    // not loaded where nothing has to be built
    const { rolldown } = await import("rolldown");
    const beside = Object.keys(runtimeDependencies());
    const bundle = await rolldown({
      cwd: ROOT,
      input: {
        tessera: "packages/cli/src/main.ts",
        start: "packages/server/src/start.ts",
        "start-worker": "packages/server/src/start-worker.ts",
      },
      platform: "node",
      external: [...beside, ...NEVER_THERE].map((name) => new RegExp(`^${name}(/|$)`)),
      // what the oldest Node does not know is written in older words
      transform: { target: `node${OLDEST_NODE}` },
      // no source of ours does anything when it is imported: what nobody uses of a package is left out, and what it needs
      treeshake: { moduleSideEffects: [{ test: OWN_SOURCE, sideEffects: false }] },
      plugins: [packedWeights(), ownAddresses({ program: PROGRAM, package: PACKAGE })],
    });
    // names stay readable, so that a trace of the stack says something without its source map
    const { output } = await bundle.write({
      dir: PROGRAM,
      cleanDir: true,
      sourcemap: true,
      // they name files and lines of the repository, which has the rest
      sourcemapExcludeSources: true,
      chunkFileNames: "[name]-[hash].js",
      // V8 keeps the text: one letter beyond Latin 1 doubles a file, and nobody reads comments there
      comments: false,
      minify: { compress: false, mangle: false, codegen: { removeWhitespace: false, asciiOnly: true } },
    });
    await bundle.close();
    const modules = output.flatMap((file) => (file.type === "chunk" ? file.moduleIds : []));
    writeFileSync(join(PACKAGE, "THIRD-PARTY.txt"), noticesFor(modules));
    writePackage(PACKAGE, programManifest(), "README.md");
  });
}
