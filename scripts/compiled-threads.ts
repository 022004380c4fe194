/**
 * What Node makes of the sources that our threads run, made once before the tests. They are TypeScript, and each of the
 * thousands of threads that the tests start would otherwise strip its types anew, by WebAssembly of Node's own: that is
 * half of the time that a thread takes to start, and threads that do it while others end may take their process with
 * them (V8 frees what belongs to another thread, and ends with SIGTRAP or SIGSEGV). The built program has no types to strip.
 */
import { execFileSync } from "node:child_process";
import { globSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const PACKAGES = fileURLToPath(new URL("../packages", import.meta.url));

/** Where Node keeps it; processes and threads that tests start find it by the variable. */
export const COMPILED: Readonly<Record<string, string>> = {
  NODE_COMPILE_CACHE: fileURLToPath(new URL("../.cache/compiled", import.meta.url)),
};

/** The programs of threads, and the folders of what they load later. Nothing in them does anything by being loaded. */
const SOURCES = [
  "server/src/workers/worker.ts",
  "server/src/{trace,interchange/reading}/**/*.ts",
  "store/src/sqlite/*.ts",
  "show/src/**/*.ts",
  "engine/src/papers/**/*.ts",
];
const NOT_OURS = /\.(test|fixture|conformance)\.ts$/;

// biome-ignore lint/style/noDefaultExport: only so does vitest take it
export default function setup(): void {
  const files = globSync(SOURCES, { cwd: PACKAGES }).filter((file) => !NOT_OURS.test(file));
  // the program of a thread refuses to run outside of one, after all that it needs is loaded
  const loads = files.map((file) => `import(${JSON.stringify(pathToFileURL(join(PACKAGES, file)).href)})`);
  const program = `await Promise.allSettled([${loads.join(",\n")}]);\nprocess.exit();`;
  execFileSync(process.execPath, ["--input-type=module", "--eval", program], { env: { ...process.env, ...COMPILED } });
}
